import LaunchModel
import LaunchTraces
import Testing

/// What frames, inputs and clocks tell of a launch.
struct WatchTests {
  private func trace(_ entries: [RecordingEntry]) throws -> Trace {
    var file = RecordingBuilder()
    file.thread(7, "main", entries)
    return Trace(try Recording(reading: file.bytes))
  }

  private func clocks(
    boottime: UInt64, monotonic: Int64, realtime: UInt64
  ) -> RecordingEntry {
    let real = 1_700_000_000_000_000_000 + realtime
    return RecordingEntry(
      time: 1_000_000_000 + boottime, kind: .clocks, a: 1_000_000_000 + monotonic,
      b: UInt32(truncatingIfNeeded: real), c: UInt32(truncatingIfNeeded: real >> 32))
  }

  @Test func `a stutter is a long time between two frames`() throws {
    let times: [UInt64] = [0, 16, 33, 250, 266]
    let trace = try trace(
      times.map { RecordingEntry(time: 1_000_000_000 + $0 * 1_000_000, kind: .frame) })
    let counter = try #require(trace.counters.first)
    #expect(counter.samples.map(\.value) == [16e6, 17e6, 217e6, 16e6])
  }

  @Test func `an input that waited is told by when it came and when it was served`() throws {
    let trace = try trace([
      RecordingEntry(time: 1_300_000_000, kind: .input, a: 1_050_000_000)
    ])
    let input = try #require(trace.inputs.first)
    #expect(input.served.map { $0 - input.at } == 250_000_000)
  }

  @Test func `a launch in which the machine slept is not counted`() throws {
    let second: UInt64 = 1_000_000_000
    let slept = try trace([
      clocks(boottime: 9 * second, monotonic: 2_000_000_000, realtime: 9 * second)
    ])
    #expect(slept.launch.excluded == ["suspended"])
    #expect(slept.launch[attribute: "suspendedNs"] == .integer(7_000_000_000))
    let awake = try trace([clocks(boottime: second, monotonic: 1_000_000_000, realtime: second)])
    #expect(awake.launch.excluded.isEmpty && awake.problems.isEmpty)
  }

  @Test(arguments: [-3_600_000_000_000, 3_600_000_000_000] as [Int64])
  func `a wall clock that is set changes no duration, and is said`(step: Int64) throws {
    let real = UInt64(bitPattern: 1_000_000_000 + step)
    let entry = RecordingEntry(
      time: 2_000_000_000, kind: .clocks, a: 2_000_000_000,
      b: UInt32(truncatingIfNeeded: 1_700_000_000_000_000_000 &+ real),
      c: UInt32(truncatingIfNeeded: (1_700_000_000_000_000_000 &+ real) >> 32))
    let trace = try trace([
      RecordingEntry(time: 1_000_000_000, kind: .begin, detail: 1),
      RecordingEntry(time: 1_500_000_000, kind: .end), entry,
    ])
    #expect(trace.spans.first?.duration == 500_000_000)
    #expect(trace.launch[attribute: "clockStepNs"] == .integer(step))
    #expect(trace.problems.map(\.code) == ["clock-step"] && trace.launch.excluded.isEmpty)
  }
}

/// What a program says of its spans, and how one leads to another.
struct FlowTests {
  fileprivate func entry(
    _ time: UInt64, _ kind: RecordingEntryKind, name: UInt32 = 0, a: Int64 = 0, b: UInt32 = 0
  ) -> RecordingEntry {
    RecordingEntry(
      time: 1_000_000_000 + time, kind: kind,
      detail: kind == .begin ? SpanCategory.span.rawValue : 0, name: name, a: a, b: b)
  }

  @Test func `a flow leads from a span of one thread to a span of another`() throws {
    var file = RecordingBuilder()
    let (request, show) = (file.name("request"), file.name("show"))
    file.thread(
      7, "main", [entry(50, .begin, name: show), entry(51, .flowIn, a: 3), entry(60, .end)])
    file.thread(
      8, "helper", [entry(10, .begin, name: request), entry(20, .flowOut, a: 3), entry(30, .end)])
    let trace = Trace(try Recording(reading: file.bytes))
    let flow = try #require(trace.flows.first)
    #expect(trace.flows.count == 1 && trace.problems.isEmpty)
    #expect(trace.spans.first { $0.id == flow.from }?.name == "request")
    #expect(trace.spans.first { $0.id == flow.to }?.name == "show")
  }

