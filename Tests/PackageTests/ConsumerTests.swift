import Foundation
import LaunchModel
import TestSupport
import Testing

/// A second package depends on a tag of this one, as a client's does.
@Suite struct ConsumerTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "launchpath-\(UUID().uuidString)")

  @Test(.timeLimit(.minutes(8)))
  func `a package that depends on a tag builds, runs and leaves a recording`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let consumer = folder.appending(path: "consumer")
    try tagTree(at: folder.appending(path: "LaunchPath"))
    try writeConsumer(at: consumer)

    let build = try await offPool {
      try Command(
        ["swift", "build", "--scratch-path", "scratch", "--disable-index-store"], in: consumer,
        seconds: 420)
    }
    try #require(build.status == 0, "\(build.output)\(build.errors)")
    // Flags that SwiftPM calls unsafe must not stand in the way of the library product.
    #expect(!(build.output + build.errors).contains("unsafe build flags"))

    let recordings = folder.appending(path: "recordings")
    let run = try Command(
      [consumer.appending(path: "scratch/debug/Consumer").path()], in: folder,
      environment: [
        "LAUNCHPATH_RECORDINGS": recordings.path(), "HOME": folder.path(),
        "XDG_STATE_HOME": folder.appending(path: "state").path(),
      ], seconds: 30)
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.output == "drawn: two articles in the dark theme\n")

    let files = try FileManager.default.contentsOfDirectory(atPath: recordings.path())
    try #require(files.count == 1)
    let bytes = [UInt8](try Data(contentsOf: recordings.appending(path: files[0])))
    let recording = try Recording(reading: bytes)
    #expect(recording.app == "consumer")
    #expect(recording.end == .ended)
    let planned = recording.threads.flatMap(\.entries).filter { $0.kind == .planTask }
      .map { recording.name($0.name) }
    #expect(Set(planned).isSuperset(of: ["open store", "articles", "theme"]))
  }

  /// Makes a repository of the tree as it lies on the disk, tagged 1.0.0.
  ///
  /// The tree and not its last commit, so that the test speaks about what is being worked on.
  private func tagTree(at copy: URL) throws {
    let files = FileManager.default
    let list = try Command(
      [
        "git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard",
      ], in: Folders.root, seconds: 30)
    try #require(list.status == 0, "\(list.errors)")
    for path in list.output.split(separator: "\n").map(String.init) {
      let source = Folders.root.appending(path: path)
      guard files.fileExists(atPath: source.path()) else { continue }
      let target = copy.appending(path: path)
      try files.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(at: source, to: target)
    }
    let author = ["-c", "user.name=Tests", "-c", "user.email=tests@example.org"]
    for words in [
      ["init", "-q"], ["add", "-A", "--force"], author + ["commit", "-q", "-m", "The tree"],
      ["tag", "1.0.0"],
    ] {
      let git = try Command(["git"] + words, in: copy, seconds: 30)
      try #require(git.status == 0, "\(git.errors)")
    }
  }

  private func writeConsumer(at consumer: URL) throws {
    let sources = consumer.appending(path: "Sources/Consumer")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Consumer",
        dependencies: [
          .package(url: "file://\(folder.path())/LaunchPath", exact: "1.0.0")
        ],
        targets: [
          .executableTarget(
            name: "Consumer", dependencies: [.product(name: "LaunchPath", package: "LaunchPath")])
        ])
      """
    try manifest.write(
      to: consumer.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    let program = """
      import LaunchPath

      enum Screen: String, LaunchScreen { case home }

      @MainActor func start() {
        var graph = Graph<Screen>()
        let store = graph.task("open store") { ["one", "two"] }
        let articles = graph.task("articles", needs: store) { $0.count }
        let theme = graph.mainTask("theme") { "dark" }
        graph.screen("home", needs: articles, theme) { _, articles, theme in
          print("drawn:", articles == 2 ? "two articles" : "nothing", "in the \\(theme) theme")
        }
        let launch = Launch(
          app: "consumer", version: "1.0.0", graph: graph, rules: [.otherwise(.home)])
        guard launch.run() == .screen("home") else { fatalError("no screen") }
        launch.firstFrameShown()
        launch.end()
      }

      start()
      """
    try program.write(
      to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
  }
}
