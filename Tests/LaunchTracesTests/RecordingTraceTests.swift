import Foundation
import LaunchInsights
import LaunchModel
import LaunchTraces
import Testing

struct RecordingTraceTests {
  private func trace() throws -> Trace {
    Trace(try Recording(reading: RecordingBuilder.launch().bytes))
  }

  @Test func `a recording becomes a trace with its plan, decision, marks and waits`() throws {
    let trace = try trace()
    #expect(trace.launch.app == "app" && trace.launch.outcome == .killed)
    #expect(trace.mark("started") == 2_000_000)
    #expect(trace.mark("firstFrame") == 3_310_000)
    #expect(trace.phases.map(\.phase) == [.processCreation, .appInitialization, .firstFrame])
    #expect(trace.plan?.tasks.map(\.name) == ["open store"])
    #expect(trace.plan?.tasks.first?.outcome == .done)
    #expect(trace.decision?.screen == "home" && trace.decision?.steps.count == 1)
    let wait = try #require(trace.spans.first { $0.category == "wait" })
    #expect(wait.duration == 1_000_000)
    #expect(wait.arguments.first?.value == .text("task:open store"))
    #expect(trace.problems.isEmpty)
  }

  @Test func `the critical path follows the wait to the helper and adds up to the mark`() throws {
    let path = try #require(CriticalPath.of(trace(), to: "firstFrame"))
    #expect(path.steps.first?.start == 0 && path.steps.last?.end == 3_310_000)
    for (step, next) in zip(path.steps, path.steps.dropFirst()) { #expect(step.end == next.start) }
    #expect(
      path.steps.map(\.name) == [
        "process creation", "outside tasks", "open store", "waits for open store", "outside tasks",
        "draw home", "outside tasks",
      ])
    #expect(path.waiting == 20_000)
  }

  @Test func `time within a task without a processor is waiting`() throws {
    var trace = try trace()
    let task = try #require(trace.spans.firstIndex { $0.name == "open store" })
    trace.spans[task].arguments.append(TraceAttribute(name: "cpuNs", value: .integer(100_000)))
    let path = try #require(CriticalPath.of(trace, to: "firstFrame"))
    let step = try #require(path.steps.first { $0.name == "open store" })
    #expect(step.kind == .work && step.waited == step.duration - 100_000)
    #expect(path.waiting == 20_000 + step.waited)
    #expect(LaunchSentence(trace).text.contains("waiting, the longest: within open store"))
  }

  @Test func `a file cut anywhere gives what is whole, or says that it is none`() throws {
    let whole = RecordingBuilder.launch().bytes
    for count in stride(from: 0, to: whole.count, by: 997) {
      guard let recording = try? Recording(reading: Array(whole.prefix(count))) else {
        #expect(count < RecordingLayout.headerBytes)
        continue
      }
      #expect(count == whole.count || !recording.problems.isEmpty || count > 65_536)
      _ = Trace(recording)
    }
  }

  @Test func `threads of one name are numbered, and a store names the span that opened it`()
    throws
  {
    var file = RecordingBuilder()
    let (store, open) = (file.name("news"), file.name("open store"))
    let task = SpanCategory.task.rawValue
    for thread: UInt32 in [9, 8] {
      file.thread(
        thread, "lp-blocking",
        [
          RecordingEntry(time: 1_000_000_100, kind: .begin, detail: task, task: 0, name: open),
          RecordingEntry(time: 1_000_000_150, kind: .storeStep, name: open, a: 20),
          RecordingEntry(
            time: 1_000_000_200, kind: .store, detail: StoreVerdict.ready.rawValue, name: store,
            b: UInt32(StoreClass.replica.rawValue)),
          RecordingEntry(time: 1_000_000_300, kind: .end, task: 0),
        ])
    }
    let trace = Trace(try Recording(reading: file.bytes))
    #expect(trace.tracks.map(\.name) == ["lp-blocking 1", "lp-blocking 2"])
    #expect(trace.stores.map(\.span) == trace.spans.map(\.id))
    #expect(trace.stores.map(\.steps.count) == [1, 1])
  }

  @Test(arguments: 0..<60)
  func `turned bits are survived`(seed: Int) throws {
    var generator = Generator(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
    var bytes = RecordingBuilder.launch().bytes
    for _ in 0..<20 {
      // The header and the first entries are where a bit matters.
      let range = Bool.random(using: &generator) ? 0..<128 : 65_536..<66_200
      bytes[Int.random(in: range, using: &generator)] ^= UInt8.random(
        in: 1...255, using: &generator)
    }
    guard let recording = try? Recording(reading: bytes) else { return }
    let trace = Trace(recording)
    _ = trace.pathTarget.flatMap { CriticalPath.of(trace, to: $0) }
    _ = LaunchSentence(trace).text
    // What does not fit into a browser's number is a text after the first reading.
    let once = try TraceFile.read(TraceDocument.write([trace]), path: "x")
    #expect(try TraceFile.read(TraceDocument.write(once), path: "x") == once)
  }

  @Test func `a parent's stamp is believed only within the kernel's tick`() throws {
    var file = RecordingBuilder.launch()
    file.put(UInt64(995_000_000), at: RecordingLayout.Header.spawnedAt)
    file.put(UInt64(99), at: RecordingLayout.Header.kernelStartTicks)
    file.put(UInt32(100), at: RecordingLayout.Header.ticksPerSecond)
    #expect(Trace(try Recording(reading: file.bytes)).mark("started") == 5_000_000)
    file.put(UInt64(900_000_000), at: RecordingLayout.Header.spawnedAt)
    let doubted = Trace(try Recording(reading: file.bytes))
    #expect(doubted.mark("started") == 2_000_000)
    #expect(doubted.problems.contains { $0.code == "spawn-stamp" })
  }
}

/// A repeatable source of randomness: xorshift64.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
