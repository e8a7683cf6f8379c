import Foundation
@testable import LaunchPath
import Synchronization
import Testing

/// A run always comes back, whatever its tasks, its threads and its caller do.
@MainActor @Suite(.serialized) struct CoordinatorLimitTests {
  @Test func `work that is late is gone on without, where it can be`() throws {
    let gate = Gate()
    var graph = Graph<Screen>()
    let slow = graph.task("slow", on: .blocking) {
      gate.pass()
      return 1
    }
    let feed = graph.task("feed", needs: slow.or(7)) { $0 * 2 }
    var drawn = 0
    graph.screen("home", needs: feed) { _, feed in drawn = feed }
    var options = LaunchOptions()
    options.runLimit = .milliseconds(30)
    let launch = launch(graph, options: options)
    #expect(launch.run() == .screen("home"))
    #expect(drawn == 14)
    let settled = try launch.readRecording().threads.flatMap(\.entries)
      .filter { $0.kind == .settled }
    #expect(settled.map(\.detail) == [TaskOutcome.timedOut.rawValue])
    #expect(settled.map(\.task) == [0])
    gate.open()
    launch.firstFrameShown()
    launch.runDeferred()
    launch.end()
  }

  @Test func `work that is late and required is named, and how long it was waited for`() {
    let gate = Gate()
    var graph = Graph<Screen>()
    // More of them than there are threads for them.
    let slow = (0..<6).map { number in
      graph.task("slow \(number)", on: .blocking) {
        gate.pass()
        return 1
      }
    }
    let four = graph.task("four", needs: slow[0], slow[1], slow[2], slow[5]) { $0 + $1 + $2 + $3 }
    graph.screen("home", needs: four, slow[3], slow[4].or(0)) { _, _, _, _ in }
    var options = LaunchOptions()
    options.runLimit = .milliseconds(30)
    let launch = launch(graph, options: options)
    let causes = launch.run().causes
    #expect(Set(causes.compactMap(\.task)) == ["slow 0", "slow 1", "slow 2", "slow 3", "slow 5"])
    #expect(causes.allSatisfy { $0.reason == "it has not ended after 0.03 seconds" })
    gate.open()
    launch.end()
  }

