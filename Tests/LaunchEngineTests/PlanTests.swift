import LaunchEngine
import LaunchModel
import Testing

enum Screen: String, LaunchScreen {
  case home, update, article
}

/// A store that one module provides and others know by its key alone.
struct Store: Sendable {}

extension Key where Value == Store {
  static var store: Key { Key("store") }
}

/// Another module.
enum Analytics {
  static func contribute<S>(to graph: inout Graph<S>) {
    graph.task("analytics", needs: Key.store) { _ in }
  }
}

struct PlanTests {
  /// A program with all kinds of declarations; `home` draws with most of it, `update` with nothing.
  private func makeGraph() -> Graph<Screen> {
    var graph = Graph<Screen>()
    graph.task("crash reporter", at: .firstFrame) {}
    let store = graph.task("open store", provides: .store) { Store() }
    let feed = graph.task("cached feed", needs: store) { _ in ["item"] }
    let theme = graph.mainTask("theme") { "dark" }
    let flags = graph.asyncTask("fresh flags", needs: Key.store) { _ in true }
    let index = graph.lazy("index", needs: Key.store) { _ in 1 }
    graph.task("clean up", needs: store) { _ in }
    graph.add(Analytics.contribute)
    graph.screen(
      "home", needs: feed.or([]), theme, flags.within(.milliseconds(200), else: false), index
    ) { _, _, _, _, _ in }
    graph.screen("update") { _ in }
    return graph
  }

  @Test func `only what the screen draws with comes before its first frame`() throws {
    let plan = try makeGraph().plan(for: .home)
    #expect(
      plan.tasks(in: .beforeFirstFrame) == [
        "crash reporter", "open store", "cached feed", "theme", "fresh flags",
      ])
    #expect(plan.tasks(in: .deferred) == ["clean up", "analytics"])
    #expect(plan.tasks(in: .lazy) == ["index"])
  }

  @Test func `a gate waits for nothing but what every first frame waits for`() throws {
    let plan = try makeGraph().plan(for: .update)
    #expect(plan.tasks(in: .beforeFirstFrame) == ["crash reporter"])
    #expect(plan.group(of: "open store") == .deferred)
  }

  @Test(arguments: [
    ("open store", "home needs cached feed, which needs open store"),
    ("cached feed", "home needs cached feed"),
    ("fresh flags", "home needs fresh flags"),
    ("crash reporter", "crash reporter is declared for the first frame"),
    ("clean up", "nothing on home needs clean up"),
    ("index", "index is made on first use"),
  ])
  func `a plan says why each task runs where it runs`(task: String, why: String) throws {
    #expect(try makeGraph().plan(for: "home").why(task) == why)
  }

  @Test func `a plan knows nothing of a task that is not in the graph`() throws {
    let plan = try makeGraph().plan(for: "home")
    #expect(plan.why("nothing") == nil)
    #expect(plan.group(of: "nothing") == nil)
  }

  @Test func `what a task for the first frame needs comes with it, and says so`() throws {
    var graph = Graph<Screen>()
    let disk = graph.task("disk") { 1 }
    let log = graph.task("log", needs: disk) { $0 }
    graph.task("crash reporter", at: .firstFrame, needs: log) { _ in }
    graph.screen("home") { _ in }
    let plan = try graph.plan(for: "home")
    #expect(plan.tasks(in: .beforeFirstFrame) == ["disk", "log", "crash reporter"])
    #expect(
      plan.why("disk")
        == "crash reporter is declared for the first frame and needs log, which needs disk")
  }

  @Test func `the shortest chain is the reason`() throws {
    var graph = Graph<Screen>()
    let base = graph.task("base") { 1 }
    let long = graph.task("long", needs: base) { $0 }
    let longer = graph.task("longer", needs: long) { $0 }
    let short = graph.task("short", needs: base) { $0 }
    graph.screen("home", needs: longer, short) { _, _, _ in }
    #expect(try graph.plan(for: "home").why("base") == "home needs short, which needs base")
  }

  @Test func `a lazy need pulls nothing forward`() throws {
    var graph = Graph<Screen>()
    let disk = graph.task("disk") { 1 }
    let maps = graph.lazy("maps", needs: disk) { $0 }
    let feed = graph.task("feed", needs: maps) { _ in 1 }
    graph.screen("home", needs: feed) { _, _ in }
    let plan = try graph.plan(for: "home")
    #expect(plan.tasks(in: .beforeFirstFrame) == ["feed"])
    #expect(plan.group(of: "disk") == .deferred)
    #expect(plan.group(of: "maps") == .lazy)
  }

  @Test func `the description lists every task once, with its place and its reason`() throws {
    let text = try makeGraph().plan(for: "home").description
    #expect(text.hasPrefix("plan for home\nbeforeFirstFrame:\n  crash reporter (PlanTests.swift:"))
    #expect(text.contains("): home needs cached feed, which needs open store\n"))
    #expect(text.split(separator: "\n").count == 1 + 3 + 8)
  }

  @Test func `another module refers to a value by its key alone`() throws {
    let plan = try makeGraph().plan(for: "home")
    let analytics = try #require(plan.index(of: "analytics"))
    #expect(plan.needs(of: analytics).map(\.needed) == [plan.index(of: "open store")])
  }

  @Test func `the longest remaining path is the most urgent`() throws {
    var graph = Graph<Screen>()
    let a = graph.task("a", expected: .milliseconds(1)) { 1 }
    let b = graph.task("b", expected: .milliseconds(5)) { 1 }
    let c = graph.task("c", expected: .milliseconds(9), needs: a) { $0 }
    graph.screen("home", needs: b, c) { _, _, _ in }
    let scheduler = Machine(plan: try graph.plan(for: "home"))
    scheduler.begin(now: 0)
    // `a` alone takes less than `b`, and holds up `c`.
    #expect(scheduler.next(for: .helper) == 0)
    #expect(scheduler.next(for: .helper) == 1)
  }

  @Test func `deferred work makes nothing before the first frame more urgent`() throws {
    var graph = Graph<Screen>()
    let small = graph.task("small", expected: .milliseconds(1)) { 1 }
    let large = graph.task("large", expected: .milliseconds(2)) { 1 }
    graph.task("upload", expected: .seconds(10), needs: small) { _ in }
    graph.screen("home", needs: small, large) { _, _, _ in }
    let scheduler = Machine(plan: try graph.plan(for: "home"))
    scheduler.begin(now: 0)
    #expect(scheduler.next(for: .helper) == 1)
  }

  @Test func `the longest durations that can be said are no fault`() throws {
    var graph = Graph<Screen>()
    let a = graph.task("a", expected: .nanoseconds(Int64.max)) { 1 }
    let b = graph.task("b", expected: .seconds(Int64.max), needs: a) { $0 }
    let c = graph.task("c", expected: .seconds(Int64.min), needs: b) { $0 }
    graph.screen("home", needs: c) { _, _ in }
    let plan = try graph.plan(for: "home")
    #expect((0...3).map(plan.rank) == [.max, .max, 0, 0])
  }
}
