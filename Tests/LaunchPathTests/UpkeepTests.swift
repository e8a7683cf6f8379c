import Foundation
@testable import LaunchPath
import LaunchTraces
import Testing

/// What a launch leaves behind for the next one.
@MainActor @Suite(.serialized) struct UpkeepTests {
  private enum First: LaunchScreen {
    case signIn, article, home

    var screenName: String { "\(self)" }
  }

  private let folder: TemporaryFolder
  private let folders: LaunchFolders
  private var stateFile: StateFile { StateFile(folders: folders) }

  init() throws {
    folder = try TemporaryFolder()
    folders = LaunchFolders(root: folder.path)
  }

  private func state() -> LaunchState? {
    if case .value(let state) = stateFile.read() { return state }
    return nil
  }

  /// Runs a launch to the end of its upkeep.
  @discardableResult
  private func launch(
    target: String? = nil, version: String = "1.0.0", isDrawable: Bool = true,
    during: (Launch) throws -> Void = { _ in }
  ) throws -> LaunchResult {
    var graph = Graph<First>()
    let content = graph.task("content") { () throws -> Int in
      if isDrawable { return 1 }
      throw Refused()
    }
    graph.screen("signIn") { _ in }
    graph.screen("article", needs: content) { _, _ in }
    graph.screen("home") { _ in }
    let launch = Launch(
      app: "test", version: version, build: "b", graph: graph,
      rules: [
        .session { _ in .signIn }, .target { $0.url.hasPrefix("news:") ? .article : nil },
        .otherwise(.home),
      ], request: LaunchRequest(reason: .link, target: target), folders: folders)
    let result = launch.run()
    try during(launch)
    // Its upkeep waits for that.
    launch.interactive()
    launch.firstFrameShown()
    // The kernel's start is noted first.
    waitUntil { (try? launch.readRecording().kernelStart) != nil && !launch.isUpkeepRunning }
    launch.end()
    return result
  }

  private func signIn() throws {
    try stateFile.update { $0.session = SessionMarker(account: "ada", signedInAt: 0) }
  }

  @Test func `a target is kept through sign-in and the end of the process, and shown once`() throws
  {
    #expect(try launch(target: "news:7") == .screen("signIn"))
    #expect(state()?.pendingTarget?.url == "news:7")
    #expect(try launch() == .screen("signIn"))
    #expect(state()?.pendingTarget?.url == "news:7")
    try signIn()
    #expect(try launch() == .screen("article"))
    #expect(state()?.pendingTarget == nil)
    #expect(try launch() == .screen("home"))
  }

  @Test func `a target that could not be shown is kept`() throws {
    try signIn()
    #expect(try launch(target: "news:7", isDrawable: false).causes.count == 1)
    #expect(state()?.pendingTarget?.url == "news:7")
    #expect(try launch() == .screen("article"))
    #expect(state()?.pendingTarget == nil)
  }

  @Test func `a target that leads nowhere is not kept`() throws {
    try signIn()
    #expect(try launch(target: "ftp:7") == .screen("home"))
    #expect(state()?.pendingTarget == nil)
  }

  @Test func `a newer target takes the place of an older one`() throws {
    try launch(target: "news:7")
    try launch(target: "news:8")
    #expect(state()?.pendingTarget?.url == "news:8")
  }

  @Test func `what the program itself changed meanwhile stays`() throws {
    try launch(target: "news:7")
    try launch { _ in
      try stateFile.update {
        $0.pendingTarget = PendingTarget(url: "news:9", askedAt: 1)
        $0.savedScreen = SavedScreen(name: "list", content: [], savedAt: 2)
      }
    }
    #expect(state()?.pendingTarget?.url == "news:9")
    #expect(state()?.savedScreen?.name == "list")
  }

  @Test func `the install history has the first run and the last version`() throws {
    try launch()
    let first = try #require(state()?.install)
    #expect(first.lastVersion == "1.0.0" && first.lastBuild == "b")
    try launch(version: "1.1.0")
    let second = try #require(state()?.install)
    #expect(second.installedAt == first.installedAt && second.lastVersion == "1.1.0")
  }

  @Test func `nothing is written when nothing changes`() throws {
    try launch()
    let generation = state()?.generation
    try launch()
    #expect(state()?.generation == generation)
  }