  @Test func `a system without threads runs everything on the main one`() throws {
    let order = Box<[String]>([])
    var graph = Graph<Screen>()
    @Sendable func did(_ name: String) {
      order.change {
        $0.append(pthread_equal(pthread_self(), mainThread) != 0 ? name : "elsewhere")
      }
    }
    let mainThread = pthread_self()
    let any = graph.task("any") { did("any") }
    let blocking = graph.task("blocking", on: .blocking) { did("blocking") }
    let main = graph.mainTask("main") { did("main") }
    graph.task("deferred") { did("deferred") }
    graph.task("deferred, blocking", on: .blocking) { did("deferred, blocking") }
    graph.mainTask("deferred, main") { did("deferred, main") }
    let lazy = graph.lazy("lazy", needs: blocking) { _ in did("lazy") }
    graph.screen("home", needs: any, blocking, main) { _, _, _, _ in did("draw") }
    let upkeep = Box<[Bool]>([])
    let coordinator = Coordinator(
      plan: try graph.plan(for: "home"),
      recorder: Recorder(folder: "", app: "", version: "", build: "", spawnedAt: nil), began: 0,
      options: LaunchOptions(), mainLoop: nil, threads: ThreadSource { _, _ in false },
      afterFirstFrame: { isDrawn in upkeep.change { $0.append(isDrawn) } })
    let screen = graph.declarations.screens[0]
    #expect(coordinator.run { screen.draw(Screen.home, $0) } == [])
    #expect(Set(order.now.prefix(3)) == ["any", "blocking", "main"])
    #expect(order.now.dropFirst(3) == ["draw"])
    coordinator.firstFrameShown()
    #expect(upkeep.now == [true])
    #expect(coordinator.runIdle(until: .now + .seconds(10)) == false)
    #expect(
      Set(order.now.dropFirst(4)) == ["deferred", "deferred, blocking", "deferred, main"])
    #expect(!coordinator.hasDeferredWork)
    _ = try #require(lazy.value(in: coordinator.results)).get()
    #expect(order.now.last == "lazy")
  }

  @Test func `the end of a launch ends a run that waits`() {
    let gate = Gate()
    var graph = Graph<Screen>()
    let slow = graph.task("slow", on: .blocking) { gate.pass() }
    graph.screen("home", needs: slow) { _, _ in Issue.record("drawn after the end") }
    let lazy = graph.lazy("lazy", needs: slow) { 1 }
    let launch = launch(graph)
    DispatchQueue.global().async {
      usleep(20_000)
      launch.end()
    }
    #expect(launch.run().causes.map(\.reason) == ["the launch was ended"])
    let error = #expect(throws: LazyError.self) { try launch.value(of: lazy) }
    #expect(error?.code == .ended)
    #expect(!launch.hasDeferredWork && !launch.runIdle(until: .now + .seconds(1)))
    launch.firstFrameShown()
    gate.open()
  }

  @Test func `a coordinator goes when its launch is over and nobody has its lazy values`() throws {
    var graph = Graph<Screen>()
    let maps = graph.lazy("maps") { 1 }
    graph.task("later", needs: maps) { try $0.get() }
    graph.screen("home") { _ in }
    weak var coordinator: Coordinator?
    var accessor: Lazy<Int>?
    func run() throws {
      let screen = graph.declarations.screens[0]
      let run = Coordinator(
        plan: try graph.plan(for: "home"),
        recorder: Recorder(folder: "", app: "", version: "", build: "", spawnedAt: nil), began: 0,
        options: LaunchOptions(), mainLoop: nil, afterFirstFrame: { _ in })
      #expect(run.run { screen.draw(Screen.home, $0) } == [])
      run.firstFrameShown()
      waitUntil { !run.hasDeferredWork }
      run.end()
      accessor = maps.value(in: run.results)
      coordinator = run
    }
    try run()
    #expect(try accessor?.get() == 1)
    accessor = nil
    waitUntil { coordinator == nil }
  }

  @Test func `who waits for a lazy value is told of the end`() {
    let gate = Gate()
    let failure = Box<LazyError?>(nil)
    var graph = Graph<Screen>()
    let slow = graph.task("slow", on: .blocking) { gate.pass() }
    let lazy = graph.lazy("lazy", needs: slow) { 1 }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    DispatchQueue.global().async {
      do { _ = try launch.value(of: lazy) } catch { failure.change { $0 = error as? LazyError } }
    }
    usleep(20_000)
    launch.end()
    // Who runs the need himself comes back when it has ended; who waits, at once.
    gate.open()
    waitUntil { failure.now?.code == .ended }
  }

  @Test func `a first frame that is told while it is drawn keeps nothing busy`() throws {
    var options = LaunchOptions()
    options.firstFrameFailsafe = .milliseconds(1)
    let ran = Box(0)
    var graph = Graph<Screen>()
    graph.task("deferred") { ran.change { $0 += 1 } }
    let begun = Box<Launch?>(nil)
    graph.screen("home") { _ in begun.now?.firstFrameShown() }
    let launch = launch(graph, options: options)
    begun.change { $0 = launch }
    #expect(launch.run() == .screen("home"))
    waitUntil { ran.now == 1 && !launch.hasDeferredWork }
    usleep(20_000)
    let recording = try launch.readRecording()
    let entries = recording.threads.flatMap(\.entries)
    #expect(entries.count < 100)
    #expect(!entries.contains { recording.name($0.name).hasPrefix("deferred work begins") })
    #expect(ran.now == 1)
    launch.end()
  }

  @Test func `a forgotten first frame is made up for once, and told`() throws {
    var options = LaunchOptions()
    options.firstFrameFailsafe = .milliseconds(1)
    let ran = Box(0)
    var graph = Graph<Screen>()
    graph.task("deferred") { ran.change { $0 += 1 } }
    graph.screen("home") { _ in }
    let launch = launch(graph, options: options)
    #expect(launch.run() == .screen("home"))
    waitUntil { ran.now == 1 }
    launch.firstFrameShown()
    usleep(5_000)
    let recording = try launch.readRecording()
    let told = recording.threads.flatMap(\.entries)
      .filter { recording.name($0.name).hasPrefix("deferred work begins") }
    #expect(told.count == 1)
    #expect(ran.now == 1)
    launch.end()
  }

  @Test func `a screen that cannot be drawn is never taken for one that was`() {
    var graph = Graph<Screen>()
    graph.task("a") { 1 }
    graph.screen("home") { _ in }
    let unknown = launch(graph, for: .update)
    #expect(unknown.run().causes.first?.reason.contains("\"update\"") == true)
    unknown.firstFrameShown()
    unknown.runDeferred()
    unknown.end()

    let undecided = Launch(
      app: "test", version: "1", graph: graph, rules: [],
      folders: LaunchFolders(root: TemporaryFolder.all + "/\(UUID().uuidString)"))
    #expect(undecided.run().causes.first?.reason.hasPrefix("no rule chose a screen") == true)
    undecided.firstFrameShown()
    undecided.runDeferred()
    undecided.end()
  }
}
