import Foundation
import LaunchSQLite
import Testing

/// The first launch after an update is killed while it migrates the store.
@Suite(.serialized) struct MigrationKillTests {
  private let root = NSTemporaryDirectory() + "newsreader-\(UUID().uuidString)"
  private let offline = "http://127.0.0.1:1"

  private func read(_ arguments: [String], input: String = "") throws -> String {
    let result = try Program.run(
      Program.path("newsreader"), ["--headless", "--folder", root] + arguments, input: input)
    #expect(result.status == 0)
    return result.output
  }

  /// How many articles there are, the newest of them, and the version of the store's shape.
  private func look(
    into folder: String
  ) throws -> (articles: Int64?, newest: Int64?, version: Int64?) {
    let connection = try Connection(path: folder + "/data/news.sqlite")
    return (
      try connection.integer("SELECT count(*) FROM article"),
      try connection.integer("SELECT max(id) FROM article"),
      try connection.integer("PRAGMA user_version")
    )
  }

  @Test func `a kill between any two of its system calls loses no row`() throws {
    let strace = "/usr/bin/strace"
    let files = FileManager.default
    try #require(files.isExecutableFile(atPath: strace), ".ci/setup test installs strace")
    defer { try? files.removeItem(atPath: root) }
    let backend = try BackendProcess()
    _ = try read(
      ["--backend", backend.url, "--version", "1.9.0", "--build", "190"],
      input: "signin ann news\nrefresh\n")
    let before = try look(into: root)
    try #require(before.articles ?? 0 > 10 && before.version == 1)
    let link = "news://item/\(before.newest ?? 0)"
    let old = root + ".old"
    defer { try? files.removeItem(atPath: old) }
    try files.copyItem(atPath: root, toPath: old)

    var versions: [Int64: Int] = [:]
    for call in ["pwrite64", "fdatasync", "ftruncate", "unlink", "fcntl"] {
      for number in 1...1000 {
        try files.removeItem(atPath: root)
        try files.copyItem(atPath: old, toPath: root)
        let killed = try Program.run(
          strace,
          [
            "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
            "inject=\(call):signal=SIGKILL:when=\(number)", Program.path("newsreader"),
            "--headless", "--folder", root, "--backend", offline, link,
          ], input: "quit\n")
        let after = try look(into: root)
        #expect(after.articles == before.articles, "killed at \(call) \(number)")
        versions[after.version ?? -1, default: 0] += 1
        if killed.signal == nil && killed.status == 0 { break }
        // The next launch finds the old store or the new one, and shows the article from it.
        let shown = try read(["--backend", offline, link])
        #expect(shown.contains("(from the store)"), "killed at \(call) \(number): \(shown)")
        #expect(try look(into: root).version == 2)
      }
    }
    #expect(versions[1, default: 0] > 3 && versions[2, default: 0] > 3, "\(versions)")
    #expect(Set(versions.keys) == [1, 2])
  }
}
