import LaunchModel

// What follows from all entries together.
extension RecordingTraceBuilder {
  mutating func finishPlan() {
    guard !plan.tasks.isEmpty || plan.screen != nil else { return }
    let (finished, unexplained) = plan.finished(outcomes: outcomes, began: Set(taskSpans.keys))
    trace.plan = finished
    if unexplained > 0 {
      trace.note("long-reasons", "tasks have too long a reason to be kept", count: unexplained)
    }
  }

  mutating func finishSteps() {
    if trace.decision == nil && !steps.isEmpty {
      trace.decision = TraceDecision(screen: "none", steps: [])
    }
    trace.decision?.steps = steps
  }

  /// Notes what a thread did for a store that it did not open to the end.
  mutating func finishStoreSteps() {
    for step in storeSteps {
      trace.note("unfinished-store", "a store was being opened: \(step.name)")
    }
    storeSteps = []
  }

  /// Numbers the threads that bear the same name, in the order in which they began to record.
  mutating func numberThreads() {
    for name in Set(trace.tracks.map(\.name)) {
      let same = trace.tracks.indices.filter { trace.tracks[$0].name == name }
      guard same.count > 1 else { continue }
      for (number, index) in same.enumerated() {
        trace.tracks[index].name = "\(name) \(number + 1)"
      }
    }
  }

  /// What the watchdog, the frames and the clocks told.
  mutating func finishWatch() {
    for (task, nanoseconds) in holds {
      guard let index = taskSpans[task] else { continue }
      trace.spans[index].arguments.removeAll { $0.name == "heldMainThreadNs" }
      trace.spans[index].arguments.append(
        TraceAttribute(name: "heldMainThreadNs", value: .integer(nanoseconds)))
    }
    frames.sort()
    let intervals = zip(frames.dropFirst(), frames).map {
      TraceSample(at: $0, value: Double($0 - $1))
    }
    if !intervals.isEmpty, let main = trace.tracks.first {
      trace.counters.append(
        TraceCounter(track: main.id, name: "time between frames", unit: "ns", samples: intervals))
    }
    // What two readings of the clocks lie apart is no suspension.
    if suspended > 1_000_000 {
      trace.launch.set("suspendedNs", .integer(suspended))
      trace.launch.excluded.append("suspended")
    }
    if clockStep.magnitude > 100_000_000 {
      trace.note("clock-step", "the wall clock was set while the process ran")
      trace.launch.set("clockStepNs", .integer(clockStep))
    }
  }

  mutating func addProcessCreation() {
    guard let phase = trace.phases.first, phase.phase == .processCreation,
      let main = trace.tracks.first
    else { return }
    trace.spans.append(
      TraceSpan(
        id: "s\(trace.spans.count)", track: main.id, name: "process creation",
        category: SpanCategory.process.name, start: phase.start,
        duration: phase.end - phase.start))
  }
}
