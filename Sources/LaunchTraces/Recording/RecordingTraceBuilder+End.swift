import LaunchModel

// How the process ended, and what it was doing.
extension RecordingTraceBuilder {
  mutating func describeEnd(isAlive: (Recording) -> Bool) {
    let end: String
    if let crash = recording.crash {
      end = "crashed"
      trace.launch.set("signal", .integer(Int64(crash.signal)))
      trace.launch.set("signalName", .text(SignalName.of(crash.signal)))
    } else if recording.end != .none {
      end = "ended"
    } else {
      end = isAlive(recording) ? "running" : "killed"
    }
    trace.launch.set("processEnd", .text(end))
    if let status = recording.exit?.status {
      trace.launch.set("exitStatus", .integer(Int64(status)))
    }
    if let endedAt = recording.crash?.time ?? recording.endedAt {
      trace.launch.set("processEndNs", .integer(relative(endedAt)))
    }
    if recording.ladderStep != .none {
      trace.launch.set("ladderStep", .text(recording.ladderStep.name))
    }
    trace.launch.outcome =
      if trace.mark(LaunchMark.interactive) != nil { .interactive } else if hasLeft {
        .interrupted
      } else if hangs(end) { .hung } else { LaunchOutcome(name: end) ?? .unknown }
    if trace.launch.outcome == .hung
      || end == "crashed" || end == "killed" || recording.end == .failed
    {
      trace.launch.diedIn = spanOfDeath()?.id
    }
  }

  /// Whether a task that has not ended held the main thread too long, in a process that lives, or
  /// that somebody had to end.
  private func hangs(_ end: String) -> Bool {
    guard end == "running" || end == "killed" else { return false }
    return holds.contains { task, nanoseconds in
      nanoseconds >= Self.hang && taskSpans[task].map { trace.spans[$0].duration == nil } == true
    }
  }

  /// How long a task holds the main thread before that is a hang, in nanoseconds.
  private static var hang: Int64 { 5_000_000_000 }

  /// What was being done: on the thread that crashed or called exit, else on the main thread.
  private func spanOfDeath() -> TraceSpan? {
    if let thread = recording.crash?.thread ?? recording.exit?.thread {
      return innermost(on: "t\(thread)")
    }
    if let main = innermost(on: "t\(recording.process)") { return main }
    return trace.spans.last { $0.duration == nil && $0.category != SpanCategory.wait.name }
  }

  /// The task that is open on a track, or that it waits for; without one, the innermost span.
  private func innermost(on track: String) -> TraceSpan? {
    if let task = (open[track] ?? []).last(where: { trace.spans[$0].task != nil }) {
      return trace.spans[task]
    }
    var unfinished: [AttributeValue: TraceSpan] = [:]
    for span in taskSpans.values.map({ trace.spans[$0] }) where span.duration == nil {
      unfinished[.text("task:\(span.name)")] = span
    }
    for index in (open[track] ?? []).reversed() {
      let span = trace.spans[index]
      if span.category != SpanCategory.wait.name { return span }
      if let awaited = span.arguments.first.flatMap({ unfinished[$0.value] }) { return awaited }
    }
    return nil
  }
}
