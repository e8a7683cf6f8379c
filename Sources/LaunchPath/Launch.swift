import CPlatform
import Glibc
public import LaunchEngine
public import LaunchModel
import Synchronization

/// One launch of this process, from its first instruction to interactive.
///
/// A process has one, made on the main thread as early as possible:
///
///     let launch = Launch(app: "newsreader", version: "2.4.0", graph: makeGraph(ui), rules: rules)
///     if case .recovery(let causes) = launch.run() { ui.recovery(causes) }
///     launch.firstFrameShown()
///
/// A program without a graph begins with ``begin(app:version:build:request:folders:)`` and has
/// marks, spans and screen events. Methods that are not bound to the main thread may be called from
/// any.
public final class Launch: Sendable {
  /// Where the program's files live.
  public let folders: LaunchFolders
  /// The file that decides.
  public let stateFile: StateFile
  /// What the decision looks at, read once at the beginning; without a graph there is none, and
  /// the state file is not read.
  public let inputs: LaunchInputs
  package let recorder: Recorder
  let program: LaunchProgram?
  private let options: LaunchOptions
  private let mainLoop: MainLoop?
  private let began: UInt64
  /// Whether the recording is in the program's own folder, and not where somebody asked for it.
  let hasOwnFolder: Bool
  /// What earlier launches of this build have crashed in, if any did.
  let ladder: CrashLadder?
  let progress = Lock(Progress())
  private let hasServedInput = Atomic(false)
  private let hasBeenActivated = Atomic(false)
  /// From when on inputs and frames are recorded, CLOCK_BOOTTIME in nanoseconds.
  private let interactionBegan: Atomic<UInt64>

  struct Progress {
    var coordinator: Coordinator?
    var hasRun = false
    var reachedContent = false
    /// Whether the program says what its screen shows, so that being interactive is no content.
    var hasScreens = false
    /// The numbers of the names of the marks so far, which are few.
    var marks: [Int] = []
  }

  private static let latest = Lock<Launch?>(nil)

  /// The launch of this process, once it has begun.
  public static var current: Launch? { latest.withLock { $0 } }

  /// Begins a launch that decides, plans and runs.
  ///
  /// - Parameters:
  ///   - app: The program's id, which names its folders.
  ///   - version: Its version, as semver.org has it.
  ///   - build: What tells one build of a version from another.
  ///   - graph: Its start-up work; declared after the recording has begun, so that the time that
  ///     this takes is seen as the program's own.
  ///   - rules: How it decides on its first screen, in order; the last is `.otherwise`.
  ///   - request: What it was asked to do; nil for what `LAUNCHPATH_LAUNCH` says.
  ///   - mainLoop: How to ask the main loop for spare time, for deferred main-thread tasks.
  ///   - folders: Where its files live; nil for the system's folders.
  ///   - options: The limits of the launch.
  @inlinable
  @MainActor
  public convenience init<Screen>(
    app: String, version: String, build: String = "",
    graph: @autoclosure () -> Graph<Screen>, rules: [Rule<Screen>],
    request: LaunchRequest? = nil, mainLoop: MainLoop? = nil,
    folders: LaunchFolders? = nil, options: LaunchOptions = LaunchOptions()
  ) {
    self.init(
      app: app, version: version, build: build,
      program: {
        LaunchProgram(graph().declarations) { inputs, note in
          var chosen: ChosenScreen?
          inputs.evaluate(rules, note: note) { chosen = ChosenScreen($0) }
          return chosen
        }
      },
      request: request, mainLoop: mainLoop, folders: folders, options: options)
  }

  /// Begins a launch of a program without a graph.
  ///
  /// - Parameters:
  ///   - app: The program's id, which names its folders.
  ///   - version: Its version.
  ///   - build: What tells one build of a version from another.
  ///   - request: What it was asked to do; nil for what `LAUNCHPATH_LAUNCH` says.
  ///   - folders: Where its files live; nil for the system's folders.
  /// - Returns: The launch, with its recording begun.
  @MainActor
  public static func begin(
    app: String, version: String, build: String = "", request: LaunchRequest? = nil,
    folders: LaunchFolders? = nil
  ) -> Launch {
    Launch(
      app: app, version: version, build: build, program: { nil }, request: request, mainLoop: nil,
      folders: folders, options: LaunchOptions())
  }

