import Foundation

/// A program run to its end.
///
/// Its output goes to files and not through pipes, so that a process that it leaves behind cannot
/// hold the test up; `timeout` ends it by a signal that cannot be blocked.
struct Command {
  let status: Int32
  let output: String
  let errors: String

  init(
    _ words: [String], in folder: URL, environment: [String: String] = [:], seconds: Int
  ) throws {
    let files = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "-s", "KILL", String(seconds)] + words
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try Self.file(in: files, named: "output")
    process.standardError = try Self.file(in: files, named: "errors")
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try Self.text(in: files, named: "output")
    errors = try Self.text(in: files, named: "errors")
  }

  private static func file(in folder: URL, named name: String) throws -> FileHandle {
    let file = folder.appending(path: name)
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  private static func text(in folder: URL, named name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }
}

/// The folders that the tests start from.
enum Folders {
  /// The package's root.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where the build put its programs: the folder of the test bundle, which is the running program.
  static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()
}
