import LaunchModel

extension Graph {
  /// Plans the launch that shows a screen, after verifying the whole graph.
  ///
  /// - Parameter screen: The screen's name.
  /// - Returns: The tasks in their groups, each with the reason why it runs there.
  /// - Throws: ``GraphError`` with every cycle, unknown or doubled key, and doubled name.
  /// - Complexity: O(tasks + needs).
  public func plan(for screen: String) throws(GraphError) -> Plan {
    let (plan, problems) = tolerantPlan(for: screen)
    guard problems.isEmpty else { throw GraphError(problems: problems) }
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
  package func tolerantPlan(for screen: String) -> (plan: Plan, problems: [GraphProblem]) {
    var planner = Planner(tasks: tasks)
    planner.checkNames(screens.map { ($0.name, $0.place) })
    if let declared = screens.first(where: { $0.name == screen }) {
      planner.resolve(screen: screen, needs: declared.needs, place: declared.place)
    } else {
      planner.resolveUnknown(screen: screen, known: screens.map { ($0.name, $0.place) })
    }
    planner.breakCycles()
    return (planner.plan(screen: screen), planner.problems)
  }
}

/// The work of planning: names, keys, edges, cycles, groups, ranks.
private struct Planner {
  let tasks: [TaskDeclaration]
  var problems: [GraphProblem] = []
  var keys: [String: Int] = [:]
  var edges: [Plan.Edge] = []
  var edgeStart: [Int] = [0]
  var firstDeclaredEdge = 0
  var broken: [Int: GraphProblem] = [:]
  /// Whether a need refers to a task that is declared after it, which only keys can do.
  var refersForward = false

  init(tasks: [TaskDeclaration]) {
    self.tasks = tasks
  }

  mutating func checkNames(_ screens: [(name: String, place: SourcePlace)]) {
    var seen: [String: Int] = [:]
    seen.reserveCapacity(tasks.count)
    for (index, task) in tasks.enumerated() {
      if let first = seen.updateValue(index, forKey: task.name) {
        seen[task.name] = first
        fail(
          index, .duplicateTask,
          "two tasks are called \"\(task.name)\" (\(tasks[first].place) and \(task.place)); "
            + "a name tells one task from every other, so rename one")
      }
      guard let key = task.key else { continue }
      if let first = keys[key.name] {
        fail(
          index, .duplicateKey,
          "\"\(task.name)\" (\(task.place)) provides the key \"\(key.name)\", which "
            + "\"\(tasks[first].name)\" (\(tasks[first].place)) provides already")
      } else {
        keys[key.name] = index
      }
    }
    var screenPlaces: [String: SourcePlace] = [:]
    for screen in screens {
      if let first = screenPlaces.updateValue(screen.place, forKey: screen.name) {
        problems.append(
          GraphProblem(
            code: .duplicateScreen, members: [screen.name],
            description: "two screens are called \"\(screen.name)\" (\(first) and "
              + "\(screen.place)); the first is used"))
        screenPlaces[screen.name] = first
      }
    }
  }

  /// A screen that is not declared has no needs, and a fault.
  mutating func resolveUnknown(screen: String, known: [(name: String, place: SourcePlace)]) {
    resolve(screen: screen, needs: [], place: nil)
    let names = known.map { "\"\($0.name)\" (\($0.place))" }
    fail(
      tasks.count, .unknownScreen,
      "no screen is declared with the name \"\(screen)\"; the graph has \(Self.list(names))",
      called: screen)
  }

  mutating func resolve(screen: String, needs: [NeedEdge], place: SourcePlace?) {
    edges.reserveCapacity(tasks.count * 2)
    edgeStart.reserveCapacity(tasks.count + 2)
    for (index, task) in tasks.enumerated() {
      for need in task.needs {
        add(need, of: index, called: task.name, at: task.place)
      }
      edgeStart.append(edges.count)
    }
    if let place {
      for need in needs { add(need, of: tasks.count, called: screen, at: place) }
    }
    firstDeclaredEdge = edges.count
    for (index, task) in tasks.enumerated() where task.moment == .firstFrame && !task.isLazy {
      edges.append(Plan.Edge(needing: tasks.count, needed: index, kind: .optional))
    }
    edgeStart.append(edges.count)
  }

