import Foundation
import LaunchModel
import LaunchTraces
import Testing

struct FormatTests {
  private func trace() throws -> Trace {
    var trace = Trace(try Recording(reading: RecordingBuilder.launch().bytes))
    trace.launch.set("big", .integer(.max))
    trace.launch.set("real", .real(0.1))
    trace.screenEvents = [TraceScreenEvent(at: -5, section: "x<y", shows: .skeleton, age: 1)]
    trace.inputs = [TraceInput(at: 1, served: nil)]
    trace.counters = [
      TraceCounter(track: "t7", name: "c", unit: "bytes", samples: [TraceSample(at: 1, value: 2)])
    ]
    trace.stores = [
      TraceStore(name: "s", storeClass: .cache, verdict: .tooNew, expected: .ready, detail: "d")
    ]
    trace.spans[0].duration = nil
    trace.note("code", "message", offset: 3, count: 2)
    return trace
  }

  @Test func `a trace document gives back what was written`() throws {
    var trace = try trace()
    // 64-bit numbers are texts in the document, because a browser would lose their digits.
    trace.launch.set("big", .text("\(Int64.max)"))
    let bytes = TraceDocument.write([trace], isPretty: true)
    #expect(try TraceFile.read(bytes, path: "x") == [trace])
  }

  @Test(arguments: [
    "", "[]", "{}", "{\"format\":\"launchpath.trace/9\"}", "{\"format\":\"launchpath.trace/1\"",
    "{\"format\":\"launchpath.trace/1\",\"traces\":[{}]}",
    "{\"format\":\"launchpath.trace/1\",\"traces\":[{\"launch\":3}]}", "\u{1F}\u{8B}", "LPRECORD",
  ])
  func `what is no trace is refused with its path`(text: String) {
    let error = #expect(throws: TraceFileError.self) {
      try TraceFile.read(Array(text.utf8), path: "some/file")
    }
    #expect(error?.description.hasPrefix("some/file gives no trace: ") == true)
  }

  @Test func `Chrome's format gets microseconds, sorted, with a begin for what did not finish`()
    throws
  {
    let bytes = ChromeWriter.write(try trace())
    let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let events = try #require(json?["traceEvents"] as? [[String: Any]])
    let times = events.compactMap { $0["ts"] as? Double }
    #expect(times == times.sorted() && times.first == -0.005)
    #expect(events.filter { $0["ph"] as? String == "B" }.count == 1)
    let store = events.first { $0["name"] as? String == "open store" && $0["ph"] as? String == "X" }
    #expect(store?["dur"] as? Double == 990)
    #expect(events.contains { $0["ph"] as? String == "C" })
    #expect(events.filter { $0["ph"] as? String == "M" }.count == 5)
  }

  @Test(arguments: [
    0, 1, -1, 951_782_399_000_000_000, 1_790_000_000_123_456_789, Int64.min / 2,
    .min, .max,
  ])
  func `a moment is written as RFC 3339 has it, and read again`(time: Int64) {
    #expect(Timestamp.nanoseconds(Timestamp.text(time)) == time)
  }

  @Test func `the leap day is written`() {
    #expect(Timestamp.text(951_782_400_000_000_000) == "2000-02-29T00:00:00.000000000Z")
  }

  @Test func `the sample traces open`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "traces/launchpath")
    let expected = try String(contentsOf: root.appending(path: "expected.txt"), encoding: .utf8)
    for line in expected.split(separator: "\n") {
      let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let trace = try #require(try TraceFile.read(root.appending(path: fields[0]).path).first)
      #expect(trace.launch.outcome.name == fields[1])
      #expect((trace.decision?.screen ?? "none") == fields[2])
      #expect("\(trace.spans.count)" == fields[3])
    }
  }
}
