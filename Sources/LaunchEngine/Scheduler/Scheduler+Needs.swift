import LaunchModel

/// What a node waits for, or did without success.
extension Scheduler {
  /// The running task that holds up a node: of all that it still needs, the most urgent one.
  package func blocker(of node: Int) -> Int? {
    pendingNeeds(of: node).filter { isRunning($0) }.max { plan.rank(of: $0) < plan.rank(of: $1) }
  }

  /// What a node still waits for, through all its chains of needs.
  ///
  /// - Complexity: O(needs that are not over).
  package func pendingNeeds(of node: Int) -> [Int] {
    var pending: [Int] = []
    var seen: Set<Int> = [node]
    var stack = [node]
    while let current = stack.popLast() {
      for index in plan.edgeRange(of: current) {
        let edge = plan.edges[index]
        guard edge.kind != .lazy, !isSettled(edge.needed), !expired.contains(index),
          seen.insert(edge.needed).inserted
        else { continue }
        pending.append(edge.needed)
        stack.append(edge.needed)
      }
    }
    return pending
  }

  /// Why a node is over without a value: the failures at the ends of its chains of needs.
  package func causes(of node: Int) -> [Int] {
    var causes: [Int] = []
    var seen: Set<Int> = [node]
    var stack = [node]
    while let current = stack.popLast() {
      for edge in plan.needs(of: current) where edge.kind == .required {
        guard let outcome = outcome(of: edge.needed), outcome != .done,
          seen.insert(edge.needed).inserted
        else { continue }
        if outcome == .skipped { stack.append(edge.needed) } else { causes.append(edge.needed) }
      }
    }
    return causes.sorted()
  }
}
