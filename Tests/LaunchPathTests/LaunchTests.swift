import Foundation
import LaunchPath
import Testing

enum Screen: String, LaunchScreen {
  case home, update
}

@MainActor @Suite(.serialized) struct LaunchTests {
  let root = TemporaryFolder.all + "/\(UUID().uuidString)"

  @Test func `a launch runs what its screen needs, draws, and then runs the rest`() throws {
    let order = Lock<[String]>([])
    func did(_ name: String) { order.withLock { $0.append(name) } }
    var drawn: [String] = []
    var graph = Graph<Screen>()
    let store = graph.task("open store") {
      order.withLock { $0.append("open store") }; return 20
    }
    let feed = graph.task("cached feed", needs: store) { store in (0..<store).map { "item \($0)" } }
    graph.task("clean up") { order.withLock { $0.append("clean up") } }
    let theme = graph.mainTask("theme") { "dark" }
    graph.screen("home", needs: feed.or([]), theme) { _, feed, theme in
      drawn = feed + [theme]
    }
    graph.screen("update") { _ in }
    let plan = try graph.plan(for: "home")
    #expect(plan.why("open store") == "home needs cached feed, which needs open store")
    let launch = Launch(
      app: "test", version: "1.0.0", graph: graph, rules: [.otherwise(.home)],
      folders: LaunchFolders(root: root))
    #expect(launch.run() == .screen("home"))
    #expect(drawn.count == 21)
    launch.firstFrameShown()
    while !order.withLock({ $0.contains("clean up") }) { usleep(100) }
    launch.end()
    let files = try FileManager.default.contentsOfDirectory(atPath: launch.folders.recordings)
      .filter { $0.hasSuffix(".lprec") }
    #expect(files.count == 1)
    let bytes = try [UInt8](
      Data(contentsOf: URL(filePath: launch.folders.recordings + "/" + files[0])))
    let recording = try Recording(reading: bytes)
    #expect(recording.app == "test")
    let kinds = recording.threads.flatMap(\.entries).map(\.kind)
    #expect(kinds.filter { $0 == .planTask }.count == 4)
    #expect(recording.end == .ended)
    #expect(recording.problems.isEmpty)
  }

  @MainActor
  @Test func `a process that was made ahead is opened once, and an ordinary one is not`() throws {
    for (reason, kinds) in [
      (LaunchReason.background, [LaunchKind.unknown, .warm]), (.prewarm, [.unknown, .warm]),
      (.icon, [.cold]), (.unknown, [.cold]),
    ] {
      let launch = Launch.begin(
        app: "test", version: "1", request: LaunchRequest(reason: reason),
        folders: LaunchFolders(root: TemporaryFolder.all + "/\(UUID().uuidString)"))
      for _ in 0..<3 { launch.activated(LaunchRequest(reason: .icon)) }
      let recorded = try launch.readRecording().threads.flatMap(\.entries)
        .filter { $0.kind == .launch }.map { LaunchKind(rawValue: $0.detail) }
      #expect(recorded == kinds)
      launch.end()
    }
  }
}