  @Test func `a state that cannot be read is not written`() throws {
    try FileManager.default.createDirectory(
      atPath: folders.state, withIntermediateDirectories: true)
    try Data("LPSTATE1 damaged".utf8).write(to: URL(filePath: stateFile.path))
    #expect(try launch(target: "news:7") == .screen("article"))
    #expect(
      try Data(contentsOf: URL(filePath: stateFile.path)) == Data("LPSTATE1 damaged".utf8))
    #expect(!FileManager.default.fileExists(atPath: stateFile.path + ".damaged"))
  }

  @Test func `large recordings make room sooner`() throws {
    try FileManager.default.createDirectory(
      atPath: folders.recordings, withIntermediateDirectories: true)
    for number in 0..<10 {
      let path = folders.recordings + "/old-\(number).lprec"
      try Data().write(to: URL(filePath: path))
      unsafe #expect(truncate(path, 10 << 20) == 0)
      let date = Date(timeIntervalSince1970: Double(1_000 + number))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    try launch()
    waitUntil {
      (try? FileManager.default.contentsOfDirectory(atPath: folders.recordings))?
        .contains("old-3.lprec") == false
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folders.recordings)
    #expect(files.filter { $0.hasPrefix("old") }.sorted() == (4..<10).map { "old-\($0).lprec" })
  }

  @Test(arguments: [true, false])
  func `old recordings make room for new ones, with and without a graph`(hasGraph: Bool) throws {
    try FileManager.default.createDirectory(
      atPath: folders.recordings, withIntermediateDirectories: true)
    for number in 0..<70 {
      let path = folders.recordings + "/old-\(number).lprec"
      try Data().write(to: URL(filePath: path))
      let date = Date(timeIntervalSince1970: Double(1_000 + number))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    try Data().write(to: URL(filePath: folders.recordings + "/notes.txt"))
    if hasGraph {
      try launch()
    } else {
      let launch = Launch.begin(app: "test", version: "1", folders: folders)
      launch.firstFrameShown()
      launch.end()
    }
    waitUntil {
      let files = try? FileManager.default.contentsOfDirectory(atPath: folders.recordings)
      return files?.count { $0.hasSuffix(".lprec") && $0 != RecordingLayout.spareName } == 64
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folders.recordings)
    #expect(files.contains("notes.txt") && files.contains("old-69.lprec"))
    #expect(!files.contains("old-6.lprec") && files.contains("old-7.lprec"))
  }

  @Test func `a launch without a graph has marks and spans, and reads no state`() throws {
    try signIn()
    let launch = Launch.begin(app: "test", version: "1", folders: folders)
    #expect(launch.inputs.state == .unavailable("it was not read"))
    #expect(Launch.span("work") { 3 } == 3)
    #expect(throws: Refused.self) { try Launch.span("fails") { throw Refused() } }
    launch.mark("ready")
    launch.mark("ready")
    launch.inputServed(after: .seconds(Int64.min))
    launch.inputServed(after: .seconds(Int64.max))
    launch.firstFrameShown()
    #expect(!launch.hasDeferredWork && !launch.runIdle(until: .now))
    launch.end()
    let recording = try launch.readRecording()
    let entries = recording.threads.flatMap(\.entries)
    let marks = entries.filter { $0.kind == .mark }.map { recording.name($0.name) }
    #expect(marks == ["started", "ready", "interactive", "firstFrame"])
    #expect(entries.count { $0.kind == .begin } == entries.count { $0.kind == .end })
    #expect(entries.filter { $0.kind == .text }.isEmpty)
    #expect(recording.end == .ended && recording.kernelStart != nil)
  }

  @Test(arguments: [ScreenShows.placeholder, .skeleton, .error, nil])
  func `to be interactive is content only where the program says nothing of its screen`(
    shown: ScreenShows?
  ) throws {
    let launch = Launch.begin(app: "test", version: "1", folders: folders)
    if let shown { launch.screen(shown) }
    launch.interactive()
    func hasContent() -> Bool { launch.progress.withLock { $0.reachedContent } }
    #expect(hasContent() == (shown == nil))
    #expect(CrashWitness.reachedContent(try launch.readRecording()) == (shown == nil))
    launch.screen(.staleContent)
    #expect(hasContent())
    #expect(CrashWitness.reachedContent(try launch.readRecording()))
    launch.end()
  }

  @Test func `what a program writes down of its work is in its trace`() throws {
    Launch.instant("before there is a launch")
    let launch = Launch.begin(app: "test", version: "1", folders: folders)
    Launch.counter("queue", 3, unit: "items")
    Launch.counter("queue", 5, unit: "items")
    let flow = Launch.span("request") {
      Launch.attribute("bytes", 1_200)
      Launch.attribute("cache", "miss")
      return Launch.flow()
    }
    let helper = Thread { Launch.span("parse") { Launch.follows(flow) } }
    helper.start()
    waitUntil { helper.isFinished }
    Launch.instant("done")
    launch.end()
    Launch.counter("queue", 7)
    let trace = Trace(try launch.readRecording())
    let counter = try #require(trace.counters.first)
    #expect(counter.samples.map(\.value).prefix(2) == [3, 5] && counter.unit == "items")
    let request = try #require(trace.spans.first { $0.name == "request" })
    #expect(request.arguments.map(\.name) == ["bytes", "cache"])
    let parse = try #require(trace.spans.first { $0.name == "parse" })
    #expect(trace.flows == [TraceFlow(from: request.id, to: parse.id)])
    #expect(request.track != parse.track)
    #expect(trace.spans.contains { $0.name == "done" && $0.category == "instant" })
    #expect(!trace.spans.contains { $0.name == "before there is a launch" })
  }

  @Test func `a recording has its marks, however many names the program brings`() throws {
    var graph = Graph<Screen>()
    for number in 0..<4_000 { graph.task("a task with a rather long name \(number)") {} }
    graph.screen("home") { _ in }
    let launch = Launch(
      app: "test", version: "1", graph: graph, rules: [.otherwise(.home)], folders: folders)
    #expect(launch.run() == .screen("home"))
    launch.firstFrameShown()
    launch.screen(.freshContent)
    launch.interactive()
    launch.runDeferred()
    launch.end()
    let recording = try launch.readRecording()
    #expect(recording.droppedNames > 0)
    let marks = recording.threads.flatMap(\.entries).filter { $0.kind == .mark }
    #expect(
      marks.map { recording.name($0.name) } == [
        "started", "draw", "firstFrame", "firstContent", "interactive",
      ])
  }

  @Test func `a launch whose recording finds no folder goes on, and notes it`() throws {
    try FileManager.default.createDirectory(
      atPath: folders.state, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folders.recordings))
    var graph = Graph<Screen>()
    graph.screen("home") { _ in }
    let launch = Launch(
      app: "test", version: "1", graph: graph, rules: [.otherwise(.home)], folders: folders)
    #expect(launch.run() == .screen("home"))
    #expect(launch.recorder.path == nil)
    #expect(launch.recorder.problem.contains("Not a directory"))
    launch.firstFrameShown()
    launch.end()
  }
}
