import Foundation
import LaunchPath
import Testing

/// The writer is killed before each of its system calls in turn.
@Suite(.enabled(if: Machine.canTrace, "strace may trace a process here"))
struct StateFileKillTests {
  /// What is there before the write that is killed.
  enum Before: String, CaseIterable {
    case nothing, state, damaged, leftover
  }

  private static let calls = "openat,write,fdatasync,rename,link,unlink,flock,access,mkdir,close"

  @Test(arguments: Before.allCases)
  func `a kill between any two system calls leaves the old state or the new one, whole`(
    before: Before
  ) throws {
    let folder = try TemporaryFolder()
    try prepare(before, in: folder)
    #expect(try strace([], folder).status == 0)
    let names = try calls(folder).map { String($0.prefix { $0 != "(" }) }
    let first = try #require(calls(folder).firstIndex { $0.contains("/s/state") })
    #expect(names.count - first >= 8)
    for index in first..<names.count {
      try prepare(before, in: folder)
      let old = StateFile(path: folder.path + "/s/state").inspect()
      // The tracer counts each kind of call by itself.
      let count = names[...index].count { $0 == names[index] }
      let kill = "inject=\(names[index]):signal=SIGKILL:when=\(count)"
      #expect(try strace(["-e", kill], folder).isKilled)
      try check(before, old: old, in: folder, "killed before \(names[index]) \(count)")
    }
  }

  private func check(
    _ before: Before, old: Reading<LaunchState>, in folder: TemporaryFolder, _ when: String
  ) throws {
    let file = StateFile(path: folder.path + "/s/state")
    let found = file.read()
    switch (before, found) {
    case (.damaged, .unavailable(let reason)):
      #expect(reason.contains("damaged"), "\(when)")
    case (.nothing, .absent): break
    case (_, .value(let state)):
      let isNew = state.config?.flags["new 0"] != nil
      let isOld = found == old || (before == .leftover && state.generation == 2)
      #expect(isNew || isOld, "\(when): \(state)")
    default: Issue.record("\(when): \(found)")
    }
    let next = try file.update { $0.session = SessionMarker(account: "next", signedInAt: 0) }
    #expect(file.read() == .value(next), "\(when)")
    #expect(
      try folder.files("s").filter { $0.hasSuffix(".new") } == [], "\(when): leftovers")
    if before == .damaged {
      let kept = try Data(contentsOf: URL(filePath: folder.path + "/s/state.damaged"))
      #expect(kept == Data("LPSTATE1 damaged".utf8), "\(when)")
    }
  }

  private func prepare(_ before: Before, in folder: TemporaryFolder) throws {
    let state = folder.path + "/s"
    try? FileManager.default.removeItem(atPath: state)
    if before == .nothing { return }
    let file = StateFile(path: state + "/state")
    try file.update { $0.session = SessionMarker(account: "old", signedInAt: 0) }
    let url = URL(filePath: file.path)
    if before == .damaged { try Data("LPSTATE1 damaged".utf8).write(to: url) }
    if before == .leftover {
      let old = try Data(contentsOf: url)
      try file.update { $0.session = nil }
      try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".new")
      try old.write(to: url)
    }
  }

  @Test func `the bytes are on the disk before the file has its name`() throws {
    let folder = try TemporaryFolder()
    #expect(try strace(["-y"], folder).status == 0)
    let calls = try calls(folder).filter { $0.contains("/s/state.new") }
      .map { String($0.prefix { $0 != "(" }) }
    #expect(calls.suffix(5) == ["openat", "write", "fdatasync", "close", "rename"])
  }

  private func strace(_ options: [String], _ folder: TemporaryFolder) throws -> Writer.Result {
    try Writer.run(
      program: "/usr/bin/env",
      ["strace", "-e", "trace=\(Self.calls)", "-o", folder.path + "/trace"] + options
        + [Writer.path, "update", folder.path + "/s/state", "new", "1"])
  }

  private func calls(_ folder: TemporaryFolder) throws -> [String] {
    try String(contentsOfFile: folder.path + "/trace", encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("+++") }.map(String.init)
  }
}
