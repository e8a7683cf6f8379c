import Foundation
@testable import LaunchPath
import Synchronization
import TestSupport
import Testing

struct RecorderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeRecorder(_ app: String = "app", in path: String? = nil) -> Recorder {
    Recorder(folder: path ?? folder.path, app: app, version: "1", build: "b", spawnedAt: 42)
  }

  private func read(_ recorder: Recorder) throws -> Recording {
    let path = try #require(recorder.path)
    return try Recording(reading: [UInt8](Data(contentsOf: URL(filePath: path))))
  }

  @Test func `what is recorded is in the file at once, with its names`() throws {
    let recorder = makeRecorder()
    recorder.append(
      .settled, detail: 3, task: 9, name: recorder.name("why"), a: .min, b: .max, c: 7)
    let recording = try read(recorder)
    #expect(recording.app == "app" && recording.appVersion == "1" && recording.appBuild == "b")
    #expect(recording.spawnedAt == 42)
    #expect(recording.process == UInt32(getpid()))
    #expect(recording.end == .none && recording.endedAt == nil)
    #expect(recording.problems == [])
    let entry = try #require(recording.threads.first?.entries.first)
    #expect(recording.name(entry.name) == "why")
    #expect(entry.kind == .settled && entry.detail == 3 && entry.task == 9)
    #expect(entry.a == .min && entry.b == .max && entry.c == 7)
    #expect(entry.time >= recording.clocks.boottime)
    recorder.recordKernelStart()
    recorder.end()
    let ended = try read(recorder)
    #expect(ended.end == .ended && ended.endedAt != nil)
    #expect(ended.kernelStart.map { $0.time < ended.clocks.boottime } == true)
  }

  @Test func `threads beyond the first segments have their own, and miss nothing`() throws {
    let recorder = makeRecorder()
    DispatchQueue.concurrentPerform(iterations: 16) { thread in
      for number in 0..<500 {
        recorder.append(.number, b: UInt32(thread), c: UInt32(number))
      }
    }
    let recording = try read(recorder)
    let entries = recording.threads.flatMap(\.entries)
    #expect(recording.problems == [])
    for thread in 0..<16 {
      #expect(entries.filter { $0.b == UInt32(thread) }.map(\.c) == Array(0..<500))
    }
  }

  @Test func `a thread that fills a segment goes on in another`() throws {
    let recorder = makeRecorder()
    let count = RecordingLayout.entriesPerSegment * 5 / 2
    for number in 0..<count { recorder.append(.number, a: Int64(number)) }
    let recording = try read(recorder)
    #expect(recording.threads.count == 1)
    #expect(recording.threads[0].entries.map(\.a) == (0..<count).map(Int64.init))
  }

  @Test(arguments: [0, 1, 2_045, 2_046, 2_047, 4_092, 100_000])
  func `a thread keeps its first entries and its newest, and counts those between`(
    beyond: Int
  ) throws {
    let recorder = makeRecorder()
    let segment = RecordingLayout.entriesPerSegment
    let kept = segment * Limits.keptSegments
    let count = kept + beyond
    for number in 0..<count { recorder.append(.number, a: Int64(number)) }
    let recording = try read(recorder)
    let thread = try #require(recording.threads.first)
    let lost = max(0, beyond - segment + 1)
    #expect(
      thread.entries.map(\.a) == (Array(0..<kept) + Array(kept + lost..<count)).map(Int64.init))
    #expect(thread.gap?.index == (lost == 0 ? nil : kept) && (thread.gap?.count ?? 0) == lost)
    #expect(recording.droppedEntries == 0)
    #expect(recording.problems.map(\.count) == (lost == 0 ? [] : [lost]))
    let size = try FileManager.default.attributesOfItem(atPath: recorder.path ?? "")[.size] as? Int
    #expect(size ?? .max <= RecordingLayout.segmentOffset(4))
  }

  @Test func `two recordings on one thread take turns in segments that go round`() throws {
    let recorders = [makeRecorder("a"), makeRecorder("b")]
    let count = RecordingLayout.entriesPerSegment * 6
    for number in 0..<count {
      for recorder in recorders { recorder.append(.number, a: Int64(number)) }
    }
    for recorder in recorders {
      let entries = try #require(read(recorder).threads.first?.entries)
      #expect(entries.last?.a == Int64(count - 1))
      #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.a < $1.a })
    }
  }

  @Test func `what finds no room is dropped and counted`() throws {
    let recorder = makeRecorder()
    let room = RecordingLayout.maximumSegments
    for number in 0..<room + 7 {
      let thread = Thread { recorder.append(.number, a: Int64(number)) }
      thread.start()
      while !thread.isFinished { usleep(100) }
    }
    for _ in 0..<3 { _ = recorder.name(String(repeating: "x", count: 70_000)) }
    let long = (0..<70).map { recorder.name("\($0)" + String(repeating: "y", count: 2_000)) }
    let recording = try read(recorder)
    #expect(recording.threads.map(\.entries.count) == Array(repeating: 1, count: room))
    #expect(recording.droppedEntries == 7)
    #expect(recording.droppedNames == long.count(where: { $0 == 0 }))
    #expect(recording.droppedNames > 0)
    #expect(recording.name(long[0]).utf8.count == RecordingLayout.longestName)
    #expect(recording.problems.map(\.code) == ["dropped-entries", "dropped-names"])
    #expect(recording.problems.map(\.count) == [7, recording.droppedNames])
  }

  @Test func `two recordings on one thread keep apart, and take no segment at each turn`() throws {
    let recorders = (0..<3).map { makeRecorder("app \($0)") }
    for number in 0..<3_000 {
      for recorder in recorders { recorder.append(.number, a: Int64(number)) }
    }
    for (index, recorder) in recorders.enumerated() {
      let recording = try read(recorder)
      #expect(recording.app == "app \(index)")
      #expect(recording.threads.map { $0.entries.map(\.a) } == [(0..<3_000).map(Int64.init)])
    }
  }

  @Test func `a folder is made when it is missing`() throws {
    let recorder = makeRecorder(in: folder.path + "/a/b/c")
    #expect(recorder.problem.isEmpty)
    #expect(try folder.files("a/b/c").count == 1)
  }

  @Test(arguments: ["file", "file/below", "nul\u{0}", "/proc/nothing", ""])
  func `a folder that cannot be is a problem, and the recording goes on in memory`(
    name: String
  ) throws {
    try Data().write(to: URL(filePath: folder.path + "/file"))
    let path = name.hasPrefix("/") ? name : folder.path + "/" + name
    let isUsable = name.isEmpty || name.hasPrefix("nul")
    let recorder = makeRecorder(in: path)
    #expect(recorder.problem.isEmpty == isUsable)
    #expect((recorder.path != nil) == isUsable)
    recorder.append(.mark, name: recorder.name("goes on"))
    #expect(recorder.name("goes on") != 0)
    for number in 0..<10_000 { recorder.append(.number, a: Int64(number)) }
    recorder.end()
  }

  @Test func `an app's name makes a file's name, whatever is in it`() throws {
    let recorder = makeRecorder("../ä/\u{0}" + String(repeating: "x", count: 500))
    let file = try #require(try folder.files().first)
    #expect(file.hasPrefix(".._____xxx") && file.utf8.count < 128)
    #expect(try read(recorder).app.hasPrefix("../ä/"))
  }

  @Test(
    arguments: zip(
      [
        "1 (a) S 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 4711 20",
        "1 (a) b) (c) S 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 4711", "", "1 (a",
        "1 (a) S 1 2 3", ")", "1 (a) S 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 x",
      ], [4711, 4711, nil, nil, nil, nil, nil] as [UInt64?]))
  func `the kernel's start time is found behind any name of the process`(
    stat: String, ticks: UInt64?
  ) {
    #expect(Recorder.startTicks(Array(stat.utf8)) == ticks)
  }

  @Test(arguments: ["1 (a) Z 0 1": true, "1 (Z) S 0 1": false, "1 (a) Z) X 0": true, "1 (a": false])
  func `a process that only waits to be looked at is over`(stat: String, isOver: Bool) {
    #expect(Recorder.isZombie(Array(stat.utf8)) == isOver)
  }
}

