import LaunchModel
import Testing

/// SplitMix64: small, fast, and the same everywhere.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// The bytes of a recording, laid out by hand after the document of the layout.
private struct Bytes {
  typealias Layout = RecordingLayout
  var bytes: [UInt8] = []

  /// Two threads with three entries each, the second of them in two segments.
  init() {
    bytes = Array(repeating: 0, count: 65_536 * 4)
    put(Array("LPRECORD".utf8), at: 0)
    put(UInt32(1), at: 8)
    put(UInt32(256), at: 12)
    put(UInt32(65_280), at: 16)
    put(UInt32(65_536), at: 20)
    put(UInt32(4711), at: 24)
    put(UInt64(1_000), at: 32)
    put(UInt64(2_000), at: 40)
    put(UInt64(3_000), at: 48)
    put(UInt64(400), at: 56)
    put(UInt64(900), at: 64)
    put(UInt64(77), at: 72)
    put(UInt32(100), at: 80)
    put(UInt32(4), at: 84)
    put([3, 0] + Array("app".utf8), at: 256 + 4)
    put([5, 0] + Array("event".utf8), at: 256 + 9)
    put(UInt32(16), at: 100)
    put(UInt32(3), at: 104)
    segment(0, thread: 1, numbers: [0, 1, 2])
    segment(1, thread: 2, numbers: [0, 1])
    segment(2, thread: 2, numbers: [2])
  }

  mutating func segment(_ index: Int, thread: UInt32, numbers: [Int64]) {
    let start = 65_536 * (index + 1)
    put(UInt32(0x4745_5350), at: start)
    put(thread, at: start + 4)
    put(UInt32(9), at: start + 8)
    put(UInt32(numbers.count), at: start + 12)
    for (place, number) in numbers.enumerated() {
      let entry = start + 64 + 32 * place
      put(UInt64(5_000), at: entry)
      put(UInt32(9), at: entry + 8)
      put([RecordingEntryKind.instant.rawValue, 6], at: entry + 12)
      put(UInt16(0xFFFF), at: entry + 14)
      put(UInt64(bitPattern: number), at: entry + 16)
    }
  }

  mutating func put<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
    put((0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }, at: offset)
  }

  mutating func put(_ more: [UInt8], at offset: Int) {
    bytes.replaceSubrange(offset..<offset + more.count, with: more)
  }
}

struct RecordingReaderTests {
  @Test func `the layout is what its document says`() {
    #expect(RecordingLayout.segmentOffset(0) == 65_536)
    #expect(RecordingLayout.segmentOffset(63) == 65_536 * 64)
    #expect(RecordingLayout.entriesPerSegment == 2046)
  }

  @Test func `a recording is read as it was written`() throws {
    let recording = try Recording(reading: Bytes().bytes)
    #expect(recording.process == 4711)
    #expect(recording.clocks == (1_000, 2_000, 3_000))
    #expect(recording.cpuTime == 400 && recording.spawnedAt == 900)
    #expect(recording.kernelStart.map { [$0.time, $0.resolution] } == [770_000_000, 10_000_000])
    #expect(recording.app == "app" && recording.appVersion == "" && recording.appBuild == "")
    #expect(recording.end == .none && recording.endedAt == nil)
    #expect(recording.problems == [])
    #expect(recording.threads.map(\.id) == [1, 2])
    #expect(recording.threads.map { $0.entries.map(\.a) } == [[0, 1, 2], [0, 1, 2]])
    #expect(recording.threads.allSatisfy { $0.name == "event" })
    #expect(recording.name(0) == "" && recording.name(77) == "name 77 is missing")
  }

