import LaunchModel

/// What an unknown duration counts for when paths are compared.
private let unknownDuration: Int64 = 100_000

/// Sorts the tasks of a plan into their groups, and ranks them.
struct PlanSorter {
  private let tasks: [TaskDeclaration]
  private let edges: EdgeList
  private let faults: [Int]
  private(set) var nodes: NodeTable

  private var screenNode: Int { tasks.count }

  init(tasks: [TaskDeclaration], edges: EdgeList, edgeStart: [Int], faults: [Int]) {
    self.tasks = tasks
    self.edges = edges
    self.faults = faults
    nodes = NodeTable(edgeStart: edgeStart)
    for task in tasks.indices { nodes.set(tasks[task].isLazy ? .lazy : .deferred, of: task) }
    nodes.set(.beforeFirstFrame, of: screenNode)
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
      if node != screenNode && faults[node] >= 0 { continue }
      for index in nodes.edgeRange(of: node) {
        let needed = edges.needed(index)
        guard !edges.isLazy(index), nodes.group(of: needed) == .deferred else { continue }
        nodes.set(.beforeFirstFrame, of: needed)
        let cause: Plan.Cause =
          node != screenNode ? .task(node) : index >= firstDeclaredEdge ? .declared : .screen
        nodes.set(cause, of: needed)
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
      let (sum, overflow) = nodes.rank(of: node).addingReportingOverflow(max(0, Int(own)))
      let rank = overflow ? .max : sum
      nodes.set(rank: rank, of: node)
      let isBefore = nodes.group(of: node) == .beforeFirstFrame
      for index in nodes.edgeRange(of: node) where !edges.isLazy(index) {
        let needed = edges.needed(index)
        if isBefore || nodes.group(of: needed) != .beforeFirstFrame {
          nodes.set(rank: max(nodes.rank(of: needed), rank), of: needed)
        }
        open[needed] -= 1
        if open[needed] == 0 { ready.append(needed) }
      }
    }
  }
}
