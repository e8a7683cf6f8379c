import LaunchEngine
import LaunchModel
import Testing

extension Key where Value == Int {
  fileprivate static var first: Key { Key("first") }
  fileprivate static var second: Key { Key("second") }
  fileprivate static var third: Key { Key("third") }
}

struct GraphFaultTests {
  private func problems(of graph: Graph<Screen>, for screen: String = "home") -> [GraphProblem] {
    do {
      _ = try graph.plan(for: screen)
      return []
    } catch {
      return error.problems
    }
  }

  @Test func `a circle is refused with its whole path and the place of each need`() throws {
    var graph = Graph<Screen>()
    let line = UInt(#line)
    graph.task("a", provides: .first, needs: Key.second) { $0 }
    graph.task("b", provides: .second, needs: Key.third) { $0 }
    graph.task("c", provides: .third, needs: Key.first) { $0 }
    graph.screen("home") { _ in }
    let problem = try #require(problems(of: graph).first)
    #expect(problems(of: graph).count == 1)
    #expect(problem.code == .cycle)
    #expect(problem.members == ["a", "b", "c"])
    #expect(
      problem.description == """
        tasks need each other in a circle: a > b > c > a: \
        "a" needs "b" (GraphFaultTests.swift:\(line + 1)), \
        "b" needs "c" (GraphFaultTests.swift:\(line + 2)), \
        "c" needs "a" (GraphFaultTests.swift:\(line + 3)); \
        one of these needs has to go, or become a lazy value
        """)
  }

  @Test func `a task that needs its own key is a circle of one`() {
    var graph = Graph<Screen>()
    graph.task("a", provides: .first, needs: Key.first) { $0 }
    graph.screen("home") { _ in }
    #expect(problems(of: graph).map(\.code) == [.cycle])
    #expect(problems(of: graph).first?.description.contains("a > a") == true)
  }

  @Test func `a lazy need closes no circle`() {
    var graph = Graph<Screen>()
    let maps = graph.lazy("maps", needs: Key.first) { $0 }
    graph.task("a", provides: .first, needs: maps) { _ in 1 }
    graph.screen("home") { _ in }
    #expect(problems(of: graph).isEmpty)
  }

  @Test func `an unknown key is refused before anything runs`() throws {
    var graph = Graph<Screen>()
    let line = UInt(#line) + 1
    graph.task("a", needs: Key.first.optional) { _ in }
    graph.task("b", provides: .second) { 2 }
    graph.screen("home") { _ in }
    let problem = try #require(problems(of: graph).first)
    #expect(problem.code == .unknownKey)
    #expect(
      problem.description
        == "\"a\" (GraphFaultTests.swift:\(line)) needs the key \"first\", which no task provides; "
        + "provided are second")
  }

  @Test func `a screen's unknown key is the screen's fault`() throws {
    var graph = Graph<Screen>()
    graph.screen("home", needs: Key.first) { _, _ in }
    graph.screen("update") { _ in }
    #expect(problems(of: graph).map(\.members) == [["home"]])
    #expect(problems(of: graph).first?.description.hasSuffix("provided are none") == true)
    #expect(problems(of: graph, for: "update").isEmpty)
  }

  @Test func `a message about a large graph stays short`() {
    var graph = Graph<Screen>()
    for number in 0..<1000 { graph.task("\(number)", provides: Key<Int>("key \(number)")) { 1 } }
    graph.screen("home", needs: Key<Int>("missing")) { _, _ in }
    let text = problems(of: graph).first?.description
    #expect(text?.hasSuffix(" and 988 more") == true)
    #expect((text?.utf8.count ?? 0) < 400)
  }

  @Test func `two tasks that provide one key are refused with both places`() {
    var graph = Graph<Screen>()
    let line = UInt(#line)
    graph.task("a", provides: .first) { 1 }
    graph.task("b", provides: .first) { 2 }
    graph.screen("home") { _ in }
    #expect(problems(of: graph).map(\.code) == [.duplicateKey])
    #expect(
      problems(of: graph).first?.description
        == "\"b\" (GraphFaultTests.swift:\(line + 2)) provides the key \"first\", which "
        + "\"a\" (GraphFaultTests.swift:\(line + 1)) provides already")
  }

  @Test func `a key is one type`() {
    var graph = Graph<Screen>()
    graph.task("a", provides: .first) { 1 }
    graph.task("b", needs: Key<String>("first")) { _ in }
    graph.screen("home") { _ in }
    #expect(problems(of: graph).map(\.code) == [.keyType])
    #expect(problems(of: graph).map(\.members) == [["b"]])
  }

  @Test func `two tasks of one name are refused with both places`() {
    var graph = Graph<Screen>()
    let line = UInt(#line)
    graph.task("a") { 1 }
    graph.task("a") { 2 }
    graph.screen("home") { _ in }
    #expect(problems(of: graph).map(\.code) == [.duplicateTask])
    #expect(
      problems(of: graph).first?.description.contains(
        "(GraphFaultTests.swift:\(line + 1) and GraphFaultTests.swift:\(line + 2))") == true)
  }

