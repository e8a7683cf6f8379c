import LaunchEngine
import LaunchModel
import Testing

private enum Screen: String, LaunchScreen {
  case home, gate
}

extension Key where Value == Int {
  fileprivate static var store: Key { Key("store") }
  fileprivate static var index: Key { Key("index") }
}

/// What another module would contribute: it knows the store by its key alone.
private func contributeSearch<S>(to graph: inout Graph<S>) {
  graph.task("search", provides: .index, needs: Key.store) { $0 + 1 }
}

struct PlanTests {
  @Test func `what the screen draws with comes before the first frame, with the chain as reason`()
    throws
  {
    var graph = Graph<Screen>()
    let store = graph.task("open store") { 1 }
    let feed = graph.task("cached feed", needs: store) { [$0] }
    graph.task("crash reporter", at: .firstFrame) {}
    graph.task("clean up", needs: store) { _ in }
    let maps = graph.lazy("maps", needs: store) { $0 }
    graph.screen("home", needs: feed.or([]), maps) { _, _, _ in }
    graph.screen("gate") { _ in }
    let home = try graph.plan(for: "home")
    #expect(home.why("open store") == "home needs cached feed, which needs open store")
    #expect(home.why("crash reporter") == "crash reporter is declared for the first frame")
    #expect(home.why("maps") == "maps is made on first use")
    #expect(home.why("clean up") == "nothing on home needs clean up")
    #expect(home.tasks(in: .beforeFirstFrame) == ["open store", "cached feed", "crash reporter"])
    let gate = try graph.plan(for: .gate)
    #expect(gate.tasks(in: .beforeFirstFrame) == ["crash reporter"])
    #expect(gate.group(of: "open store") == .deferred)
  }

  @Test func `a contribution refers to the store by its key`() throws {
    var graph = Graph<Screen>()
    graph.add(contributeSearch)
    graph.task("open store", provides: .store) { 1 }
    graph.screen("home", needs: Key.index) { _, _ in }
    let plan = try graph.plan(for: "home")
    #expect(plan.why("open store") == "home needs search, which needs open store")
  }

  @Test func `a cycle is rejected with its path and the place of every edge`() throws {
    var graph = Graph<Screen>()
    graph.task("a", provides: .store, needs: Key.index, file: "M/A.swift", line: 1) { $0 }
    graph.task("b", provides: .index, needs: Key.store, file: "M/B.swift", line: 2) { $0 }
    graph.screen("home") { _ in }
    let error = #expect(throws: GraphError.self) { try graph.plan(for: "home") }
    let problem = try #require(error?.problems.first)
    #expect(problem.code == .cycle)
    #expect(problem.description.contains("a > b > a"))
    #expect(problem.description.contains("\"a\" needs \"b\" (A.swift:1)"))
    #expect(problem.description.contains("\"b\" needs \"a\" (B.swift:2)"))
  }

  @Test func `a lazy need closes no cycle`() throws {
    var graph = Graph<Screen>()
    let late = graph.lazy("late") { 1 }
    graph.task("uses late", provides: .store, needs: late) { _ in 1 }
    graph.screen("home", needs: Key.store) { _, _ in }
    let plan = try graph.plan(for: "home")
    #expect(plan.group(of: "late") == .lazy)
  }

  @Test func `an unknown key, a doubled key and a doubled name are named with their places`() {
    var graph = Graph<Screen>()
    graph.task("a", provides: .store, file: "M/A.swift", line: 1) { 1 }
    graph.task("a", provides: .store, file: "M/A.swift", line: 2) { 1 }
    graph.task("c", needs: Key.index, file: "M/A.swift", line: 3) { _ in }
    graph.screen("home") { _ in }
    let error = #expect(throws: GraphError.self) { try graph.plan(for: "home") }
    let codes = error?.problems.map(\.code) ?? []
    #expect(codes.contains(.duplicateTask) && codes.contains(.duplicateKey))
    #expect(codes.contains(.unknownKey))
    let text = error?.description ?? ""
    for place in ["A.swift:1", "A.swift:2", "A.swift:3"] { #expect(text.contains(place)) }
  }

  @Test func `a screen that is not declared is rejected with those that are`() {
    var graph = Graph<Screen>()
    graph.screen("home") { _ in }
    let error = #expect(throws: GraphError.self) { try graph.plan(for: "hone") }
    #expect(error?.problems.first?.code == .unknownScreen)
    #expect(error?.description.contains("\"home\"") == true)
  }

  @Test func `a chain of ten thousand tasks is planned without recursion`() throws {
    var graph = Graph<Screen>()
    var last = graph.task("0") { 0 }
    for number in 1..<10_000 { last = graph.task("\(number)", needs: last) { $0 } }
    graph.screen("home", needs: last) { _, _ in }
    let plan = try graph.plan(for: "home")
    #expect(plan.tasks(in: .beforeFirstFrame).count == 10_000)
  }
}