struct RecorderProcessTests {
  private func read(_ path: String) throws -> Recording? {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    // Killed before the recording was begun.
    if bytes.prefix(8).allSatisfy({ $0 == 0 }) { return nil }
    return try Recording(reading: bytes)
  }

  /// What a process that was killed at a random moment left.
  struct Remains: Sendable {
    var kills = 0
    var recordings = 0
    var entries = 0
    var overwritten = 0
    /// What is not as it has to be, in words.
    var faults: [String] = []

    mutating func look(_ recording: Recording, round: Int, said output: String) {
      recordings += 1
      let codes = recording.problems.map(\.code)
      if !codes.allSatisfy({ $0.hasPrefix("dropped") || $0 == "overwritten-entries" }) {
        faults.append("round \(round): \(codes)")
      }
      for thread in recording.threads {
        entries += thread.entries.count
        overwritten += thread.gap?.count ?? 0
        for (index, entry) in thread.entries.enumerated() {
          let number = index + (thread.gap.map { index >= $0.index ? $0.count : 0 } ?? 0)
          let name = recording.name(entry.name)
          let isNamed =
            entry.name == 0 ? recording.droppedNames > 0 : name.hasSuffix(" event \(number)")
          if entry.a != Int64(number) || entry.kind != .instant || !isNamed {
            faults.append("round \(round): entry \(number) is \(entry), named \(name)")
          }
        }
      }
      // What was said to be written has to be there.
      for line in output.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count == 2, let number = Int64(words[1]) else { continue }
        let last = recording.threads.compactMap { thread in
          thread.entries.last.flatMap { recording.name($0.name).hasPrefix(words[0]) ? $0.a : nil }
            ?? (recording.droppedNames > 0 ? thread.entries.last?.a : nil)
        }
        if !last.contains(where: { $0 >= number }) {
          faults.append("round \(round): \(line) was written and is gone")
        }
      }
    }
  }

  @Test func `a process killed at any moment leaves whole entries, each with its name`()
    async throws
  {
    let remains = try await offPool { try killOften() }
    print(
      "\(remains.kills) kills left \(remains.recordings) recordings with \(remains.entries) whole "
        + "entries, \(remains.overwritten) overwritten before")
    #expect(remains.faults == [])
    #expect(remains.entries > 100_000)
  }

  private func killOften() throws -> Remains {
    var random = SystemRandomNumberGenerator()
    var remains = Remains()
    for round in 0..<1_000 {
      let folder = try TemporaryFolder()
      let (process, pipe) = try Writer.start(["record", folder.path])
      // Every fourth is killed before or while its recording begins.
      let end = ContinuousClock.now + .seconds(10)
      while round % 4 != 0, try folder.files().isEmpty, .now < end { usleep(200) }
      usleep(UInt32.random(in: 0..<12_000, using: &random))
      kill(process.processIdentifier, SIGKILL)
      remains.kills += 1
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      guard let file = try folder.files().first else { continue }
      guard let recording = try read(folder.path + "/" + file) else { continue }
      remains.look(recording, round: round, said: String(decoding: output, as: UTF8.self))
    }
    return remains
  }

  @Test func `a process killed while its entries go round leaves none that is torn`() async throws {
    let (faults, overwritten) = try await offPool { try killWhileWrapping() }
    #expect(faults == [])
    #expect(overwritten > 100_000)
  }

  private func killWhileWrapping() throws -> (faults: [String], overwritten: Int) {
    var faults: [String] = []
    var overwritten = 0
    for round in 0..<200 {
      let folder = try TemporaryFolder()
      let (process, _) = try Writer.start(["wrap", folder.path])
      while try folder.files().isEmpty { usleep(200) }
      usleep(UInt32.random(in: 2_000..<20_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      guard let recording = try read(folder.path + "/" + (folder.files().first ?? "")) else {
        continue
      }
      let thread = recording.threads.first
      overwritten += thread?.gap?.count ?? 0
      var expected: Int64 = 0
      for (index, entry) in (thread?.entries ?? []).enumerated() {
        if let gap = thread?.gap, gap.index == index { expected += Int64(gap.count) }
        let number = UInt32(truncatingIfNeeded: expected)
        let isWhole =
          entry.a == expected && entry.b == number && entry.c == ~number
          && entry.detail == UInt8(truncatingIfNeeded: number)
        if !isWhole { faults.append("round \(round): entry \(expected) is \(entry)") }
        expected += 1
      }
    }
    return (faults, overwritten)
  }

  @Test func `a forked child writes nothing into its parent's recording, and may have its own`()
    throws
  {
    let folder = try TemporaryFolder()
    let result = try Writer.run("fork", folder.path)
    let path = try #require(result.lines.last)
    #expect(result.status == 0, "\(result.output)")
    let parent = try #require(try read(path))
    #expect(parent.end == .none && parent.kernelStart == nil)
    let marks = parent.threads.flatMap(\.entries).filter { $0.kind == .mark }
    #expect(marks.map { parent.name($0.name) } == ["before", "after"])
    let children = try folder.files().filter { $0.hasPrefix("child-") }
    #expect(children.count == 20)
    for child in children {
      let recording = try #require(try read(folder.path + "/" + child))
      #expect(recording.end == .ended)
      let marks = recording.threads.flatMap(\.entries).filter { $0.kind == .mark }
      #expect(marks.map { recording.name($0.name) } == ["own"])
    }
  }
}
