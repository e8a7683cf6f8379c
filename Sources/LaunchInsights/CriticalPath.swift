package import LaunchModel

/// The chain of work and waiting that a mark had to wait for, from the launch's zero to the mark.
///
/// Its steps follow each other without a gap and without overlap, so their lengths add up to the
/// mark's time. Waiting is told apart from work.
package struct CriticalPath: Sendable, Hashable {
  /// What a step's time was.
  package enum Kind: Sendable, Hashable {
    /// Work: of the system, of a task, or of the program between tasks.
    case work
    /// Waiting.
    case wait(WaitCause)
  }

  /// A part of the path.
  package struct Step: Sendable, Hashable {
    /// What its time was.
    package let kind: Kind
    /// What people call it.
    package let name: String
    /// The id of the span whose time it is; nil for time that no span covers.
    package let span: String?
    /// Where it begins.
    package let start: Int64
    /// Where it ends.
    package let end: Int64
    /// The part of work in which its thread had no processor, because it slept or waited for a
    /// disk, a lock or the system; nil if that is not known.
    package let offProcessor: Int64?

    /// How long it is, in nanoseconds.
    package var duration: Int64 { end - start }

    /// How much of it was waiting, as far as that is known.
    package var waited: Int64 { kind == .work ? offProcessor ?? 0 : duration }
  }

  /// The mark to which the path leads.
  package let target: String
  /// The steps, in order of time.
  package let steps: [Step]

  /// Follows the path backwards from a mark.
  ///
  /// - Parameters:
  ///   - trace: The launch.
  ///   - target: The mark's name.
  /// - Returns: The path, or nil if the mark was not reached after the zero.
  /// - Complexity: O(steps · spans).
  package static func of(_ trace: Trace, to target: String) -> CriticalPath? {
    guard let end = trace.mark(target), end > 0 else { return nil }
    var walk = PathWalk(trace)
    return CriticalPath(target: target, steps: walk.back(from: end))
  }

  /// The time that was waiting, between tasks and within them, in nanoseconds.
  package var waiting: Int64 {
    steps.reduce(0) { $0 + $1.waited }
  }
}

/// The walk from a mark back to the zero.
private struct PathWalk {
  private let trace: Trace
  private let main: String
  /// The spans that are the scheduler's: tasks, waits and process creation, by track.
  private let spans: [String: [TraceSpan]]
  private let taskSpan: [String: TraceSpan]
  /// What lies between the scheduler's spans, and the span for it, if an observer drew one.
  private let ownCode: (name: String, span: String?)
  private var steps: [CriticalPath.Step] = []

  init(_ trace: Trace) {
    self.trace = trace
    main = trace.mainTrack ?? ""
    let kinds: Set<String> = [
      SpanCategory.task.name, SpanCategory.wait.name, SpanCategory.process.name,
    ]
    spans = Dictionary(
      grouping: trace.spans.filter { kinds.contains($0.category) }, by: \.track)
    var taskSpan: [String: TraceSpan] = [:]
    for span in trace.spans where span.category == SpanCategory.task.name {
      if let task = span.task { taskSpan[task] = span }
    }
    self.taskSpan = taskSpan
    // Where process creation ends is not known of a program that could not be traced.
    let isSplit = trace.plan != nil || trace.mark(LaunchMark.started) != nil
    let name =
      trace.plan != nil ? "outside tasks" : isSplit ? "own code" : "loading and own code"
    ownCode = (name, trace.spans.first { $0.name == name }?.id)
  }

  mutating func back(from end: Int64) -> [CriticalPath.Step] {
    var cursor = end
    var track = main
    // Every turn of the loop moves the cursor, or changes the track at an end that moves it next.
    // A launch has a few hundred; what a file claims beyond thousands is no path to follow.
    var turns = min(2 * trace.spans.count + 8, 10_000)
    while cursor > 0, turns > 0 {
      turns -= 1
      guard let span = span(on: track, before: cursor) else {
        if track != main {
          track = main
        } else {
          addOwnCode(from: 0, to: &cursor)
        }
        continue
      }
      if let end = span.end, end < cursor {
        if track == main {
          addOwnCode(from: end, to: &cursor)
        } else {
          // A helper that did nothing: whoever released the next task was the main thread.
          track = main
        }
        continue
      }
      if span.category == SpanCategory.wait.name {
        track = followWait(span, &cursor) ?? track
      } else {
        let used = span.end == cursor ? span.processorTime : nil
        let off = used.map { max(0, cursor - max(0, span.start) - $0) }
        add(.work, span.name, span.id, from: span.start, to: &cursor, offProcessor: off)
        if track != main { track = release(of: span, &cursor) }
      }
    }
    if cursor > 0 { add(.work, "not recorded", nil, from: 0, to: &cursor) }
    return steps.reversed().flatMap(parts)
  }

  /// The time between the scheduler's spans; an observer knows how much of it was waiting.
  private mutating func addOwnCode(from start: Int64, to cursor: inout Int64) {
    let span = ownCode.span.flatMap { id in trace.spans.first { $0.id == id } }
    let isWhole = span.map { $0.start == start && $0.end == cursor } == true
    let off = isWhole ? span?.processorTime.map { max(0, cursor - start - $0) } : nil
    add(.work, ownCode.name, ownCode.span, from: start, to: &cursor, offProcessor: off)
  }