  @usableFromInline
  @MainActor
  init(
    app: String, version: String, build: String, program: () -> LaunchProgram?,
    request: LaunchRequest?, mainLoop: MainLoop?, folders: LaunchFolders?, options: LaunchOptions
  ) {
    began = launchpath_now()
    interactionBegan = Atomic(began)
    let folders = folders ?? LaunchFolders(app: app)
    let request = request ?? .fromEnvironment()
    self.folders = folders
    self.options = options
    self.mainLoop = mainLoop
    let elsewhere = Environment.value("LAUNCHPATH_RECORDINGS")
    hasOwnFolder = elsewhere == nil
    let recorder = Recorder(
      folder: elsewhere ?? folders.recordings, app: app, version: version, build: build,
      spawnedAt: SpawnStamp.take(), usesSpare: hasOwnFolder)
    self.recorder = recorder
    recorder.catchCrashes()
    recorder.lookAtProcess(RecordingLayout.Header.factsAtStart)
    // Now, while there is room for names: a recording without its marks says little.
    recorder.nameMarks()
    // Nobody looks at a process that was made ahead, so its start is no launch yet.
    let kind: LaunchKind = request.reason.isAhead ? .unknown : .cold
    recorder.append(
      .launch, detail: kind.rawValue, name: request.target.map(recorder.name) ?? 0,
      b: UInt32(request.reason.rawValue))
    recorder.append(.mark, name: recorder.name(LaunchMark.started))
    recorder.append(
      .begin, detail: SpanCategory.task.rawValue, name: recorder.name(declarationName))
    self.program = program()
    recorder.append(.end, detail: TaskOutcome.done.rawValue)
    stateFile = StateFile(folders: folders)
    inputs = LaunchInputs(
      version: version, build: build, reason: request.reason, target: request.target,
      now: WallClock.now(),
      state: self.program == nil ? .unavailable("it was not read") : stateFile.read())
    // A launch that got its spare follows one that got to its first content.
    var climb: LaunchLadder?
    if self.program != nil && hasOwnFolder && !recorder.hasSpare {
      climb = LaunchLadder(
        folder: RecordingFolder(path: folders.recordings), stateFile: stateFile, inputs: inputs)
    }
    ladder = climb.map { $0.climb() } ?? LaunchLadder.inState(of: inputs)
    if let climb {
      recorder.becomeSpare()
      if !climb.finding.isEmpty { note("ladder", climb.finding) }
    }
    if !recorder.problem.isEmpty { note("recording", recorder.problem) }
    if self.program != nil, case .unavailable(let reason) = inputs.state {
      note("state file", reason)
    }
    Self.latest.withLock { $0 = self }
    recorder.becomeCurrent()
    Self.watchExit()
  }

  // MARK: - Running

  /// Decides on the first screen, plans, runs what this screen needs, and draws it.
  ///
  /// Whatever fails settles by its policy: this never throws, and never ends the program. It is
  /// called once.
  ///
  /// - Returns: The screen that was drawn, or why none could be.
  @MainActor
  public func run() -> LaunchResult {
    guard let program else {
      preconditionFailure("a launch that was begun without a graph has nothing to run")
    }
    let isFirst = progress.withLock { progress in
      defer { progress.hasRun = true }
      return !progress.hasRun
    }
    precondition(isFirst, "a launch runs once; then it can be tried again")
    return attempt(program, isRetry: false)
  }

  /// Tries again after `run()` led to recovery.
  ///
  /// In safe mode it runs only what the decided screen cannot do without.
  ///
  /// - Returns: The screen that was drawn, or why none could be.
  @MainActor
  public func retry() -> LaunchResult {
    guard let program else {
      preconditionFailure("a launch that was begun without a graph has nothing to try again")
    }
    coordinator?.end()
    return attempt(program, isRetry: true)
  }

