import LaunchModel

extension Graph {
  /// Plans the launch that shows a screen, after verifying the whole graph.
  ///
  /// - Parameter screen: The screen's name.
  /// - Returns: The tasks in their groups, each with the reason why it runs there.
  /// - Throws: ``GraphError`` with every cycle, unknown or doubled key, and doubled name.
  /// - Complexity: O(tasks + needs).
  public func plan(for screen: String) throws(GraphError) -> Plan {
    let plan = tolerantPlan(for: screen)
    guard plan.problems.isEmpty else { throw GraphError(problems: plan.problems) }
    return plan
  }

  /// Plans the launch that shows a screen, after verifying the whole graph.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The tasks in their groups, each with the reason why it runs there.
  /// - Throws: ``GraphError`` with every cycle, unknown or doubled key, and doubled name.
  /// - Complexity: O(tasks + needs).
  public func plan(for screen: Screen) throws(GraphError) -> Plan {
    try plan(for: screen.screenName)
  }

  /// Plans what can be planned: faulty tasks, and a faulty screen, are named in the plan and fail
  /// alone.
  package func tolerantPlan(for screen: String) -> Plan {
    declarations.tolerantPlan(for: screen)
  }
}

extension Declarations {
  /// See ``Graph/tolerantPlan(for:)``.
  package func tolerantPlan(for screen: String) -> Plan {
    let planner = Planner(tasks: tasks, needs: needs)
    planner.checkNames(screens)
    if let declared = index(ofScreen: screen).map({ screens[$0] }) {
      planner.resolve(screen: screen, needed: declared.needs, place: declared.place)
    } else {
      planner.resolveUnknown(screen: screen, known: screens)
    }
    planner.breakCycles()
    return planner.plan(screen: screen)
  }

  /// The first screen of a name, or nil if none has it.
  package func index(ofScreen name: String) -> Int? {
    for index in screens.indices where screens[index].name == name { return index }
    return nil
  }
}

/// The work of planning: names, keys, edges, cycles, groups, ranks.
///
/// A class, so that its tables are handed to the plan by reference.
private final class Planner {
  let tasks: [TaskDeclaration]
  let needs: NeedList
  var problems: [GraphProblem] = []
  var keys = NameIndex()
  var edges = EdgeList()
  var edgeStart: [Int] = [0]
  var firstDeclaredEdge = 0
  /// The first problem of each node, as an index; less than zero where there is none.
  var faults: [Int]
  /// Whether a need refers to a task that is declared after it, which only keys can do.
  var refersForward = false

  init(tasks: [TaskDeclaration], needs: NeedList) {
    self.tasks = tasks
    self.needs = needs
    faults = Array(repeating: -1, count: tasks.count + 1)
  }

  func checkNames(_ screens: [ScreenDeclaration]) {
    var names = NameIndex()
    for index in tasks.indices {
      let task = tasks[index]
      if let first = names.add(task.name, index) {
        fail(
          index, .duplicateTask,
          "two tasks are called \"\(task.name)\" (\(tasks[first].place) and \(task.place)); "
            + "a name tells one task from every other, so rename one")
      }
      guard let key = task.key else { continue }
      if let first = keys.add(key.name, index) {
        fail(
          index, .duplicateKey,
          "\"\(task.name)\" (\(task.place)) provides the key \"\(key.name)\", which "
            + "\"\(tasks[first].name)\" (\(tasks[first].place)) provides already")
      }
    }
    names = NameIndex()
    for index in screens.indices {
      let screen = screens[index]
      guard let first = names.add(screen.name, index) else { continue }
      problems.append(
        GraphProblem(
          code: .duplicateScreen, members: [screen.name],
          description: "two screens are called \"\(screen.name)\" (\(screens[first].place) and "
            + "\(screen.place)); the first is used"))
    }
  }

  /// A screen that is not declared has no needs, and a fault.
  func resolveUnknown(screen: String, known: [ScreenDeclaration]) {
    resolve(screen: screen, needed: 0..<0, place: nil)
    let names = known.map { "\"\($0.name)\" (\($0.place))" }
    fail(
      tasks.count, .unknownScreen,
      "no screen is declared with the name \"\(screen)\"; the graph has \(Self.list(names))",
      called: screen)
  }