  private mutating func add(
    _ need: NeedEdge, of node: Int, called name: String, at place: SourcePlace
  ) {
    switch need.target {
    case .task(let needed):
      edges.append(Plan.Edge(needing: node, needed: needed, kind: need.kind))
    case .key(let key, let type):
      guard let needed = keys[key] else {
        fail(
          node, .unknownKey,
          "\"\(name)\" (\(place)) needs the key \"\(key)\", which no task provides; provided are "
            + Self.list(keys.keys.sorted()),
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
      edges.append(Plan.Edge(needing: node, needed: needed, kind: need.kind))
    }
  }

  private mutating func fail(
    _ node: Int, _ code: GraphProblem.Code, _ text: String, called name: String? = nil
  ) {
    let members = [name ?? tasks[node].name]
    let problem = GraphProblem(code: code, members: members, description: text)
    problems.append(problem)
    if broken[node] == nil { broken[node] = problem }
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
  mutating func breakCycles() {
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
        let needed = edges[edge].needed
        // A lazy need waits for nothing, so it closes no circle.
        if edges[edge].kind == .lazy { continue }
        if state[needed] == 0 {
          state[needed] = 1
          path.append((needed, edgeStart[needed]))
        } else if state[needed] == 1, let start = path.firstIndex(where: { $0.node == needed }) {
          reportCycle(path[start...].map(\.node))
        }
      }
    }
  }

  private mutating func reportCycle(_ nodes: [Int]) {
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
    for node in nodes where broken[node] == nil { broken[node] = problem }
  }

  func plan(screen: String) -> Plan {
    var plan = Plan(
      screen: screen, tasks: tasks,
      groups: tasks.map { $0.isLazy ? .lazy : .deferred },
      causes: Array(repeating: .nothing, count: tasks.count + 1),
      edges: edges, edgeStart: edgeStart, firstDeclaredEdge: firstDeclaredEdge,
      ranks: Array(repeating: 0, count: tasks.count + 1), keys: keys, broken: broken)
    plan.bringForward()
    plan.rank()
    return plan
  }
}

/// What an unknown duration counts for when paths are compared.
private let unknownDuration: Int64 = 100_000

extension Plan {
  /// Sorts the closure of the screen's needs before the first frame, breadth first, so that each
  /// task's cause is the shortest chain to the screen.
  fileprivate mutating func bringForward() {
    var queue = [screenNode]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      // What cannot run has no use for what it needs.
      if node != screenNode && broken[node] != nil { continue }
      for index in edgeStart[node]..<edgeStart[node + 1] {
        let edge = edges[index]
        guard edge.kind != .lazy, groups[edge.needed] == .deferred else { continue }
        groups[edge.needed] = .beforeFirstFrame
        causes[edge.needed] =
          node != screenNode ? .task(node) : index >= firstDeclaredEdge ? .declared : .screen
        queue.append(edge.needed)
      }
    }
  }

  /// Ranks every node by the longest way from its start to the end of what waits for it, so that
  /// the tasks that hold up most run first.
  ///
  /// Deferred work does not wait for the screen's own: it makes nothing before the first frame more
  /// urgent.
  fileprivate mutating func rank() {
    var open = [Int32](repeating: 0, count: tasks.count + 1)
    for edge in edges where edge.kind != .lazy { open[edge.needed] += 1 }
    var ready = [screenNode] + tasks.indices.filter { open[$0] == 0 }
    while let node = ready.popLast() {
      let own = node == screenNode ? 0 : tasks[node].expected ?? unknownDuration
      let (rank, overflow) = ranks[node].addingReportingOverflow(max(0, own))
      ranks[node] = overflow ? .max : rank
      let isBefore = node == screenNode || groups[node] == .beforeFirstFrame
      for edge in needs(of: node) where edge.kind != .lazy {
        if isBefore || groups[edge.needed] != .beforeFirstFrame {
          ranks[edge.needed] = max(ranks[edge.needed], ranks[node])
        }
        open[edge.needed] -= 1
        if open[edge.needed] == 0 { ready.append(edge.needed) }
      }
    }
  }
}