  @MainActor
  private func attempt(_ program: LaunchProgram, isRetry: Bool) -> LaunchResult {
    let decided = program.decide(inputs, note: record)
    let plan = decided.plan
    recorder.append(
      .decision, name: recorder.name(plan.screen),
      b: recorder.name(decided.screen?.screen.screenDetail ?? ""))
    for problem in plan.problems { note("graph", problem.description) }
    let withheld = withheld(from: plan)
    if isInSafeMode, !isRetry, plan.isScreenDrawnFromTasks {
      let cause = RecoveryCause(task: nil, description: safeModeReason)
      note("recovery", cause.description)
      return .recovery([cause])
    }
    let upkeep = LaunchUpkeep(launch: self, target: decided.target)
    let coordinator = Coordinator(
      plan: plan, recorder: recorder, began: began, options: options, mainLoop: mainLoop,
      withheld: withheld, afterFirstFrame: { upkeep.run(isDrawn: $0) })
    progress.withLock { $0.coordinator = coordinator }
    var causes = coordinator.run(draw: decided.draw)
    if decided.screen == nil {
      let fault = "no rule chose a screen; end the rules with .otherwise(…)"
      causes = [RecoveryCause(task: nil, description: fault)]
    }
    if !causes.isEmpty {
      for cause in causes { note("recovery", cause.description) }
      return .recovery(causes)
    }
    return .screen(plan.screen)
  }

  private func record(_ step: DecisionStep) {
    recorder.append(
      .decisionStep, detail: step.outcome.rawValue | step.state.rawValue << 4,
      name: recorder.name(step.rule), a: step.ageNanoseconds ?? -1,
      b: recorder.name(step.input), c: UInt32(step.source?.rawValue ?? 0))
  }

  private var coordinator: Coordinator? { progress.withLock { $0.coordinator } }

  /// The value of a lazy declaration; the first use makes it, on the calling thread.
  ///
  /// - Parameter lazy: The declaration.
  /// - Returns: The value.
  /// - Throws: What making it threw, or ``LaunchEngine/LazyError``.
  public func value<Value>(of lazy: LazyHandle<Value>) throws -> Value {
    guard let coordinator, let accessor = lazy.value(in: coordinator.results) else {
      preconditionFailure("a lazy value can be used once the launch runs")
    }
    return try accessor.get()
  }

  /// Runs deferred main-thread tasks while the main loop has nothing better to do.
  ///
  /// - Parameter deadline: When the loop needs its thread back; a task that has begun is finished.
  /// - Returns: Whether some are left.
  @MainActor
  @discardableResult
  public func runIdle(until deadline: ContinuousClock.Instant) -> Bool {
    coordinator?.runIdle(until: deadline) ?? false
  }

  /// Whether a task has not ended yet that nobody has to ask for; the main loop is woken when the
  /// last one does.
  public var hasDeferredWork: Bool { coordinator?.hasDeferredWork ?? false }

  // MARK: - Moments

  /// The first screen of the program's own is visible: deferred work begins.
  public func firstFrameShown() {
    mark(LaunchMark.firstFrame)
    recorder.lookAtProcess(RecordingLayout.Header.factsAtFirstFrame)
    recorder.appendClocks()
    guard let coordinator else {
      recorder.recordKernelStart()
      _ = WorkerThread.start("lp-recorder") { self.tidyRecordings() }
      return
    }
    coordinator.firstFrameShown()
  }

  /// The person opens a program whose process was made ahead: prewarmed, or for background work.
  ///
  /// The clock of the launch starts here, and it is a *warm* one, because the process was there;
  /// its trace keeps the earlier creation beside it. Of a process that began for the person, and
  /// the second time, it says nothing. Any thread.
  ///
  /// - Parameter request: What the person asked for.
  public func activated(_ request: LaunchRequest) {
    guard inputs.reason.isAhead, !hasBeenActivated.exchange(true, ordering: .relaxed) else {
      return
    }
    interactionBegan.store(launchpath_now(), ordering: .relaxed)
    recorder.append(
      .launch, detail: LaunchKind.warm.rawValue,
      name: request.target.map { recorder.name($0) } ?? 0, b: UInt32(request.reason.rawValue))
  }

