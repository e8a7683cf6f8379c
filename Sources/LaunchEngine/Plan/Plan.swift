public import LaunchModel

/// The tasks in their groups for one screen, each with the reason why it runs there.
///
/// It never changes, and is handed on rather than copied.
public final class Plan: Sendable {
  /// Why a task is in its group.
  package enum Cause: Sendable, Equatable {
    /// The screen itself needs it.
    case screen
    /// This task needs it.
    case task(Int)
    /// It is declared for the first frame.
    case declared
    /// Nothing brought it forward.
    case nothing
  }

  /// The name of the screen for which the plan was made.
  public let screen: String
  package let tasks: [TaskDeclaration]
  private let nodes: NodeTable
  /// The problem for which a node cannot be planned, as an index; less than zero if it can.
  private let faults: [Int]
  /// The edges, sorted by the node that needs; ``needs(of:)`` gives those of one node.
  package let edges: EdgeList
  package let keys: NameIndex
  /// What is wrong with the graph.
  package let problems: [GraphProblem]

  /// Sorts tasks into their groups, and ranks them.
  ///
  /// `edgeStart` tells where the edges of each node begin, and where the last end;
  /// `firstDeclaredEdge` where, among the screen's, those begin that only a declaration for the
  /// first frame made; `faults` the problem of each node, as an index, less than zero for none.
  init(
    screen: String, tasks: [TaskDeclaration], edges: EdgeList, edgeStart: [Int],
    firstDeclaredEdge: Int, keys: NameIndex, problems: [GraphProblem], faults: [Int]
  ) {
    var sorter = PlanSorter(tasks: tasks, edges: edges, edgeStart: edgeStart, faults: faults)
    sorter.bringForward(firstDeclaredEdge: firstDeclaredEdge)
    sorter.rank()
    self.screen = screen
    self.tasks = tasks
    self.edges = edges
    self.keys = keys
    self.problems = problems
    self.faults = faults
    nodes = sorter.nodes
  }

  /// The node that stands for the drawing of the screen.
  package var screenNode: Int { tasks.count }

  /// When a node runs; the screen itself belongs to what comes before the first frame.
  package func group(of node: Int) -> LaunchGroup { nodes.group(of: node) }

  package func cause(of node: Int) -> Cause { nodes.cause(of: node) }

  /// Why a node cannot be planned; nil if it can.
  package func problem(of node: Int) -> GraphProblem? {
    isBroken(node) ? problems[faults[node]] : nil
  }

  package func isBroken(_ node: Int) -> Bool { faults[node] >= 0 }

  package func rank(of node: Int) -> Int64 { Int64(nodes.rank(of: node)) }

  /// The indices of the edges to what a node needs.
  package func edgeRange(of node: Int) -> Range<Int> { nodes.edgeRange(of: node) }

  /// What a node needs.
  package func needs(of node: Int) -> EdgeList.Part {
    EdgeList.Part(edges: edges, range: edgeRange(of: node))
  }

  /// The tasks that the screen can do without, which are all but those to which a chain of plain
  /// needs leads from it.
  ///
  /// - Complexity: O(tasks + needs).
  package func dispensable() -> [Int] {
    var isRequired = [Bool](repeating: false, count: tasks.count + 1)
    var stack = [screenNode]
    while let node = stack.popLast() {
      if isRequired[node] { continue }
      isRequired[node] = true
      for edge in needs(of: node) where edge.kind == .required { stack.append(edge.needed) }
    }
    return tasks.indices.filter { !isRequired[$0] }
  }

  /// Whether the screen draws with the value of any task, as a gate does not.
  package var isScreenDrawnFromTasks: Bool { !edgeRange(of: screenNode).isEmpty }

  /// The names of a group's tasks, in the order of their declaration.
  public func tasks(in group: LaunchGroup) -> [String] {
    tasks.indices.filter { nodes.group(of: $0) == group }.map { tasks[$0].name }
  }

  /// The group of a task, or nil if the graph has no task of this name.
  public func group(of task: String) -> LaunchGroup? {
    index(of: task).map { nodes.group(of: $0) }
  }

  /// Why a task runs where it runs: `home needs cached feed, which needs open store`.
  ///
  /// - Returns: A sentence without its full stop, or nil if the graph has no task of this name.
  /// - Complexity: O(tasks).
  public func why(_ task: String) -> String? {
    index(of: task).map(why)
  }

  private func why(_ index: Int) -> String {
    let task = tasks[index].name
    switch nodes.group(of: index) {
    case .lazy: return "\(task) is made on first use"
    case .deferred: return "nothing on \(screen) needs \(task)"
    case .beforeFirstFrame: break
    }
    let chain = chain(of: index)
    let names = chain.indices.reversed().map { tasks[chain[$0]].name } + [task]
    let top = chain.last ?? index
    guard nodes.cause(of: top) == .screen else {
      let declared = "\(names[0]) is declared for the first frame"
      if names.count == 1 { return declared }
      return declared + " and needs " + names.dropFirst().joined(separator: ", which needs ")
    }
    return "\(screen) needs " + names.joined(separator: ", which needs ")
  }

  /// The tasks through which a task came before the first frame, nearest first.
  package func chain(of task: Int) -> [Int] {
    var chain: [Int] = []
    var node = task
    while case .task(let parent) = nodes.cause(of: node), chain.count <= tasks.count {
      chain.append(parent)
      node = parent
    }
    return chain
  }

  package func index(of task: String) -> Int? {
    tasks.firstIndex { $0.name == task }
  }
}

extension Plan: CustomStringConvertible {
  /// The groups with their tasks and reasons, a line each.
  public var description: String {
    var lines = ["plan for \(screen)"]
    for group in LaunchGroup.allCases {
      let members = tasks.indices.filter { nodes.group(of: $0) == group }
      guard !members.isEmpty else { continue }
      lines.append("\(group.name):")
      lines += members.map { "  \(tasks[$0].name) (\(tasks[$0].place)): \(why($0))" }
    }
    return lines.joined(separator: "\n")
  }
}
