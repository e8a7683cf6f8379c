import Foundation
import LaunchSQLite
import TestSupport
import Testing

/// The first launch after an update is killed while it migrates the store.
@Suite(.serialized) struct MigrationKillTests {
  private let root = NSTemporaryDirectory() + "newsreader-\(UUID().uuidString)"
  private var old: String { root + ".old" }
  private let offline = "http://127.0.0.1:1"
  private let strace = "/usr/bin/strace"

  private func read(_ arguments: [String], input: String = "") throws -> String {
    try Program.run(
      Program.path("newsreader"), ["--headless", "--folder", root] + arguments, input: input
    ).output
  }

  /// What a store holds.
  private struct Look: Sendable {
    let articles: Int64?
    let newest: Int64?
    let version: Int64?
  }

  private func look(into folder: String) throws -> Look {
    let connection = try Connection(path: folder + "/data/news.sqlite")
    return Look(
      articles: try connection.integer("SELECT count(*) FROM article"),
      newest: try connection.integer("SELECT max(id) FROM article"),
      version: try connection.integer("PRAGMA user_version"))
  }

  @Test func `a kill between any two of its system calls loses no row`() async throws {
    let files = FileManager.default
    try #require(files.isExecutableFile(atPath: strace), ".ci/setup test installs strace")
    defer {
      try? files.removeItem(atPath: root)
      try? files.removeItem(atPath: old)
    }
    let backend = try BackendProcess()
    _ = try read(
      ["--backend", backend.url, "--version", "1.9.0", "--build", "190"],
      input: "signin ann news\nrefresh\n")
    let before = try look(into: root)
    try #require(before.articles ?? 0 > 10 && before.version == 1)
    try files.copyItem(atPath: root, toPath: old)

    var versions: [Int64: Int] = [:]
    for call in ["pwrite64", "fdatasync", "ftruncate", "unlink", "fcntl"] {
      for kill in try await offPool({ try killed(at: call, before.newest ?? 0) }) {
        #expect(kill.after.articles == before.articles, "killed at \(call) \(kill.number)")
        versions[kill.after.version ?? -1, default: 0] += 1
        guard let next = kill.next else { continue }
        #expect(next.shown.contains("(from the store)"), "killed at \(call) \(kill.number)")
        #expect(next.version == 2, "killed at \(call) \(kill.number)")
      }
    }
    #expect(versions[1, default: 0] > 3 && versions[2, default: 0] > 3, "\(versions)")
    #expect(Set(versions.keys) == [1, 2])
  }

  /// A launch that was killed, and what the next one found.
  private struct Kill: Sendable {
    let number: Int
    let after: Look
    /// What the next launch showed, and the version that it left; nil if nothing was killed.
    let next: (shown: String, version: Int64?)?
  }

  /// Kills launches at the first, second, … of a system call, until one is over before.
  private func killed(at call: String, _ article: Int64) throws -> [Kill] {
    var kills: [Kill] = []
    for number in 1...1000 {
      try FileManager.default.removeItem(atPath: root)
      try FileManager.default.copyItem(atPath: old, toPath: root)
      let link = "news://item/\(article)"
      let killed = try Program.run(
        strace,
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=SIGKILL:when=\(number)", Program.path("newsreader"), "--headless",
          "--folder", root, "--backend", offline, link,
        ], input: "quit\n")
      let after = try look(into: root)
      if killed.signal == nil && killed.status == 0 {
        return kills + [Kill(number: number, after: after, next: nil)]
      }
      // The next launch finds the old store or the new one, and shows the article from it.
      let shown = try read(["--backend", offline, link])
      kills.append(
        Kill(number: number, after: after, next: (shown, try look(into: root).version)))
    }
    return kills
  }
}
