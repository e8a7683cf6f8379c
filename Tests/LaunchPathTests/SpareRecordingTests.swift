import Foundation
import LaunchModel
@testable import LaunchPath
import Synchronization
import Testing

/// The file that a launch leaves for the recording of the next one.
@Suite(.serialized) struct SpareRecordingTests {
  private let root: TemporaryFolder
  private var folder: String { root.path + "/state/recordings" }
  private var spare: String { folder + "/" + RecordingLayout.spareName }

  init() throws {
    root = try TemporaryFolder()
  }

  /// Runs a launch in a process of its own, to its end.
  private func launch(environment: [String: String] = [:]) throws {
    let result = try Writer.run("launch", root.path, environment: environment)
    #expect(result.status == 0, "\(result.output)")
  }

  /// Runs a launch that goes on until it has left a spare.
  private func launchUntilSpare() throws {
    try #require(try Writer.run("settle", root.path).status == 0)
  }

  private func inode(_ path: String) throws -> UInt64? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
  }

  private func recordings() throws -> [String] {
    try root.files("state/recordings")
      .filter { $0.hasSuffix(".lprec") && $0 != RecordingLayout.spareName }
      .map { folder + "/" + $0 }
  }

  private func expectWhole(_ paths: [String]) throws {
    for path in paths {
      let recording = try Recording(reading: [UInt8](Data(contentsOf: URL(filePath: path))))
      #expect(recording.app == "writer" && recording.problems.isEmpty)
    }
  }

  @Test func `the next launch records into it`() throws {
    try launchUntilSpare()
    let left = try inode(spare)
    let before = Set(try recordings())
    try launch()
    let new = try #require(Set(recordings()).subtracting(before).first)
    #expect(try inode(new) == left)
    try expectWhole(recordings())
  }

  @Test func `a launch that died before its first frame is read, and is named by the next one`()
    throws
  {
    try launchUntilSpare()
    let left = try inode(spare)
    let before = Set(try recordings())
    #expect(try Writer.run("die", root.path).status != 0)
    #expect(Set(try recordings()) == before)
    try expectWhole([spare])
    try launchUntilSpare()
    let new = Set(try recordings()).subtracting(before)
    #expect(new.count == 2)
    #expect(try new.map(inode).contains(left))
    #expect(try inode(spare) != left)
    try expectWhole(Array(new))
  }

  @Test func `a spare whose process died before it wrote a header is thrown away`() throws {
    try launchUntilSpare()
    let handle = try FileHandle(forWritingTo: URL(filePath: spare))
    try handle.seek(toOffset: UInt64(RecordingLayout.Header.claimed))
    // No process has the highest number.
    try handle.write(contentsOf: [0xFF, 0xFF, 0xFF, 0x7F])
    try handle.close()
    try launchUntilSpare()
    #expect(try Data(contentsOf: URL(filePath: spare)).allSatisfy { $0 == 0 })
    try expectWhole(recordings())
  }

  @Test(arguments: ["", "too short", String(repeating: "x", count: 300_000)])
  func `a spare of another size is thrown away`(_ content: String) throws {
    try launchUntilSpare()
    try Data(content.utf8).write(to: URL(filePath: spare))
    try launch()
    try expectWhole(recordings())
  }

  @Test func `a spare with holes is thrown away, as a hole may end the program`() throws {
    try launchUntilSpare()
    let size = try Data(contentsOf: URL(filePath: spare)).count
    let handle = try FileHandle(forWritingTo: URL(filePath: spare))
    try handle.truncate(atOffset: 0)
    try handle.truncate(atOffset: UInt64(size))
    try handle.close()
    try launch()
    for path in try recordings() {
      var facts = stat()
      try #require(unsafe stat(path, &facts) == 0)
      #expect(facts.st_blocks * 512 >= size)
    }
    try expectWhole(recordings())
  }

  @Test func `of many launches at once one gets it, and each has a recording`() throws {
    try launchUntilSpare()
    let before = Set(try recordings())
    let running = try (0..<12).map { _ in try Writer.start(["launch", root.path]) }
    for (process, _) in running { process.waitUntilExit() }
    let new = Set(try recordings()).subtracting(before)
    #expect(new.count == 12)
    #expect(Set(try new.map(inode)).count == 12)
    try expectWhole(Array(new))
  }

  @Test func `a launch that finds a spare left meanwhile takes it from nobody`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let files = RecordingFolder(path: folder)
    var taken = 0
    for round in 0..<300 {
      files.leaveSpare(bytes: RecordingMapping.firstBytes, isWatched: true)
      let name = RecordingName(app: "app", process: getpid(), boottime: 1, number: UInt64(round))
      let claimed = Mutex<RecordingMapping?>(nil)
      DispatchQueue.concurrentPerform(iterations: 2) { [folder] side in
        if side == round % 2 {
          _ = RecordingFolder(path: folder).abandonedRecording()
        } else {
          let mapping = RecordingMapping(folder: folder, name: name, usesSpare: true)
          claimed.withLock { $0 = mapping }
        }
      }
      let mapping = try #require(claimed.withLock { $0 })
      #expect(FileManager.default.fileExists(atPath: mapping.place), "round \(round)")
      if mapping.isSpare { taken += 1 }
      try FileManager.default.removeItem(atPath: mapping.place)
    }
    #expect((1..<300).contains(taken))
  }

  @Test func `a folder that somebody asked for holds the recording and nothing else`() throws {
    let elsewhere = root.path + "/elsewhere"
    for _ in 0..<5 { try launch(environment: ["LAUNCHPATH_RECORDINGS": elsewhere]) }
    #expect(try root.files("elsewhere").allSatisfy { $0.hasSuffix(".lprec") })
    #expect(try root.files("elsewhere").count == 5)
  }
}