  /// Input could be served from now on.
  public func interactive() {
    mark(LaunchMark.interactive)
  }

  /// An input was served, now; the first one of a launch makes it interactive.
  ///
  /// Only those of the first 10 s are recorded. Any thread; at most 100 ns, but for the first.
  ///
  /// - Parameter waited: How long it waited for that.
  public func inputServed(after waited: Duration = .zero) {
    let now = launchpath_now()
    if now &- interactionBegan.load(ordering: .relaxed) > Limits.watchedInteraction { return }
    recorder.append(.input, time: now, a: Int64(now) - max(0, waited.wholeNanoseconds))
    if !hasServedInput.load(ordering: .relaxed) {
      hasServedInput.store(true, ordering: .relaxed)
      mark(LaunchMark.interactive)
    }
  }

  /// The program drew a frame, now; a long time between two of them is a stutter.
  ///
  /// Only those of the first 10 s are recorded. Any thread; at most 100 ns.
  public func frameDrawn() {
    let now = launchpath_now()
    if now &- interactionBegan.load(ordering: .relaxed) > Limits.watchedInteraction { return }
    recorder.append(.frame, time: now, a: 0)
  }

  /// A section of the screen changed.
  ///
  /// - Parameters:
  ///   - shows: What it shows from now on; the first content of a launch is its mark as well.
  ///   - section: Which part of the screen.
  ///   - age: How old the content is, if it is not fresh.
  public func screen(
    _ shows: ScreenShows, section: StaticString = "screen", age: Duration? = nil
  ) {
    progress.withLock { $0.hasScreens = true }
    recorder.append(
      .screenEvent, detail: shows.rawValue, name: recorder.name(section),
      a: age?.wholeNanoseconds ?? -1)
    switch shows {
    case .placeholder: mark(LaunchMark.placeholder)
    case .staleContent, .freshContent: mark(LaunchMark.firstContent)
    case .splash, .skeleton, .error: break
    }
  }

  /// A moment with a name; only the first of each name counts.
  public func mark(_ text: String) {
    let name = recorder.name(text)
    let isFirst = progress.withLock { progress in
      if progress.marks.contains(Int(name)) { return false }
      progress.marks.append(Int(name))
      return true
    }
    guard isFirst else { return }
    recorder.append(.mark, name: name)
    guard text == LaunchMark.firstContent || text == LaunchMark.interactive else { return }
    progress.withLock { progress in
      if text == LaunchMark.firstContent || !progress.hasScreens { progress.reachedContent = true }
    }
  }

  /// A fact about this launch, for whoever reads its trace; never a secret.
  public func note(_ name: String, _ text: String) {
    recorder.append(.text, name: recorder.name(name), b: recorder.name(text))
  }

  /// A number about this launch, for whoever reads its trace.
  public func note(_ name: String, _ number: Int) {
    recorder.append(.number, name: recorder.name(name), a: Int64(number))
  }

  /// The person left the program.
  public func left() {
    recorder.append(.left)
  }

  /// The process ends of its own accord: nothing more begins, and the recording says so.
  ///
  /// A program that returns from `main` or calls `exit` need not say it; one that ends by `_exit`
  /// has to.
  public func end() {
    coordinator?.end()
    climbDown()
    recorder.end()
  }

  private static let watchesExit = Lock(false)

  /// Sees to it that an ordinary end of the process is not taken for a kill.
  private static func watchExit() {
    let isFirst = watchesExit.withLock { watches in
      defer { watches = true }
      return !watches
    }
    if isFirst { unsafe on_exit(recordExit, nil) }
  }

  private static let recordExit: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = {
    status, _ in
    if status == 0 { current?.climbDown() }
    current?.recorder.exits(status: status)
  }
}

/// What the recording calls the time that the program takes to declare its graph.
private let declarationName: StaticString = "declare the graph"
