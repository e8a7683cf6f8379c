package import LaunchModel

extension Trace {
  /// Makes a trace of a recording.
  ///
  /// - Parameters:
  ///   - recording: What the flight recorder wrote.
  ///   - isAlive: Whether the recorded process lives; asked only if it did not say that it ended.
  /// - Complexity: O(entries).
  package init(_ recording: Recording, isAlive: (Recording) -> Bool = { _ in false }) {
    var builder = RecordingTraceBuilder(recording)
    builder.build(isAlive: isAlive)
    self = builder.trace
  }

  /// The moment of a recording's zero, CLOCK_BOOTTIME in nanoseconds.
  package static func zeroTime(of recording: Recording) -> UInt64 {
    RecordingZero(recording).time
  }

  /// An id of 16 hexadecimal digits from what tells a launch from every other: FNV-1a.
  package static func identity(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The way from a recording's entries to a trace.
private struct RecordingTraceBuilder {
  private let recording: Recording
  private let zero: RecordingZero
  var trace: Trace
  private var plan = RecordedPlan()
  private var outcomes: [UInt16: TaskOutcome] = [:]
  private var errors: [UInt16: String] = [:]
  private var taskSpans: [UInt16: Int] = [:]
  private var asynchronous: [UInt16: Int] = [:]
  private var steps: [DecisionStep] = []
  private var storeSteps: [TraceStoreStep] = []
  private var hasLeft = false

  init(_ recording: Recording) {
    self.recording = recording
    zero = RecordingZero(recording)
    trace = Trace(
      launch: LaunchFacts(
        id: Self.identity(of: recording), format: "launchpath.recording/1", zero: zero.name))
  }

  private static func identity(of recording: Recording) -> String {
    Trace.identity(
      "\(recording.app) \(recording.process) \(recording.clocks.boottime) "
        + "\(recording.clocks.realtime)")
  }

  mutating func build(isAlive: (Recording) -> Bool) {
    describeLaunch()
    let mainFirst = recording.threads.sorted {
      ($0.id == recording.process ? 0 : 1) < ($1.id == recording.process ? 0 : 1)
    }
    for thread in mainFirst { read(thread) }
    numberThreads()
    for (task, error) in errors {
      guard let index = taskSpans[task] else { continue }
      trace.spans[index].arguments.append(TraceAttribute(name: "error", value: .text(error)))
    }
    finishPlan()
    finishSteps()
    trace.marks.sort { $0.at < $1.at }
    trace.screenEvents.sort { $0.at < $1.at }
    trace.derivePhases()
    addProcessCreation()
    addFlows()
    describeEnd(isAlive: isAlive)
    trace.problems += recording.problems
  }

  private func relative(_ time: UInt64) -> Int64 { zero.relative(time) }

  private mutating func describeLaunch() {
    trace.launch.app = recording.app.isEmpty ? nil : recording.app
    trace.launch.version = recording.appVersion.isEmpty ? nil : recording.appVersion
    trace.launch.build = recording.appBuild.isEmpty ? nil : recording.appBuild
    trace.launch.tool = "LaunchPath"
    trace.launch.zeroUncertainty = zero.uncertainty
    let sinceZero = relative(recording.clocks.boottime)
    trace.launch.startedAt = Int64(clamping: recording.clocks.realtime) &- sinceZero
    trace.launch.set("process", .integer(Int64(recording.process)))
    for problem in zero.problems { trace.note("spawn-stamp", problem) }
  }

  // MARK: - Entries

  private mutating func read(_ thread: RecordingThread) {
    let track = "t\(thread.id)"
    trace.tracks.append(
      TraceTrack(
        id: track, name: thread.id == recording.process ? "main" : thread.name,
        process: Int64(recording.process), thread: Int64(thread.id)))
    var open: [Int] = []
    for entry in thread.entries {
      let at = relative(entry.time)
      switch entry.kind {
      case .begin:
        open.append(trace.spans.count)
        begin(entry, at: at, on: track)
      case .end:
        guard let index = open.popLast() else {
          trace.note("unmatched-end", "a span ends that never began")
          continue
        }
        end(entry, at: at, span: index)
      case .store: store(entry, in: open.last)
      default: read(entry, at: at, on: track)
      }
    }
    finishStoreSteps()
  }

  private mutating func begin(_ entry: RecordingEntry, at: Int64, on track: String) {
    let category = SpanCategory(rawValue: entry.detail) ?? .span
    var name = recording.name(entry.name)
    var arguments: [TraceAttribute] = []
    if category == .wait {
      let cause = WaitCause(rawValue: UInt8(truncatingIfNeeded: entry.a)) ?? .worker
      let on = cause == .task ? "task:\(name)" : cause.name
      name = cause == .task ? "waits for \(name)" : "waits for a \(cause.name)"
      arguments.append(TraceAttribute(name: "on", value: .text(on)))
    }
    let isOfTask = entry.task != RecordingEntry.noTask
    if isOfTask { taskSpans[entry.task] = trace.spans.count }
    trace.spans.append(
      TraceSpan(
        id: "s\(trace.spans.count)", track: track, name: name, category: category.name,
        task: isOfTask ? "\(entry.task)" : nil, start: at, duration: nil,
        outcome: category == .task ? .unfinished : nil, arguments: arguments))
  }

  private mutating func end(_ entry: RecordingEntry, at: Int64, span index: Int) {
    let start = trace.spans[index].start
    if at < start { trace.note("negative-duration", "a span ends before it begins") }
    trace.spans[index].duration = max(0, at - start)
    let outcome = TaskOutcome(rawValue: entry.detail) ?? .unfinished
    if trace.spans[index].outcome != nil || outcome != .done {
      trace.spans[index].outcome = outcome
    }
    if entry.task != RecordingEntry.noTask { outcomes[entry.task] = outcome }
    if entry.b == 1 {
      trace.spans[index].arguments.append(TraceAttribute(name: "cpuNs", value: .integer(entry.a)))
    }
  }

  private mutating func read(_ entry: RecordingEntry, at: Int64, on track: String) {
    let name = recording.name(entry.name)
    switch entry.kind {
    case .begin, .end, .store: break
    case .mark: trace.marks.append(TraceMark(name: name, at: at, track: track))
    case .instant:
      trace.spans.append(
        TraceSpan(
          id: "s\(trace.spans.count)", track: track, name: name, category: "instant",
          task: entry.task == RecordingEntry.noTask ? nil : "\(entry.task)", start: at,
          duration: 0))
    case .screenEvent:
      guard let shows = ScreenShows(rawValue: entry.detail) else {
        trace.note("unknown-code", "a screen event shows something unknown")
        return
      }
      trace.screenEvents.append(
        TraceScreenEvent(at: at, section: name, shows: shows, age: entry.a < 0 ? nil : entry.a))
    case .input:
      let arrived = relative(UInt64(bitPattern: entry.a))
      trace.inputs.append(TraceInput(at: arrived, served: at))
    case .counter: sample(entry, at: at, on: track)
    case .planTask: plan.add(entry, recording)
    case .planNeed: plan.addNeed(entry)
    case .settled:
      if let outcome = TaskOutcome(rawValue: entry.detail) { outcomes[entry.task] = outcome }
      if !name.isEmpty { errors[entry.task] = name }
    case .decisionStep: step(entry)
    case .decision:
      let given = recording.name(entry.b)
      trace.decision = TraceDecision(
        screen: given.isEmpty ? name : "\(name): \(given)", steps: [])
      plan.screen = name
    case .storeStep: storeSteps.append(TraceStoreStep(name: name, duration: entry.a))
    case .launch: launch(entry)
    case .text: trace.launch.set(name, .text(recording.name(entry.b)))
    case .number: trace.launch.set(name, .integer(entry.a))
    case .asyncBegin: beginAsynchronous(entry, at: at)
    case .asyncEnd: endAsynchronous(entry, at: at)
    case .left: hasLeft = true
    }
  }

  private mutating func sample(_ entry: RecordingEntry, at: Int64, on track: String) {
    let name = recording.name(entry.name)
    let sample = TraceSample(at: at, value: Double(entry.a))
    if let index = trace.counters.firstIndex(where: { $0.name == name && $0.track == track }) {
      trace.counters[index].samples.append(sample)
    } else {
      trace.counters.append(
        TraceCounter(
          track: track, name: name, unit: recording.name(entry.b), samples: [sample]))
    }
  }

  private mutating func step(_ entry: RecordingEntry) {
    guard let outcome = RuleOutcome(rawValue: entry.detail & 0xF),
      let state = InputState(rawValue: entry.detail >> 4)
    else {
      trace.note("unknown-code", "a rule has an unknown outcome")
      return
    }
    steps.append(
      DecisionStep(
        rule: recording.name(entry.name), input: recording.name(entry.b), state: state,
        source: InputSource(rawValue: UInt8(truncatingIfNeeded: entry.c)),
        ageNanoseconds: entry.a == -1 ? nil : entry.a, outcome: outcome))
  }

  private mutating func store(_ entry: RecordingEntry, in span: Int?) {
    guard let verdict = StoreVerdict(rawValue: entry.detail),
      let storeClass = StoreClass(rawValue: UInt8(truncatingIfNeeded: entry.b))
    else {
      trace.note("unknown-code", "a store has an unknown verdict or class")
      return
    }
    let detail = recording.name(entry.c)
    trace.stores.append(
      TraceStore(
        name: recording.name(entry.name), storeClass: storeClass, verdict: verdict,
        expected: StoreVerdict(rawValue: UInt8(truncatingIfNeeded: entry.a)), steps: storeSteps,
        detail: detail.isEmpty ? nil : detail, span: span.map { trace.spans[$0].id }))
    storeSteps = []
  }

  private mutating func launch(_ entry: RecordingEntry) {
    trace.launch.kind = LaunchKind(rawValue: entry.detail) ?? .unknown
    trace.launch.reason =
      LaunchReason(rawValue: UInt8(truncatingIfNeeded: entry.b)) ?? .unknown
    let target = recording.name(entry.name)
    if !target.isEmpty { trace.launch.set("target", .text(target)) }
  }

  // MARK: - Tasks without a thread

  private mutating func beginAsynchronous(_ entry: RecordingEntry, at: Int64) {
    let track = "asynchronous"
    if !trace.tracks.contains(where: { $0.id == track }) {
      trace.tracks.append(
        TraceTrack(id: track, name: "asynchronous", process: Int64(recording.process)))
    }
    // Its end may stand in another thread's segment, and so may have been read already.
    if let index = asynchronous[entry.task] {
      let end = trace.spans[index].start
      trace.spans[index].start = at
      trace.spans[index].duration = max(0, end - at)
      trace.spans[index].name = recording.name(entry.name)
      return
    }
    asynchronous[entry.task] = trace.spans.count
    taskSpans[entry.task] = trace.spans.count
    trace.spans.append(
      TraceSpan(
        id: "s\(trace.spans.count)", track: track, name: recording.name(entry.name),
        category: SpanCategory.task.name, task: "\(entry.task)", start: at, duration: nil,
        outcome: .unfinished))
  }

  private mutating func endAsynchronous(_ entry: RecordingEntry, at: Int64) {
    let outcome = TaskOutcome(rawValue: entry.detail) ?? .unfinished
    outcomes[entry.task] = outcome
    if let index = asynchronous[entry.task] {
      trace.spans[index].duration = max(0, at - trace.spans[index].start)
      trace.spans[index].outcome = outcome
    } else {
      beginAsynchronous(entry, at: at)
      if let index = asynchronous[entry.task] { trace.spans[index].outcome = outcome }
    }
  }

  // MARK: - What follows from all entries

  private mutating func finishPlan() {
    guard !plan.tasks.isEmpty || plan.screen != nil else { return }
    trace.plan = plan.finished(outcomes: outcomes, began: Set(taskSpans.keys))
  }

  private mutating func finishSteps() {
    if trace.decision == nil && !steps.isEmpty {
      trace.decision = TraceDecision(screen: "none", steps: [])
    }
    trace.decision?.steps = steps
  }

  /// Notes what a thread did for a store that it did not open to the end.
  private mutating func finishStoreSteps() {
    for step in storeSteps {
      trace.note("unfinished-store", "a store was being opened: \(step.name)")
    }
    storeSteps = []
  }

  /// Numbers the threads that bear the same name, in the order in which they began to record.
  private mutating func numberThreads() {
    for name in Set(trace.tracks.map(\.name)) {
      let same = trace.tracks.indices.filter { trace.tracks[$0].name == name }
      guard same.count > 1 else { continue }
      for (number, index) in same.enumerated() {
        trace.tracks[index].name = "\(name) \(number + 1)"
      }
    }
  }

  private mutating func addProcessCreation() {
    guard let phase = trace.phases.first, phase.phase == .processCreation,
      let main = trace.tracks.first
    else { return }
    trace.spans.append(
      TraceSpan(
        id: "s\(trace.spans.count)", track: main.id, name: "process creation",
        category: SpanCategory.process.name, start: phase.start,
        duration: phase.end - phase.start))
  }

  /// An arrow where a task's value went to a task on another thread.
  private mutating func addFlows() {
    for task in trace.plan?.tasks ?? [] {
      guard let number = UInt16(task.id), let to = taskSpans[number] else { continue }
      for need in task.needs {
        guard let needed = UInt16(need), let from = taskSpans[needed],
          let end = trace.spans[from].end, end <= trace.spans[to].start,
          trace.spans[from].track != trace.spans[to].track
        else { continue }
        trace.flows.append(TraceFlow(from: trace.spans[from].id, to: trace.spans[to].id))
      }
    }
  }

  private mutating func describeEnd(isAlive: (Recording) -> Bool) {
    let end: String
    if recording.end == .ended {
      end = "ended"
    } else {
      end = isAlive(recording) ? "running" : "killed"
    }
    trace.launch.set("processEnd", .text(end))
    if let endedAt = recording.endedAt {
      trace.launch.set("processEndNs", .integer(relative(endedAt)))
    }
    trace.launch.outcome =
      if trace.mark(LaunchMark.interactive) != nil { .interactive } else if hasLeft {
        .interrupted
      } else { LaunchOutcome(name: end) ?? .unknown }
  }
}
