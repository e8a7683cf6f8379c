import Foundation
import LaunchModel
import TestSupport
import Testing

/// A launch that takes in a crash is killed at every system call with which it writes.
struct LadderKillTests {
  private static let strace = "/usr/bin/strace"
  private static let calls = [
    "openat", "access", "pread64", "write", "pwrite64", "fdatasync", "rename", "renameat2",
    "linkat", "unlink", "flock", "close", "fallocate", "ftruncate", "mmap",
  ]

  /// What became of the launches after a kill.
  struct Outcome: Sendable {
    let place: String
    let wasDrawn: Bool
    let crashes: Int
    let isQuarantined: Bool
  }

  @Test func `a kill at any of them neither loses a crash nor counts it twice`() async throws {
    try #require(
      FileManager.default.isExecutableFile(atPath: Self.strace), ".ci/setup test installs strace")
    let outcomes = try await offPool { try Self.killEverywhere() }
    #expect(outcomes.count > 40)
    for outcome in outcomes {
      // A launch that was killed after its content has cleared the count, or had no time to.
      let counts = outcome.wasDrawn ? 1...2 : 2...2
      #expect(counts.contains(outcome.crashes), "\(outcome)")
      #expect(outcome.isQuarantined == (outcome.crashes == 2), "\(outcome)")
    }
  }

  private static func killEverywhere() throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for call in calls {
      for number in 1...200 {
        guard let outcome = try kill(at: call, number) else { break }
        outcomes.append(outcome)
      }
    }
    return outcomes
  }

  /// Lets a launch crash, kills the next one, and lets one crash again.
  ///
  /// - Returns: Nothing if the launch made fewer calls of this kind and ended well.
  private static func kill(at call: String, _ number: Int) throws -> Outcome? {
    let program = try PlantedProgram()
    _ = try program.launch("fault", in: "suggestions")
    let killed = try ChildProcess(
      strace,
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):signal=SIGKILL:when=\(number)", builtProgram("TestWriter"), "planted",
        program.root, "suggestions", "nothing", "1", "go on",
      ], environment: ["SWIFT_BACKTRACE": "enable=no", "LAUNCHPATH_RECORDINGS": nil])
    if try killed.wait() == .status(0) { return nil }
    _ = try program.start("fault", in: "suggestions").wait()
    // A third launch takes the second crash in, and is killed before it can clear anything.
    let process = try program.start("hang", in: "open store")
    try process.waitForOutput("task open store")
    let history = try program.state().crashes
    process.send(signal: SIGKILL)
    try process.wait()
    return Outcome(
      place: "\(call) \(number)", wasDrawn: killed.output.contains("screen home"),
      crashes: history?.crashes.count ?? 0,
      isQuarantined: history?.quarantine.map(\.task) == ["suggestions"])
  }
}