  /// The parts of process creation, where an observer saw them, in place of the whole.
  private func parts(of step: CriticalPath.Step) -> [CriticalPath.Step] {
    guard step.name == "process creation",
      let whole = trace.spans.first(where: { $0.id == step.span })
    else { return [step] }
    let seen = trace.spans.filter {
      $0.category == whole.category && $0.track != whole.track && $0.start >= step.start
        && ($0.end ?? .max) <= step.end
    }
    var cursor = step.start
    for part in seen {
      guard part.start == cursor, let end = part.end else { return [step] }
      cursor = end
    }
    guard cursor == step.end else { return [step] }
    return seen.map { part in
      let length = part.duration ?? 0
      return CriticalPath.Step(
        kind: .work, name: part.name, span: part.id, start: part.start, end: part.start + length,
        offProcessor: part.processorTime.map { max(0, length - $0) })
    }.filter { $0.duration > 0 }
  }

  /// The span on a track that covers the time just before a moment, or the last one before it.
  private func span(on track: String, before cursor: Int64) -> TraceSpan? {
    var best: TraceSpan?
    for span in spans[track] ?? [] where span.start < cursor {
      // Spans of the scheduler do not nest, so the latest start is the innermost.
      if best == nil || span.start > best!.start { best = span }
    }
    return best
  }

  /// Follows a wait to the task that ended it.
  ///
  /// - Returns: The track on which that task ran.
  private mutating func followWait(_ wait: TraceSpan, _ cursor: inout Int64) -> String? {
    let on = wait.arguments.first { $0.name == "on" }.flatMap { argument -> String? in
      if case .text(let text) = argument.value { return text }
      return nil
    }
    let cause = on.map { $0.hasPrefix("task:") ? .task : WaitCause(name: $0) ?? .worker } ?? .worker
    let awaited = on.flatMap { on -> TraceSpan? in
      guard on.hasPrefix("task:") else { return nil }
      let name = on.dropFirst("task:".count)
      return taskSpan.values.first { $0.name == name && $0.track != wait.track }
    }
    guard let awaited, let end = awaited.end, end > wait.start, awaited.start < cursor else {
      add(.wait(cause), wait.name, wait.id, from: wait.start, to: &cursor)
      return nil
    }
    // From the end of the task until the waiting thread went on.
    if end < cursor { add(.wait(.worker), wait.name, wait.id, from: end, to: &cursor) }
    return awaited.track
  }

  /// Finds what let a task begin: the last of its needs to end, or the main thread.
  private mutating func release(of span: TraceSpan, _ cursor: inout Int64) -> String {
    let needs = span.task.flatMap { trace.plan?.task($0)?.needs } ?? []
    let last = needs.compactMap { taskSpan[$0] }.filter { ($0.end ?? .max) <= cursor }
      .max { ($0.end ?? 0) < ($1.end ?? 0) }
    guard let last, let end = last.end else { return main }
    if end < cursor {
      add(.wait(.worker), "\(span.name) waits for a worker", nil, from: end, to: &cursor)
    }
    return last.track
  }

  private mutating func add(
    _ kind: CriticalPath.Kind, _ name: String, _ span: String?, from start: Int64,
    to cursor: inout Int64, offProcessor: Int64? = nil
  ) {
    let start = max(0, start)
    guard start < cursor else { return }
    steps.append(
      CriticalPath.Step(
        kind: kind, name: name, span: span, start: start, end: cursor, offProcessor: offProcessor))
    cursor = start
  }
}

extension TraceSpan {
  /// The CPU time of its thread while it ran, in nanoseconds; nil if it was not asked for.
  package var processorTime: Int64? {
    for argument in arguments where argument.name == "cpuNs" {
      if case .integer(let used) = argument.value {
        return max(0, min(used, Trace.farthestMoment))
      }
    }
    return nil
  }
}

extension Trace {
  /// The id of the main thread's track: the one whose thread is the process, else the first.
  package var mainTrack: String? {
    (tracks.first { $0.thread != nil && $0.thread == $0.process } ?? tracks.first)?.id
  }

  /// The last of the marks that a launch aims for and reached: the first frame, if it was reached.
  package var pathTarget: String? {
    let targets = [
      LaunchMark.firstFrame, LaunchMark.interactive, LaunchMark.until, LaunchMark.exit,
    ]
    return targets.first { (mark($0) ?? 0) > 0 }
  }

  /// The tasks that the crash ladder, or the cached config, kept from running.
  package var withheldTasks: [TraceTask] {
    plan?.tasks.filter { $0.outcome == .quarantined } ?? []
  }

  /// The tasks that have no value because of themselves.
  package var failedTasks: [TraceTask] {
    let bad: Set<TaskOutcome> = [.failed, .timedOut]
    return plan?.tasks.filter { bad.contains($0.outcome) } ?? []
  }

  /// What failed: the tasks, or the spans of a trace that has no tasks.
  package var failures: [String] {
    plan != nil ? failedTasks.map(\.name) : spans.filter { $0.outcome == .failed }.map(\.name)
  }

  /// Whether the process died of a fatal signal, whenever that was.
  package var hasCrashed: Bool { launch[attribute: "processEnd"] == .text("crashed") }

  /// What the process was doing when it died, as far as that is known.
  package var spanOfDeath: TraceSpan? {
    launch.diedIn.flatMap { id in spans.first { $0.id == id } }
  }
}