  @Test(arguments: [
    (0, RecordingError.Code.notARecording), (7, .notARecording), (8, .truncated),
    (255, .truncated),
  ])
  func `what ends within its header is none`(count: Int, code: RecordingError.Code) {
    let error = #expect(throws: RecordingError.self) {
      try Recording(reading: Array(Bytes().bytes.prefix(count)))
    }
    #expect(error?.code == code)
  }

  @Test func `another version is told apart from what is no recording`() {
    var file = Bytes()
    file.put(UInt32(2), at: 8)
    #expect(throws: RecordingError.self) { try Recording(reading: file.bytes) }
    let error = #expect(throws: RecordingError.self) { try Recording(reading: file.bytes) }
    #expect(error?.code == .foreignVersion)
    file.put(UInt32(1), at: 8)
    file.put(UInt32(64), at: 20)
    let sizes = #expect(throws: RecordingError.self) { try Recording(reading: file.bytes) }
    #expect(sizes?.code == .notARecording)
  }

  @Test func `a file cut anywhere gives what is whole, and says that it is cut`() throws {
    let whole = Bytes().bytes
    let all = try Recording(reading: whole)
    let edges = [256, 260, 261, 270, 65_536, 65_600, 65_632, 131_072, 131_200, 196_608]
    let offsets = edges.flatMap { [$0 - 1, $0, $0 + 1] }.filter { $0 >= 256 }
    for count in offsets + Array(stride(from: 256, to: whole.count, by: 997)) {
      let cut = try Recording(reading: Array(whole.prefix(count)))
      let found = cut.threads.flatMap(\.entries).count
      #expect(found <= 6)
      for thread in cut.threads {
        let entries = try #require(all.threads.first { $0.id == thread.id }).entries
        #expect(thread.entries == Array(entries.prefix(thread.entries.count)), "cut at \(count)")
      }
      #expect(found == 6 || cut.problems.contains { $0.code == "truncated" }, "cut at \(count)")
    }
  }

  @Test(arguments: [
    (100, UInt32.max, "bad-names"), (104, UInt32.max, "bad-segments"), (104, 64, "truncated"),
    (65_536 + 12, UInt32.max, "bad-segments"), (65_536, 0, "bad-segments"),
    (108, UInt32.max, "dropped-entries"), (112, UInt32.max, "dropped-names"),
    (256 + 9, 0xFFFF, "bad-names"), (65_536 + 64 + 12, 0xFF, "unknown-entries"),
  ])
  func `a count that cannot be is a problem, and the rest is read`(
    offset: Int, value: UInt32, code: String
  ) throws {
    var file = Bytes()
    file.put(value, at: offset)
    let recording = try Recording(reading: file.bytes)
    #expect(recording.problems.contains { $0.code == code }, "\(recording.problems)")
    #expect(recording.threads.last?.entries.count == 3)
  }

  @Test func `a tick rate that cannot be gives no start time`() throws {
    for (ticks, rate) in [
      (UInt64.max, UInt32(100)), (1, 0), (1, .max), (0, 100),
      // The start is a time, and the end of its tick is none.
      (UInt64.max / 10_000_000, 100), (.max, 1_000_000_000),
    ] {
      var file = Bytes()
      file.put(ticks, at: 72)
      file.put(rate, at: 80)
      #expect(try Recording(reading: file.bytes).kernelStart == nil)
    }
  }

  @Test func `no bytes end the reader`() throws {
    let whole = Bytes().bytes
    for seed in UInt64(0)..<1_500 {
      var random = SeededGenerator(state: seed)
      var hostile = whole
      // Mostly where counts, lengths and kinds stand.
      let places = [8..<128, 256..<280, 65_536..<65_700, 131_072..<131_200, 196_608..<196_700]
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let place = places[Int.random(in: 0..<places.count, using: &random)]
        let offset = Int.random(in: place, using: &random)
        hostile[offset] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        hostile.removeLast(Int.random(in: 0...hostile.count, using: &random))
      }
      guard let recording = try? Recording(reading: hostile) else { continue }
      let count = recording.threads.reduce(0) { $0 + $1.entries.count }
      #expect(count <= hostile.count / 32, "seed \(seed)")
      for entry in recording.threads.flatMap(\.entries) { _ = recording.name(entry.name) }
    }
  }
}
