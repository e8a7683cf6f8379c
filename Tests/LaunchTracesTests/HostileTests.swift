import LaunchInsights
import LaunchJSON
import LaunchModel
import LaunchTraces
import Testing

/// Files whose numbers no launch could have left.
struct HostileTests {
  /// Does with a trace what every reader of it does.
  private func look(_ trace: Trace) throws {
    let path = trace.pathTarget.flatMap { CriticalPath.of(trace, to: $0) }
    #expect((path?.steps ?? []).allSatisfy { $0.duration >= 0 })
    #expect(path.map { $0.waiting >= 0 } != false)
    #expect(!LaunchSentence(trace).text.isEmpty)
    #expect(throws: Never.self) { try JSONReader.read(ChromeWriter.write(trace)) }
    let document = TraceDocument.write([trace])
    let again = try TraceDocument.read(try JSONReader.read(document))
    #expect(TraceDocument.write(again) == document)
  }

  private static let times: [UInt64] = [
    0, 1, 1_000_000_000, 1 << 58, 1 << 62, .max >> 1, 1 << 63, .max - 1, .max,
  ]

  @Test(arguments: times)
  func `a recording whose clock makes any leap becomes a trace`(first: UInt64) throws {
    for second in Self.times {
      var file = RecordingBuilder()
      let (name, frame) = (file.name("work"), file.name("firstFrame"))
      let task = SpanCategory.task.rawValue
      file.thread(
        7, "main",
        [
          RecordingEntry(time: first, kind: .begin, detail: task, task: 1, name: name),
          RecordingEntry(
            time: second, kind: .begin, detail: SpanCategory.wait.rawValue, name: name, a: 1),
          RecordingEntry(time: first, kind: .end),
          RecordingEntry(time: second, kind: .end, task: 1, a: .min, b: 1),
          RecordingEntry(time: first, kind: .asyncEnd, task: 2, name: name),
          RecordingEntry(time: second, kind: .asyncBegin, task: 2, name: name),
          RecordingEntry(time: first, kind: .asyncEnd, task: 2),
          RecordingEntry(time: first, kind: .frame), RecordingEntry(time: second, kind: .frame),
          RecordingEntry(time: second, kind: .mark, name: frame),
          RecordingEntry(time: first, kind: .clocks, a: .max, b: .max, c: .max),
          RecordingEntry(time: first, kind: .input, a: Int64(bitPattern: second)),
          RecordingEntry(time: first, kind: .held, task: 1, a: .max),
          RecordingEntry(time: first, kind: .number, name: file.name("waitingNs"), a: .max),
        ])
      file.put(second, at: RecordingLayout.Header.realtime)
      let trace = Trace(try Recording(reading: file.bytes))
      try look(trace)
      // Years away is told from what a process may have lived.
      let isFar = [first, second].contains {
        Int64(bitPattern: $0 &- 998_000_000).magnitude > 1 << 57
      }
      #expect(trace.problems.contains { $0.code == "impossible-time" } == isFar)
    }
  }

  @Test(arguments: times)
  func `a process may claim to have begun at any time`(time: UInt64) throws {
    for (stamp, ticks, boottime) in [
      (time, 1, 1), (1, time / 10_000_000, 1), (time, time / 10_000_000, time), (.max, 1, time),
    ] as [(UInt64, UInt64, UInt64)] {
      var file = RecordingBuilder(boottime: boottime, cpuTime: time)
      file.put(stamp, at: RecordingLayout.Header.spawnedAt)
      file.put(ticks, at: RecordingLayout.Header.kernelStartTicks)
      file.put(UInt32(100), at: RecordingLayout.Header.ticksPerSecond)
      try look(Trace(try Recording(reading: file.bytes)))
    }
  }

  private static func document(_ member: String) -> String {
    """
    {"format":"launchpath.trace/1","traces":[{"launch":{"id":"a","kind":"cold","reason":"icon",
    "outcome":"unknown","source":{"format":"f"},"clock":{"zero":"z"},"attributes":{}},\(member)}]}
    """
  }

  @Test(arguments: [
    (#""marks":[{"name":"m","atNs":-9223372036854775808}]"#, "marks[0].atNs"),
    (#""phases":[{"name":"firstFrame","startNs":0,"endNs":9223372036854775807}]"#, "endNs"),
    (
      #""spans":[{"id":"s","track":"t","name":"n","category":"c","startNs":0,"durationNs":-1}]"#,
      "spans[0].durationNs"
    ),
    (#""inputs":[{"atNs":0,"servedNs":1000000000000000000}]"#, "inputs[0].servedNs"),
    (
      #""counters":[{"track":"t","name":"n","unit":"u","samples":[[0,1e999]]}]"#,
      "counters[0].samples[0]"
    ),
    (#""problems":[{"code":"c","message":"m","count":9223372036854775807}]"#, "count"),
    (
      #""spans":[{"id":"s","track":"t","name":"n","category":"c","startNs":0,"args":{"a":1e999}}]"#,
      "args.a"
    ),
  ])
  func `a document with a number that cannot be is refused by its place`(
    member: String, place: String
  ) throws {
    let text = Self.document(member)
    let error = #expect(throws: TraceDocumentError.self) {
      try TraceDocument.read(JSONReader.read(Array(text.utf8)))
    }
    #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
  }

  @Test func `the farthest moments are read, and are shown`() throws {
    let farthest = Trace.farthestMoment
    let text = Self.document(
      """
      "marks":[{"name":"firstFrame","atNs":\(farthest)}],"spans":[{"id":"s","track":"t",
      "name":"n","category":"task","startNs":\(-farthest),"durationNs":\(farthest)},{"id":"u",
      "track":"t","name":"n","category":"wait","startNs":\(farthest),"durationNs":\(farthest)}]
      """)
    for trace in try TraceDocument.read(JSONReader.read(Array(text.utf8))) { try look(trace) }
  }

  @Test(arguments: [
    RecordingEntryKind.number, .counter, .planTask, .begin, .spanNumber, .spanText,
  ])
  func `as many names as there can be entries are read in a moment`(
    kind: RecordingEntryKind
  ) throws {
    var file = RecordingBuilder()
    let count = RecordingLayout.entriesPerSegment
    for segment in 0..<RecordingLayout.maximumSegments {
      file.thread(
        UInt32(segment + 7), "main",
        (0..<count).map { index in
          let number = segment * count + index
          // A task that the one before it needs, and a name that is missing.
          return RecordingEntry(
            time: 1_000_000_000, kind: kind, detail: SpanCategory.task.rawValue,
            task: UInt16(truncatingIfNeeded: number), name: UInt32(100_000 + number),
            c: UInt32(truncatingIfNeeded: number & 0xFFFF))
        })
    }
    let recording = try Recording(reading: file.bytes)
    let took = ContinuousClock().measure { _ = LaunchSentence(Trace(recording)) }
    #expect(took < .seconds(30))
  }
}
