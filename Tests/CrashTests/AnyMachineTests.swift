import Foundation
import LaunchModel
import LaunchPath
import LaunchTraces
import TestSupport
import Testing

/// Whatever a machine lacks, a launch shows its screen, and says what its recording lacks.
struct AnyMachineTests {
  private let program: PlantedProgram

  init() throws {
    program = try PlantedProgram()
  }

  /// Runs a shell script in a mount namespace of its own; `$D` is a folder and `$W` the writer.
  private func run(
    _ script: String, environment: [String: String?] = [:]
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let own: [String: String?] = [
      "D": program.root, "W": try builtProgram("TestWriter"), "LAUNCHPATH_RECORDINGS": nil,
    ]
    return try ChildProcess.run(
      "/usr/bin/env", ["unshare", "-m", "/bin/sh", "-c", script],
      environment: own.merging(environment) { $1 })
  }

  private static let launch = "$W planted \"$D\" suggestions nothing 1 'go on'"

  /// The recordings of a program, by their process, once each of them has its name.
  private func recordings(in root: String? = nil) throws -> [Recording] {
    let folder = (root ?? program.root) + "/state/recordings/"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap {
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: folder + $0)))
      return bytes.prefix(8).allSatisfy { $0 == 0 } ? nil : try Recording(reading: bytes)
    }
  }

  private func names(_ kind: RecordingEntryKind, in recording: Recording) -> [String] {
    recording.threads.flatMap(\.entries).filter { $0.kind == kind && $0.name != 0 }
      .map { recording.name($0.name) }
  }

  @Test(
    .enabled(if: Namespace.canMount, "a test may mount a file system here"),
    arguments: [
      ("size=64k none $D", "No space left on device"), ("ro none $D", "Read-only file system"),
    ])
  func `on a disk that takes nothing a launch shows its screen, and says so`(
    options: String, reason: String
  ) throws {
    let result = try run("mount -t tmpfs -o \(options) && \(Self.launch); echo status $?")
    #expect(result.output.contains("screen home\n") && result.output.contains("home with 3\n"))
    #expect(result.output.hasSuffix("status 0\n"), "\(result)")
    let recording = result.output.split(separator: "\n").first { $0.hasPrefix("recording ") }
    #expect(recording?.hasSuffix(reason) == true, "\(result)")
  }

  @Test(.enabled(if: Namespace.canMountRoot, "a test may make the root read-only for itself"))
  func `without a home and without folders a launch shows its screen, and says so`() throws {
    let unset = ["HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"]
    let result = try run(
      "mount -o remount,bind,ro / && D= && \(Self.launch); echo status $?",
      environment: Dictionary(uniqueKeysWithValues: unset.map { ($0, nil) }))
    #expect(result.output.contains("screen home\n") && result.output.hasSuffix("status 0\n"))
    let recording = result.output.split(separator: "\n").first { $0.hasPrefix("recording ") }
    #expect(recording?.hasSuffix("Read-only file system") == true, "\(result)")
  }

  @Test(.enabled(if: Namespace.canMount, "a test may mount a file system here"))
  func `without /proc a launch is recorded, and its beginning is estimated`() throws {
    let result = try run("$W without-proc planted $D suggestions nothing 1 'go on'")
    #expect(result.end == .status(0) && result.output.contains("screen home\n"), "\(result)")
    let recording = try #require(try recordings().first)
    #expect(recording.end == .ended && recording.problems.isEmpty && recording.kernelStart == nil)
    let trace = Trace(recording)
    #expect(trace.launch.zero.hasPrefix("estimated") && trace.launch.zeroUncertainty == nil)
    #expect(trace.mark(LaunchMark.firstFrame) != nil)
  }

  @Test func `children of a fork leave the launch alone, however they end`() throws {
    let result = try ChildProcess.run(
      builtProgram("TestWriter"), ["fork-launched", program.root],
      environment: ["LAUNCHPATH_RECORDINGS": nil])
    #expect(result.end == .status(0), "\(result)")
    #expect(result.output == "exit \(3 << 8)\ncrash \(SIGABRT)\nlaunch 0\n")
    let recordings = try recordings()
    let parent = try #require(recordings.first { $0.app == "parent" })
    #expect(parent.end == .ended && parent.crash == nil && parent.exit?.status ?? 0 == 0)
    #expect(names(.mark, in: parent) == ["started", "firstFrame"])
    #expect(names(.begin, in: parent) == ["declare the graph", "of the parent"])
    #expect(names(.number, in: parent).isEmpty)
    let child = try #require(recordings.first { $0.app == "child" })
    #expect(recordings.count == 2 && child.end == .ended && child.process != parent.process)
    #expect(names(.begin, in: child) == ["declare the graph", "own"])
  }

  @Test(arguments: [true, false])
  func `a program that becomes another has two recordings, and only its own has the stamp`(
    isInSameFolder: Bool
  ) throws {
    let next = isInSameFolder ? program.root : program.root + "/next"
    let process = try ChildProcess(
      builtProgram("TestWriter"), ["exec", program.root, next],
      environment: ["LAUNCHPATH_RECORDINGS": nil, "LAUNCHPATH_SPAWNED_AT": "4711"])
    #expect(try process.wait() == .status(0))
    #expect(process.output.contains("stamp none"), "\(process.output)")
    let all = try recordings() + (isInSameFolder ? [] : recordings(in: next))
    let (first, second) = try (
      #require(all.first { $0.app == "first" }), #require(all.first { $0.app == "writer" })
    )
    #expect(all.count == 2 && all.allSatisfy { $0.problems.isEmpty })
    #expect(first.spawnedAt == 4711 && second.spawnedAt == nil)
    #expect(first.process == second.process && first.clocks.boottime < second.clocks.boottime)
    #expect(first.end == .none && second.end == .ended)
    #expect(names(.mark, in: first) == ["started", "before", "firstFrame"])
    #expect(names(.mark, in: second) == ["started", "firstFrame"])
  }

  @Test func `a program that becomes another while it has the spare loses nothing`() throws {
    let own: [String: String?] = ["LAUNCHPATH_RECORDINGS": nil]
    let verbs = [["settle", program.root], ["exec", program.root, program.root]]
    for arguments in verbs + [verbs[0], verbs[0]] {
      let result = try ChildProcess.run(
        builtProgram("TestWriter"), arguments, environment: own)
      #expect(result.end == .status(0), "\(arguments): \(result)")
    }
    let recordings = try recordings()
    #expect(recordings.map(\.app).sorted() == ["first"] + Array(repeating: "writer", count: 4))
    #expect(recordings.allSatisfy { $0.problems.isEmpty })
    let first = try #require(recordings.first { $0.app == "first" })
    #expect(names(.mark, in: first) == ["started", "before", "firstFrame"])
  }

  // Again and again, as they meet at another step each time.
  @Test(arguments: 0..<20)
  func `eight launches at once in no folder at all have a recording each`(round: Int) throws {
    let running = try (0..<8).map { _ in try program.start("nothing", in: "suggestions") }
    for process in running {
      #expect(try process.wait() == .status(0))
      #expect(process.output.contains("screen home\n"), "\(process.output)")
    }
    let recordings = try recordings()
    #expect(Set(recordings.map(\.process)) == Set(running.map { UInt32($0.id) }))
    #expect(recordings.count == 8)
    for recording in recordings {
      #expect(recording.end == .ended && recording.problems.isEmpty)
      #expect(names(.mark, in: recording).contains(LaunchMark.firstContent))
    }
  }

  private func trace(with shim: ClockShim) throws -> Trace {
    let process = try ChildProcess(
      builtProgram("TestWriter"),
      ["planted", program.root, "suggestions", "nothing", "1", "go on"],
      environment: ["LAUNCHPATH_RECORDINGS": nil, "LD_PRELOAD": shim.path])
    #expect(try process.wait() == .status(0))
    #expect(process.output.contains("screen home\n"))
    return try program.trace(of: process.id)
  }

  @Test func `an interruption between two readings of the clocks is no suspension`() throws {
    let trace = try trace(with: ClockShim(ClockShim.interrupted))
    #expect(trace.launch.excluded.isEmpty && trace.problems.isEmpty)
  }

  @Test func `a wall clock that is set back is said, and moves nothing`() throws {
    let trace = try trace(with: ClockShim(ClockShim.setBack))
    #expect(trace.problems.contains { $0.code == "clock-step" })
    guard case .integer(let step)? = trace.launch[attribute: "clockStepNs"] else {
      Issue.record("the step is not told")
      return
    }
    #expect((-3_601_000_000_000)...(-3_599_000_000_000) ~= step)
    #expect(trace.launch.excluded.isEmpty)
    let marks = trace.marks.map(\.at)
    #expect(marks == marks.sorted() && marks.allSatisfy { (0..<30_000_000_000).contains($0) })
  }

  @Test func `32 threads at once tear nothing, and count what finds no room`() throws {
    let result = try ChildProcess.run(
      builtProgram("TestWriter"), ["threads", program.root + "/state/recordings"])
    #expect(result.end == .status(0), "\(result)")
    let recording = try #require(try recordings().first)
    let threads = recording.threads.filter { $0.entries.first?.kind == .number }
    #expect(threads.count == 32)
    var (kept, overwritten) = (0, 0)
    for thread in threads {
      let entries = thread.entries.filter { $0.kind == .number }
      kept += entries.count
      overwritten += thread.gap?.count ?? 0
      #expect(Set(entries.map(\.detail)).count == 1)
      #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.a < $1.a })
      let isWhole = entries.allSatisfy { entry in
        let name = entry.a % 100 == 0 ? "thread \(entry.detail)" : ""
        return entry.b == UInt32(entry.a) && entry.c == ~entry.b
          && recording.name(entry.name) == name
      }
      #expect(isWhole)
    }
    // The clocks at the end find no room either, if their thread had none.
    let lost = recording.droppedEntries - (32 * 10_000 - kept - overwritten)
    #expect((0...1).contains(lost), "\(lost) of \(recording.droppedEntries)")
    #expect(recording.droppedEntries > 0 && recording.end == .ended)
  }
}

