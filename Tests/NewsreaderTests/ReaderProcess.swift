import Foundation
import Testing

/// The demo's programs, as they were built beside these tests.
enum Program {
  static func path(_ name: String) -> String {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    return folder.appending(path: name).path
  }

  /// Runs a program to its end.
  static func run(
    _ path: String, _ arguments: [String], input: String = ""
  ) throws -> (status: Int32, signal: Int32?, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let (inputPipe, outputPipe) = (Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    try process.run()
    // A program that is killed reads nothing any more, and that must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    try? inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? inputPipe.fileHandleForWriting.close()
    let output = try outputPipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return (
      process.terminationStatus, isSignal ? process.terminationStatus : nil,
      String(decoding: output, as: UTF8.self)
    )
  }
}

/// The demo's server, for the time of a test.
final class BackendProcess {
  let url: String
  private let process = Process()

  init() throws {
    process.executableURL = URL(filePath: Program.path("news-backend"))
    process.arguments = ["--listen", "127.0.0.1:0"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var line = Data()
    while !line.contains(0x0A) {
      guard let more = try pipe.fileHandleForReading.read(upToCount: 1) else { break }
      line.append(more)
    }
    let text = String(decoding: line, as: UTF8.self)
    url = try #require(text.split(separator: " ").last.map(String.init))
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }
}
