import Foundation
import LaunchPath
import Synchronization
import Testing

@MainActor @Suite(.serialized) struct CoordinatorTests {
  private func run(
    _ graph: Graph<Screen>, options: LaunchOptions = LaunchOptions()
  ) -> LaunchResult {
    let launch = launch(graph, options: options)
    defer { launch.end() }
    return launch.run()
  }

  @Test func `a failed need takes its other value, and a required one leads to recovery`() {
    var drawn: [Int]?
    var graph = Graph<Screen>()
    let store = graph.task("open store") { () throws -> Int in throw Refused() }
    let feed = graph.task("feed", needs: store) { [$0] }
    graph.screen("home", needs: feed.or([7])) { _, feed in drawn = feed }
    #expect(run(graph) == .screen("home"))
    #expect(drawn == [7])

    var strict = Graph<Screen>()
    let broken = strict.task("open store") { () throws -> Int in throw Refused() }
    let needs = strict.task("feed", needs: broken) { [$0] }
    strict.screen("home", needs: needs) { _, _ in Issue.record("drawn without its need") }
    guard case .recovery(let causes) = run(strict) else {
      Issue.record("drawn without its need")
      return
    }
    #expect(causes.map(\.task) == ["open store"])
    #expect(causes[0].reason.contains("Refused"))
  }

  @Test func `a faulty contribution fails its own members and the rest runs`() {
    var isDrawn = false
    var graph = Graph<Screen>()
    graph.task("bad", needs: Key<Int>("nobody provides this")) { _ in }
    let good = graph.task("good") { 1 }
    graph.screen("home", needs: good) { _, _ in isDrawn = true }
    #expect(run(graph) == .screen("home"))
    #expect(isDrawn)
  }

  @Test func `a task that gives nothing is needed like any other`() {
    var seen: [String] = []
    var graph = Graph<Screen>()
    let done = graph.task("done", provides: Key<Void>("done")) {}
    let failed = graph.task("failed") { () throws -> Void in throw Refused() }
    let counted = graph.task("counted", needs: done, Key<Void>("done")) { _, _ in 7 }
    let lazy = graph.lazy("lazy", needs: done) { _ in }
    graph.screen("home", needs: counted, done.optional, failed.optional, lazy) {
      _, counted, done, failed, lazy in
      seen = ["\(counted)", done == nil ? "no" : "yes", failed == nil ? "no" : "yes"]
      if (try? lazy.get()) != nil { seen.append("lazy") }
    }
    #expect(run(graph) == .screen("home"))
    #expect(seen == ["7", "yes", "no", "lazy"])
  }

  @Test func `a recording tells the work of a task from its waiting`() throws {
    var graph = Graph<Screen>()
    let sleeper = graph.task("sleeper") { usleep(50_000) }
    let worker = graph.task("worker", needs: sleeper) { _ in
      let end = ContinuousClock.now + .milliseconds(20)
      while ContinuousClock.now < end {}
    }
    let tiny = graph.task("tiny", expected: .microseconds(1), needs: worker) { _ in }
    graph.screen("home", needs: tiny) { _, _ in }
    let launch = launch(graph)
    defer { launch.end() }
    #expect(launch.run() == .screen("home"))
    let recording = try launch.readRecording()
    let ends = recording.threads.flatMap(\.entries).filter { $0.kind == .end && $0.task < 3 }
    try #require(ends.count == 3)
    // Whoever runs a task is metered, so the times hold however busy the machine is.
    #expect(ends.map(\.b) == [1, 1, 0])
    #expect(ends[0].a >= 0 && ends[0].a < 40_000_000)
    #expect(ends[1].a > 0 && ends[1].a <= 20_000_000 + 500_000)
  }

  @Test func `an asynchronous value that is late is replaced at its limit`() {
    var drawn = 0
    var graph = Graph<Screen>()
    let slow = graph.asyncTask("slow") { () async throws -> Int in
      try await Task.sleep(for: .seconds(60))
      return 1
    }
    let quick = graph.asyncTask("quick") { 10 }
    graph.screen(
      "home", needs: slow.within(.milliseconds(20), else: 2),
      quick.within(.seconds(10), else: 20)
    ) { _, slow, quick in drawn = slow + quick }
    #expect(run(graph) == .screen("home"))
    #expect(drawn == 12)
  }

  @Test func `deferred work waits for the first frame, or for the failsafe`() {
    let ran = Box(false)
    var graph = Graph<Screen>()
    graph.task("deferred") { ran.change { $0 = true } }
    graph.screen("home") { _ in }
    let patient = launch(graph)
    #expect(patient.run() == .screen("home"))
    usleep(20_000)
    #expect(!ran.now)
    patient.firstFrameShown()
    waitUntil { ran.now }
    patient.end()

    ran.change { $0 = false }
    var options = LaunchOptions()
    options.firstFrameFailsafe = .milliseconds(30)
    let forgetful = launch(graph, options: options)
    #expect(forgetful.run() == .screen("home"))
    waitUntil { ran.now }
    forgetful.end()
  }

  @Test func `a lazy value is made once for eight threads, and again after a failure`() throws {
    let made = Box(0)
    var graph = Graph<Screen>()
    let store = graph.task("store") { 40 }
    let value = graph.lazy("lazy", needs: store) { store in
      usleep(2000)
      made.change { $0 += 1 }
      if made.now == 1 { throw Refused() }
      return store + made.now
    }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    #expect(throws: Refused.self) { try launch.value(of: value) }
    let values = Box<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      if let one = try? launch.value(of: value) { values.change { $0.append(one) } }
    }
    #expect(values.now == Array(repeating: 42, count: 8))
    #expect(made.now == 2)
    launch.end()
  }

  @Test func `two tasks of a launch run at the same time, and main tasks on the main thread`() {
    let both = Box(0)
    var graph = Graph<Screen>()
    let meet: @Sendable () -> Void = {
      both.change { $0 += 1 }
      let end = ContinuousClock.now + .seconds(5)
      while both.now < 2 && ContinuousClock.now < end { usleep(50) }
    }
    let a = graph.task("a", expected: .seconds(1)) { meet() }
    let b = graph.task("b", expected: .seconds(1)) { meet() }
    graph.screen("home", needs: a, b) { _, _, _ in }
    var options = LaunchOptions()
    options.helpers = 1
    let start = ContinuousClock.now
    #expect(run(graph, options: options) == .screen("home"))
    #expect(both.now == 2 && ContinuousClock.now - start < .seconds(4))
  }

  @Test func `main tasks that are deferred run in the spare time of the main loop`() {
    let woken = Box(0)
    var ran = false
    var graph = Graph<Screen>()
    graph.mainTask("later") { ran = true }
    graph.screen("home") { _ in }
    let launch = Launch(
      app: "test", version: "1", graph: graph, rules: [.otherwise(.home)],
      mainLoop: MainLoop(wake: { woken.change { $0 += 1 } }),
      folders: LaunchFolders(root: TemporaryFolder.all + "/\(UUID().uuidString)"))
    #expect(launch.run() == .screen("home"))
    #expect(!launch.runIdle(until: .now + .seconds(1)) && !ran)
    launch.firstFrameShown()
    #expect(woken.now > 0)
    #expect(!launch.runIdle(until: .now + .seconds(1)) && ran)
    #expect(!launch.hasDeferredWork)
    launch.end()
  }
}
