import LaunchModel

/// What an unknown duration counts for when paths are compared.
private let unknownDuration: Int64 = 100_000

/// Sorts the tasks of a plan into their groups, and ranks them.
struct PlanSorter {
  private let tasks: [TaskDeclaration]
  private let edges: EdgeList
  private(set) var nodes: [Plan.Node] = []

  private var screenNode: Int { tasks.count }

  init(tasks: [TaskDeclaration], edges: EdgeList, edgeStart: [Int], faults: [Int]) {
    self.tasks = tasks
    self.edges = edges
    nodes.reserveCapacity(edgeStart.count)
    for index in edgeStart.indices {
      let group: LaunchGroup =
        index >= tasks.count ? .beforeFirstFrame : tasks[index].isLazy ? .lazy : .deferred
      nodes.append(
        Plan.Node(
          group: group, cause: .nothing, rank: 0, firstEdge: edgeStart[index],
          fault: index < faults.count ? faults[index] : -1))
    }
  }

  private func edgeRange(of node: Int) -> Range<Int> {
    nodes[node].firstEdge..<nodes[node + 1].firstEdge
  }

  /// Sorts the closure of the screen's needs before the first frame, breadth first, so that each
  /// task's cause is the shortest chain to the screen.
  mutating func bringForward(firstDeclaredEdge: Int) {
    var queue = [screenNode]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      // What cannot run has no use for what it needs.
      if node != screenNode && nodes[node].fault >= 0 { continue }
      for index in edgeRange(of: node) {
        let needed = edges.needed(index)
        guard !edges.isLazy(index), nodes[needed].group == .deferred else { continue }
        nodes[needed].group = .beforeFirstFrame
        nodes[needed].cause =
          node != screenNode ? .task(node) : index >= firstDeclaredEdge ? .declared : .screen
        queue.append(needed)
      }
    }
  }

  /// Ranks every node by the longest way from its start to the end of what waits for it, so that
  /// the tasks that hold up most run first.
  ///
  /// Deferred work does not wait for the screen's own: it makes nothing before the first frame more
  /// urgent.
  mutating func rank() {
    var open = [Int](repeating: 0, count: tasks.count + 1)
    for index in edges.indices where !edges.isLazy(index) { open[edges.needed(index)] += 1 }
    var ready = [screenNode]
    for task in tasks.indices where open[task] == 0 { ready.append(task) }
    while let node = ready.popLast() {
      let own = node == screenNode ? 0 : tasks[node].expected ?? unknownDuration
      let (rank, overflow) = nodes[node].rank.addingReportingOverflow(max(0, own))
      nodes[node].rank = overflow ? .max : rank
      let isBefore = nodes[node].group == .beforeFirstFrame
      for index in edgeRange(of: node) where !edges.isLazy(index) {
        let needed = edges.needed(index)
        if isBefore || nodes[needed].group != .beforeFirstFrame {
          nodes[needed].rank = max(nodes[needed].rank, nodes[node].rank)
        }
        open[needed] -= 1
        if open[needed] == 0 { ready.append(needed) }
      }
    }
  }
}