  @Test func `an arrow without both ends is no arrow, and is said`() throws {
    var file = RecordingBuilder()
    file.thread(
      7, "main",
      [entry(1, .flowOut, a: 1), entry(2, .begin), entry(3, .flowIn, a: 2), entry(4, .end)])
    let trace = Trace(try Recording(reading: file.bytes))
    #expect(trace.flows.isEmpty)
    #expect(Set(trace.problems.map(\.code)) == ["flow-outside-span", "unmatched-flow"])
  }

  @Test func `attributes belong to the innermost open span, else to the launch`() throws {
    var file = RecordingBuilder()
    let (bytes, cache, hit) = (file.name("bytes"), file.name("cache"), file.name("hit"))
    file.thread(
      7, "main",
      [
        entry(1, .begin), entry(2, .begin), entry(3, .spanNumber, name: bytes, a: 10),
        entry(4, .spanNumber, name: bytes, a: 12), entry(5, .end),
        entry(6, .spanText, name: cache, b: hit), entry(7, .end),
        entry(8, .spanText, name: cache, b: hit),
      ])
    let trace = Trace(try Recording(reading: file.bytes))
    #expect(trace.spans[1].arguments == [TraceAttribute(name: "bytes", value: .integer(12))])
    #expect(trace.spans[0].arguments == [TraceAttribute(name: "cache", value: .text("hit"))])
    #expect(trace.launch[attribute: "cache"] == .text("hit"))
  }
}

extension FlowTests {
  @Test func `what is said of the launch again, in whatever way, is one fact`() throws {
    var file = RecordingBuilder()
    let (cache, hit) = (file.name("cache"), file.name("hit"))
    file.thread(
      7, "main",
      [
        entry(1, .spanText, name: cache, b: hit), entry(2, .number, name: cache, a: 3),
        entry(3, .number, name: hit, a: 1), entry(4, .spanText, name: hit, b: cache),
      ])
    let launch = try Trace(Recording(reading: file.bytes)).launch
    let facts = launch.attributes.filter { ["cache", "hit"].contains($0.name) }
    #expect(
      facts == [
        TraceAttribute(name: "cache", value: .integer(3)),
        TraceAttribute(name: "hit", value: .text("cache")),
      ])
  }
}

/// Processes that were made before anybody wanted to look at them.
struct AheadTests {
  private let second: UInt64 = 1_000_000_000

  private func trace(_ reason: LaunchReason, isOpened: Bool) throws -> Trace {
    var file = RecordingBuilder()
    let (started, frame) = (file.name("started"), file.name("firstFrame"))
    var entries = [
      RecordingEntry(
        time: second, kind: .launch, detail: LaunchKind.unknown.rawValue,
        b: UInt32(reason.rawValue)),
      RecordingEntry(time: second, kind: .mark, name: started),
    ]
    if isOpened {
      entries += [
        RecordingEntry(
          time: 3_600 * second, kind: .launch, detail: LaunchKind.warm.rawValue,
          b: UInt32(LaunchReason.icon.rawValue)),
        RecordingEntry(time: 3_600 * second + 80_000_000, kind: .mark, name: frame),
      ]
    }
    file.thread(7, "main", entries)
    return Trace(try Recording(reading: file.bytes))
  }

  @Test(arguments: [LaunchReason.background, .prewarm])
  func `the clock starts when the process is opened, and it is warm`(
    reason: LaunchReason
  ) throws {
    let trace = try trace(reason, isOpened: true)
    #expect(trace.launch.kind == .warm && trace.launch.reason == .icon)
    #expect(trace.mark("firstFrame") == 80_000_000)
    #expect(trace.launch.zero == "when the process, made ahead, was opened")
    #expect(trace.launch[attribute: "processAgeNs"] == .integer(3_599_002_000_000))
    #expect(trace.launch.excluded == [reason.name])
    #expect(trace.phases.allSatisfy { $0.start >= 0 && $0.phase != .processCreation })
    #expect(trace.problems.isEmpty)
  }

  @Test func `a process that nobody opens is no launch of a kind`() throws {
    let trace = try trace(.background, isOpened: false)
    #expect(trace.launch.kind == .unknown && trace.launch.excluded == ["background"])
    #expect(trace.launch[attribute: "processAgeNs"] == nil)
  }

  @Test func `a second launch entry of an ordinary process moves no clock`() throws {
    let trace = try trace(.icon, isOpened: true)
    #expect(trace.mark("started") == 2_000_000 && trace.launch.kind == .unknown)
  }
}
