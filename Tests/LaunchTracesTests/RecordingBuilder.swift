import LaunchModel

/// The bytes of a recording, laid out by hand.
struct RecordingBuilder {
  var bytes: [UInt8]
  private var namesUsed = 4
  private var names: [String: UInt32] = [:]
  private var segments = 0

  init(boottime: UInt64 = 1_000_000_000, cpuTime: UInt64 = 2_000_000) {
    bytes = Array(repeating: 0, count: RecordingLayout.segmentOffset(0))
    typealias Header = RecordingLayout.Header
    put(RecordingLayout.magic, at: Header.magic)
    put(RecordingLayout.version, at: Header.version)
    put(UInt32(RecordingLayout.headerBytes), at: Header.headerBytes)
    put(UInt32(RecordingLayout.nameBytes), at: Header.nameBytes)
    put(UInt32(RecordingLayout.segmentBytes), at: Header.segmentBytes)
    put(UInt32(7), at: Header.process)
    put(boottime, at: Header.boottime)
    put(boottime, at: Header.monotonic)
    put(UInt64(1_700_000_000_000_000_000), at: Header.realtime)
    put(cpuTime, at: Header.cpuTime)
    put(name("app"), at: Header.app)
  }

  mutating func put<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
    for index in 0..<Value.bitWidth / 8 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> Value(8 * index))
    }
  }

  mutating func name(_ text: String) -> UInt32 {
    if let known = names[text] { return known }
    let id = UInt32(namesUsed)
    let offset = RecordingLayout.headerBytes + namesUsed
    put(UInt16(text.utf8.count), at: offset)
    for (index, byte) in text.utf8.enumerated() { bytes[offset + 2 + index] = byte }
    namesUsed += 2 + text.utf8.count
    put(UInt32(namesUsed), at: RecordingLayout.Header.namesUsed)
    names[text] = id
    return id
  }

  /// Adds a segment with a thread's entries.
  mutating func thread(_ id: UInt32, _ title: String, _ entries: [RecordingEntry]) {
    let start = RecordingLayout.segmentOffset(segments)
    let titleName = name(title)
    bytes += Array(repeating: 0, count: RecordingLayout.segmentBytes)
    segments += 1
    put(UInt32(segments), at: RecordingLayout.Header.segmentsUsed)
    put(RecordingLayout.segmentMagic, at: start + RecordingLayout.Segment.magic)
    put(id, at: start + RecordingLayout.Segment.thread)
    put(titleName, at: start + RecordingLayout.Segment.name)
    put(UInt32(entries.count), at: start + RecordingLayout.Segment.count)
    for (index, entry) in entries.enumerated() {
      let offset =
        start + RecordingLayout.segmentHeaderBytes + index * RecordingLayout.entryBytes
      typealias Entry = RecordingLayout.Entry
      put(entry.time, at: offset + Entry.time)
      put(entry.name, at: offset + Entry.name)
      put(entry.kind.rawValue, at: offset + Entry.kind)
      put(entry.detail, at: offset + Entry.detail)
      put(entry.task, at: offset + Entry.task)
      put(entry.a, at: offset + Entry.a)
      put(entry.b, at: offset + Entry.b)
      put(entry.c, at: offset + Entry.c)
    }
  }

  /// A launch whose screen waits for a store that a helper opens.
  static func launch() -> RecordingBuilder {
    var file = RecordingBuilder()
    func at(_ microseconds: UInt64) -> UInt64 { 1_000_000_000 + microseconds * 1000 }
    let store = file.name("open store")
    let (started, draw) = (file.name("started"), file.name("draw"))
    let (frame, home) = (file.name("firstFrame"), file.name("draw home"))
    let (rule, input) = (file.name("otherwise"), file.name("nothing"))
    let screen = file.name("home")
    let task = SpanCategory.task.rawValue
    let done = TaskOutcome.done.rawValue
    file.thread(
      7, "main",
      [
        RecordingEntry(time: at(0), kind: .mark, name: started),
        RecordingEntry(
          time: at(5), kind: .decisionStep, detail: 2 | 1 << 4, name: rule, a: -1, b: input, c: 4),
        RecordingEntry(time: at(6), kind: .decision, name: screen),
        RecordingEntry(
          time: at(10), kind: .planTask, detail: 1 | 1 << 4, task: 0, name: store, c: .max),
        RecordingEntry(
          time: at(100), kind: .begin, detail: SpanCategory.wait.rawValue, name: store, a: 1, b: 1),
        RecordingEntry(time: at(1100), kind: .end, detail: done),
        RecordingEntry(time: at(1110), kind: .mark, name: draw),
        RecordingEntry(time: at(1110), kind: .begin, detail: task, name: home),
        RecordingEntry(time: at(1300), kind: .end, detail: done),
        RecordingEntry(time: at(1310), kind: .mark, name: frame),
      ])
    file.thread(
      8, "lp-worker",
      [
        RecordingEntry(time: at(90), kind: .begin, detail: task, task: 0, name: store),
        RecordingEntry(time: at(1080), kind: .end, detail: done, task: 0),
      ])
    return file
  }
}
