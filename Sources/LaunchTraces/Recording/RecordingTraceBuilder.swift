import LaunchModel

/// The way from a recording's entries to a trace.
struct RecordingTraceBuilder {
  let recording: Recording
  private let zero: RecordingZero
  var trace: Trace
  var plan = RecordedPlan()
  var outcomes: [UInt16: TaskOutcome] = [:]
  private var errors: [UInt16: String] = [:]
  var taskSpans: [UInt16: Int] = [:]
  private var asynchronous: [UInt16: Int] = [:]
  var steps: [DecisionStep] = []
  var storeSteps: [TraceStoreStep] = []
  /// Where each fact and each counter stands: a program may have thousands of either.
  private var factIndex: [String: Int] = [:]
  private var counterIndex: [[String]: Int] = [:]
  /// The same for what is said of each span.
  var argumentIndex: [Int: [String: Int]] = [:]
  var hasLeft = false
  private var hasLaunch = false
  /// The tasks that held the main thread, as the watchdog saw it, and for how long.
  var holds: [(task: UInt16, nanoseconds: Int64)] = []
  /// The spans in which flows begin, by their numbers, and those that go on with them.
  var flowsOut: [Int64: Int] = [:]
  var flowsIn: [(flow: Int64, span: Int)] = []
  /// When frames were drawn.
  var frames: [Int64] = []
  /// The longest suspension, and the largest step of the wall clock, since the beginning.
  var suspended: Int64 = 0
  var clockStep: Int64 = 0
  /// What was open on each track when its entries end, outermost first.
  var open: [String: [Int]] = [:]

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
    for (index, fact) in trace.launch.attributes.enumerated() { factIndex[fact.name] = index }
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
    finishWatch()
    trace.marks.sort { $0.at < $1.at }
    trace.screenEvents.sort { $0.at < $1.at }
    trace.derivePhases()
    addProcessCreation()
    addFlows()
    describeEnd(isAlive: isAlive)
    trace.problems += recording.problems
  }

  func relative(_ time: UInt64) -> Int64 { zero.relative(time) }

  private mutating func describeLaunch() {
    trace.launch.app = recording.app.isEmpty ? nil : recording.app
    trace.launch.version = recording.appVersion.isEmpty ? nil : recording.appVersion
    trace.launch.build = recording.appBuild.isEmpty ? nil : recording.appBuild
    trace.launch.tool = "LaunchPath"
    trace.launch.zeroUncertainty = zero.uncertainty
    let sinceZero = relative(recording.clocks.boottime)
    trace.launch.startedAt = Int64(clamping: recording.clocks.realtime) &- sinceZero
    trace.launch.set("process", .integer(Int64(recording.process)))
    if let age = zero.age { trace.launch.set("processAgeNs", .integer(age)) }
    describe(recording.factsAtStart, "AtStart")
    describe(recording.factsAtFirstFrame, "AtFirstFrame")
    for problem in zero.problems { trace.note("spawn-stamp", problem) }
  }

  private mutating func describe(_ facts: RecordingFacts?, _ moment: String) {
    guard let facts else { return }
    trace.launch.set("libraries\(moment)", .integer(facts.libraries))
    trace.launch.set("libraryBytes\(moment)", .integer(facts.libraryBytes))
    trace.launch.set("minorFaults\(moment)", .integer(facts.minorFaults))
    trace.launch.set("majorFaults\(moment)", .integer(facts.majorFaults))
    trace.launch.set("bytesRead\(moment)", .integer(facts.bytesRead))
    trace.launch.set("cpu\(moment)Ns", .integer(facts.cpuTime))
  }

  // MARK: - Entries

  private mutating func read(_ thread: RecordingThread) {
    let track = "t\(thread.id)"
    trace.tracks.append(
      TraceTrack(
        id: track, name: thread.id == recording.process ? "main" : thread.name,
        process: Int64(recording.process), thread: Int64(thread.id)))
    var open: [Int] = []
    var isBeyondGap = false
    for (index, entry) in thread.entries.enumerated() {
      if index == thread.gap?.index {
        isBeyondGap = true
        loseTrack(of: &open)
      }
      let at = relative(entry.time)
      if at.magnitude >= RecordingZero.farthest.magnitude {
        trace.note("impossible-time", "entries are of moments years away from their launch")
      }
      switch entry.kind {
      case .begin:
        open.append(trace.spans.count)
        begin(entry, at: at, on: track)
      case .end:
        guard let index = open.popLast() else {
          // What began in the gap ends after it.
          if !isBeyondGap { trace.note("unmatched-end", "a span ends that never began") }
          continue
        }
        end(entry, at: at, span: index)
      case .store: store(entry, in: open.last)
      case .spanText: describe(entry, .text(recording.name(entry.b)), of: open.last)
      case .spanNumber: describe(entry, .integer(entry.a), of: open.last)
      case .flowOut, .flowIn: flow(entry, in: open.last)
      default: read(entry, at: at, on: track)
      }
    }
    finishStoreSteps()
    self.open[track] = open
  }

  /// What was open before a gap may have ended in it: how long it took is not known.
  private mutating func loseTrack(of open: inout [Int]) {
    for index in open {
      trace.spans[index].arguments.append(
        TraceAttribute(name: "end", value: .text("overwritten")))
    }
    open = []
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
    case .begin, .end, .store, .spanText, .spanNumber, .flowOut, .flowIn: break
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
    case .text: set(name, .text(recording.name(entry.b)))
    case .number: set(name, .integer(entry.a))
    case .asyncBegin: beginAsynchronous(entry, at: at)
    case .asyncEnd: endAsynchronous(entry, at: at)
    case .left: hasLeft = true
    case .held: holds.append((entry.task, entry.a))
    case .frame: frames.append(at)
    case .clocks: compare(entry)
    }
  }

  mutating func set(_ name: String, _ value: AttributeValue) {
    let index = factIndex[name] ?? trace.launch.attributes.count
    factIndex[name] = index
    if index < trace.launch.attributes.count {
      trace.launch.attributes[index].value = value
    } else {
      trace.launch.attributes.append(TraceAttribute(name: name, value: value))
    }
  }

  private mutating func sample(_ entry: RecordingEntry, at: Int64, on track: String) {
    let name = recording.name(entry.name)
    let sample = TraceSample(at: at, value: Double(entry.a))
    if let index = counterIndex[[track, name]] {
      trace.counters[index].samples.append(sample)
    } else {
      counterIndex[[track, name]] = trace.counters.count
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

  /// Compares the clocks with those of the beginning: the boot-time clock goes on while the machine
  /// sleeps and the monotonic one does not, and the wall clock may be set.
  private mutating func compare(_ entry: RecordingEntry) {
    let passed = Int64(bitPattern: entry.time &- recording.clocks.boottime)
    let monotonic = entry.a &- Int64(bitPattern: recording.clocks.monotonic)
    let wallClock = Int64(entry.b) | Int64(entry.c) << 32
    let wall = wallClock &- Int64(bitPattern: recording.clocks.realtime)
    suspended = max(suspended, passed &- monotonic)
    if (wall &- passed).magnitude > clockStep.magnitude { clockStep = wall &- passed }
  }

  private mutating func launch(_ entry: RecordingEntry) {
    let reason = LaunchReason(rawValue: UInt8(truncatingIfNeeded: entry.b)) ?? .unknown
    // A process has one launch from nothing: a second entry tells of one that was made ahead.
    if hasLaunch && !trace.launch.reason.isAhead { return }
    hasLaunch = true
    if reason.isAhead { trace.launch.excluded.append(reason.name) }
    trace.launch.kind = LaunchKind(rawValue: entry.detail) ?? .unknown
    trace.launch.reason = reason
    let target = recording.name(entry.name)
    if !target.isEmpty { set("target", .text(target)) }
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
}
