public import LaunchModel

/// The tasks in their groups for one screen, each with the reason why it runs there.
public struct Plan: Sendable {
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

  /// A need between two nodes; the screen is the node after the last task.
  package struct Edge: Sendable {
    package let needing: Int
    package let needed: Int
    package let kind: NeedEdge.Kind
  }

  /// The name of the screen for which the plan was made.
  public let screen: String
  package let tasks: [TaskDeclaration]
  package internal(set) var groups: [LaunchGroup]
  package internal(set) var causes: [Cause]
  /// The edges, sorted by the node that needs; ``needs(of:)`` gives those of one node.
  package let edges: [Edge]
  package let edgeStart: [Int]
  /// Where, among the screen's edges, those begin that only a declaration for the first frame made.
  package let firstDeclaredEdge: Int
  /// The longest way from the start of a node to the end of what waits for it, in expected
  /// nanoseconds; for what comes before the first frame, to the end of the screen.
  package internal(set) var ranks: [Int64]
  package let keys: [String: Int]
  /// The tasks that cannot be planned, with why.
  package let broken: [Int: GraphProblem]

  /// The node that stands for the drawing of the screen.
  package var screenNode: Int { tasks.count }

  package func needs(of node: Int) -> ArraySlice<Edge> {
    edges[edgeStart[node]..<edgeStart[node + 1]]
  }

  /// The names of a group's tasks, in the order of their declaration.
  public func tasks(in group: LaunchGroup) -> [String] {
    tasks.indices.filter { groups[$0] == group }.map { tasks[$0].name }
  }

  /// The group of a task, or nil if the graph has no task of this name.
  public func group(of task: String) -> LaunchGroup? {
    index(of: task).map { groups[$0] }
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
    switch groups[index] {
    case .lazy: return "\(task) is made on first use"
    case .deferred: return "nothing on \(screen) needs \(task)"
    case .beforeFirstFrame: break
    }
    let chain = chain(of: index)
    let names = chain.indices.reversed().map { tasks[chain[$0]].name } + [task]
    let top = chain.last ?? index
    guard causes[top] == .screen else {
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
    while case .task(let parent) = causes[node], chain.count <= tasks.count {
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
      let members = tasks.indices.filter { groups[$0] == group }
      guard !members.isEmpty else { continue }
      lines.append("\(group.name):")
      lines += members.map { "  \(tasks[$0].name) (\(tasks[$0].place)): \(why($0))" }
    }
    return lines.joined(separator: "\n")
  }
}