  @Test func `of two screens of one name the first is used, and the second is a fault`() {
    var graph = Graph<Screen>()
    let task = graph.task("a") { 1 }
    graph.screen("home", needs: task) { _, _ in }
    graph.screen("home") { _ in }
    #expect(problems(of: graph).map(\.code) == [.duplicateScreen])
    #expect(graph.tolerantPlan(for: "home").group(of: "a") == .beforeFirstFrame)
  }

  @Test func `a screen that is not declared is refused with those that are`() {
    var graph = Graph<Screen>()
    graph.screen("home") { _ in }
    let problems = problems(of: graph, for: "article")
    #expect(problems.map(\.code) == [.unknownScreen])
    #expect(
      problems.first?.description.contains(
        "no screen is declared with the name \"article\"; the graph has \"home\" (GraphFault")
        == true)
  }

  @Test func `every fault of a graph is told at once`() {
    var graph = Graph<Screen>()
    graph.task("a", provides: .first, needs: Key.first) { $0 }
    graph.task("a", needs: Key.second) { _ in }
    graph.screen("home") { _ in }
    #expect(Set(problems(of: graph).map(\.code)) == [.duplicateTask, .unknownKey, .cycle])
  }

  @Test func `a faulty contribution fails its own members, and the rest runs`() {
    var graph = Graph<Screen>()
    let store = graph.task("store") { 1 }
    graph.screen("home", needs: store) { _, _ in }
    graph.add { graph in
      let heavy = graph.task("heavy", at: .whenDeferred) { 1 }
      graph.task("a", provides: .first, at: .firstFrame, needs: Key.second, heavy) { a, _ in a }
      graph.task("b", provides: .second, needs: Key.first) { $0 }
      graph.task("c", needs: Key.first) { _ in }
      graph.task("d", needs: Key.second.optional) { _ in }
    }
    let plan = graph.tolerantPlan(for: "home")
    #expect(plan.problems.map(\.code) == [.cycle])
    // What cannot run pulls nothing forward.
    #expect(plan.group(of: "heavy") == .deferred)
    var run = Simulation(plan: plan)
    run.runAll()
    let outcomes = run.outcomes
    #expect(outcomes["store"] == .done)
    #expect(outcomes["a"] == .failed)
    #expect(outcomes["b"] == .failed)
    #expect(outcomes["c"] == .skipped)
    #expect(outcomes["d"] == .done)
    #expect(run.screenOutcome == .done)
  }

  @Test func `a screen that is not declared leaves the other work its run`() {
    var graph = Graph<Screen>()
    graph.task("crash reporter", at: .firstFrame) {}
    let plan = graph.tolerantPlan(for: "home")
    var run = Simulation(plan: plan)
    run.runAll()
    #expect(run.screenOutcome == .failed)
    #expect(run.outcomes["crash reporter"] == .done)
  }
}

struct LargeGraphTests {

  @Test func `a chain of ten thousand tasks is planned, run and explained`() throws {
    var graph = Graph<Screen>()
    var last = graph.task("task 0") { 0 }
    for number in 1..<10_000 { last = graph.task("task \(number)", needs: last) { $0 + 1 } }
    graph.screen("home", needs: last) { _, _ in }
    let plan = try graph.plan(for: "home")
    #expect(plan.why("task 0")?.hasPrefix("home needs task 9999, which needs task 9998") == true)
    #expect(plan.rank(of: 0) == 10_000 * 100_000)
    var run = Simulation(plan: plan)
    run.runAll()
    #expect(run.screenOutcome == .done)
    // A failure at its beginning goes through to its end.
    let failed = Machine(plan: plan)
    failed.begin(now: 0)
    let first = try #require(failed.next(for: .main))
    failed.settle(first, .failed)
    #expect(failed.outcome(of: plan.screenNode) == .skipped)
    #expect(failed.causes(of: plan.screenNode) == [0])
  }

  @Test func `a circle of ten thousand tasks is found`() {
    var graph = Graph<Screen>()
    for number in 0..<10_000 {
      graph.task(
        "task \(number)", provides: Key<Int>("\(number)"),
        needs: Key<Int>("\((number + 1) % 10_000)")
      ) { $0 }
    }
    graph.screen("home") { _ in }
    #expect(graph.tolerantPlan(for: "home").problems.map(\.members.count) == [10_000])
  }

  @Test func `stacked diamonds are walked once, however many paths they have`() throws {
    var graph = Graph<Screen>()
    var top = graph.task("top") { 0 }
    for level in 0..<1000 {
      let left = graph.task("left \(level)", needs: top) { $0 }
      let right = graph.task("right \(level)", needs: top) { $0 }
      top = graph.task("join \(level)", provides: Key<Int>("\(level)"), needs: left, right) {
        $0 + $1
      }
    }
    // A key that refers forward makes the planner look for circles.
    graph.task("early", needs: Key<Int>("late")) { _ in }
    graph.task("late", provides: Key<Int>("late")) { 1 }
    graph.screen("home", needs: top) { _, _ in }
    let plan = try graph.plan(for: "home")
    #expect(plan.rank(of: 0) == 2001 * 100_000)
    let scheduler = Machine(plan: plan)
    scheduler.begin(now: 0)
    #expect(scheduler.pendingNeeds(of: plan.screenNode).count == 3001)
    var run = Simulation(plan: plan)
    run.runAll()
    #expect(run.screenOutcome == .done)
  }
}