/// What the machine lets a test do in a mount namespace.
private enum Namespace {
  static let canMount = can("mount -t tmpfs none /mnt")
  static let canMountRoot = can("mount -o remount,bind,ro /")

  private static func can(_ command: String) -> Bool {
    let run = try? ChildProcess.run("/usr/bin/env", ["unshare", "-m", "/bin/sh", "-c", command])
    return run?.end == .status(0)
  }
}

/// A library with other clocks than those of the machine.
private struct ClockShim {
  private let folder: TestFolder
  var path: String { folder.path("clock.so") }

  /// Once a recorder has read the clocks and asks for the CPU time, the wall clock is set back by
  /// an hour.
  static let setBack = """
    static int begun;
    if (clock == CLOCK_PROCESS_CPUTIME_ID) begun = 1;
    if (clock == CLOCK_REALTIME && begun) time->tv_sec -= 3600;
    """
  /// Every other time, a thread that reads the monotonic clock is interrupted before.
  static let interrupted = """
    static int reads;
    if (clock == CLOCK_MONOTONIC && __atomic_fetch_add(&reads, 1, __ATOMIC_RELAXED) % 2 == 0) {
      usleep(5000);
      result = (int)syscall(SYS_clock_gettime, clock, time);
    }
    """

  init(_ what: String) throws {
    folder = try TestFolder()
    let source = try folder.write(
      """
      #define _GNU_SOURCE
      #include <sys/syscall.h>
      #include <time.h>
      #include <unistd.h>
      int clock_gettime(clockid_t clock, struct timespec *time) {
        int result = (int)syscall(SYS_clock_gettime, clock, time);
        \(what)
        return result;
      }
      """.utf8, to: "clock.c")
    let made = try ChildProcess.run(
      "/usr/bin/env", ["gcc", "-shared", "-fPIC", "-o", path, source])
    try #require(made.end == .status(0), "\(made.errors)")
  }
}
