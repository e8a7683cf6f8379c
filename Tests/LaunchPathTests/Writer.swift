import Foundation
import Testing

/// The program that tests start and kill; it lies beside the test bundle.
enum Writer {
  static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "TestWriter").path

  /// How a program ended, and what it printed.
  struct Result {
    let output: String
    let status: Int32
    let isKilled: Bool

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
    try run(program: path, arguments, environment: environment)
  }

  static func run(
    program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Result {
    let (process, pipe) = try start(program: program, arguments, environment: environment)
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      output: String(decoding: output, as: UTF8.self), status: process.terminationStatus,
      isKilled: process.terminationReason == .uncaughtSignal)
  }

  /// Starts a program with nothing to read; what it prints goes into the pipe.
  static func start(
    program: String = path, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (Process, Pipe) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }) { $1 }
    let pipe = Pipe()
    process.standardInput = FileHandle(forReadingAtPath: "/dev/null")
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    return (process, pipe)
  }
}

/// A folder that goes with its owner.
final class TemporaryFolder {
  /// The folder of all folders of these tests, which goes with the process.
  static let all: String = {
    let path = NSTemporaryDirectory() + "launchpath-tests-\(getpid())"
    atexit { try? FileManager.default.removeItem(atPath: TemporaryFolder.all) }
    return path
  }()

  let path = TemporaryFolder.all + "/\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func files(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
  }
}

/// What the machine lets a test do.
enum Machine {
  /// Whether a test may mount a file system of its own, which goes with the process.
  static let canMount = (try? run("unshare -m mount -t tmpfs none /mnt")) == 0
  /// Whether a test may trace a process.
  static let canTrace = (try? run("strace -o /dev/null true")) == 0

  private static func run(_ command: String) throws -> Int32 {
    try Writer.run(program: "/bin/sh", ["-c", command + " 2>/dev/null"]).status
  }
}