  func resolve(screen: String, needed: Range<Int>, place: SourcePlace?) {
    edges.reserveCapacity(tasks.count * 2)
    edgeStart.reserveCapacity(tasks.count + 2)
    for index in tasks.indices {
      let task = tasks[index]
      for need in task.needs {
        add(need, of: index, called: task.name, at: task.place)
      }
      edgeStart.append(edges.count)
    }
    if let place {
      for need in needed { add(need, of: tasks.count, called: screen, at: place) }
    }
    firstDeclaredEdge = edges.count
    for index in tasks.indices where tasks[index].moment == .firstFrame && !tasks[index].isLazy {
      edges.append(Edge(needing: tasks.count, needed: index, kind: .optional))
    }
    edgeStart.append(edges.count)
  }

  private func add(
    _ need: Int, of node: Int, called name: String, at place: SourcePlace
  ) {
    let kind = needs.kind(need)
    switch needs.target(need) {
    case .task(let needed):
      edges.append(Edge(needing: node, needed: needed, kind: kind))
    case .key(let key, let type):
      guard let needed = keys[key] else {
        fail(
          node, .unknownKey,
          "\"\(name)\" (\(place)) needs the key \"\(key)\", which no task provides; provided are "
            + Self.list(keys.all.sorted()),
          called: name)
        return
      }
      if let provided = tasks[needed].key, provided.type != type {
        fail(
          node, .keyType,
          "\"\(name)\" (\(place)) needs the key \"\(key)\" with another type than "
            + "\"\(tasks[needed].name)\" (\(tasks[needed].place)) provides it with",
          called: name)
        return
      }
      if needed >= node { refersForward = true }
      edges.append(Edge(needing: node, needed: needed, kind: kind))
    }
  }

  private func fail(
    _ node: Int, _ code: GraphProblem.Code, _ text: String, called name: String? = nil
  ) {
    let members = [name ?? tasks[node].name]
    let problem = GraphProblem(code: code, members: members, description: text)
    problems.append(problem)
    if faults[node] < 0 { faults[node] = problems.count - 1 }
  }

  /// Names for people, of which a large graph has more than anybody reads.
  private static func list(_ names: [String]) -> String {
    guard names.count > Limits.listedNames else {
      return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
    let listed = names.prefix(Limits.listedNames).joined(separator: ", ")
    return "\(listed) and \(names.count - Limits.listedNames) more"
  }

  /// Finds cycles until none is left, and marks their members as broken.
  ///
  /// Handles exist only after their declaration, so without a key that refers forward there is
  /// nothing to look for.
  func breakCycles() {
    guard refersForward else { return }
    var state = [UInt8](repeating: 0, count: tasks.count)
    var path: [(node: Int, edge: Int)] = []
    for root in tasks.indices where state[root] == 0 {
      state[root] = 1
      path.append((root, edgeStart[root]))
      while let (node, edge) = path.last {
        guard edge < edgeStart[node + 1] else {
          state[node] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].edge += 1
        let needed = edges.needed(edge)
        // A lazy need waits for nothing, so it closes no circle.
        if edges.isLazy(edge) { continue }
        if state[needed] == 0 {
          state[needed] = 1
          path.append((needed, edgeStart[needed]))
        } else if state[needed] == 1, let start = path.firstIndex(where: { $0.node == needed }) {
          reportCycle(path[start...].map(\.node))
        }
      }
    }
  }

  private func reportCycle(_ nodes: [Int]) {
    let steps = nodes.indices.map { index in
      let task = tasks[nodes[index]]
      let next = tasks[nodes[(index + 1) % nodes.count]]
      return "\"\(task.name)\" needs \"\(next.name)\" (\(task.place))"
    }
    let path = (nodes + [nodes[0]]).map { tasks[$0].name }.joined(separator: " > ")
    let problem = GraphProblem(
      code: .cycle, members: nodes.map { tasks[$0].name },
      description: "tasks need each other in a circle: \(path): "
        + steps.joined(separator: ", ")
        + "; one of these needs has to go, or become a lazy value")
    problems.append(problem)
    for node in nodes where faults[node] < 0 { faults[node] = problems.count - 1 }
  }

  func plan(screen: String) -> Plan {
    Plan(
      screen: screen, tasks: tasks, edges: edges, edgeStart: edgeStart,
      firstDeclaredEdge: firstDeclaredEdge, keys: keys, problems: problems,
      faults: faults)
  }
}
