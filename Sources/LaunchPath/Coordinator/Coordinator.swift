import CPlatform
import LaunchEngine
import LaunchModel

/// Runs a plan: the thread that calls works, and others help where it pays.
///
/// The scheduler decides, this gives it threads and a clock. No lock is held while a task's own
/// code runs.
///
/// Proof of `@unchecked Sendable`: every stored variable is read and written with the monitor
/// locked; the constants are Sendable themselves.
final class Coordinator: LazyHost, @unchecked Sendable {
  let plan: Plan
  let recorder: Recorder
  let monitor = Monitor()
  /// The recorder's names of the tasks.
  let taskNames: [Int]
  let began: UInt64
  let threads: ThreadSource
  /// The helpers that there may be; asked for when the first could be of use.
  private(set) lazy var mostHelpers = options.helpers ?? max(0, Int(launchpath_processors()) - 1)
  /// The work before the first frame that any thread may do; nil if a part of it is unknown.
  let knownWork: Int64?
  private let limit: Duration
  private let failsafe: UInt64
  private let mainLoop: MainLoop?
  private let withheld: [Int]
  private let options: LaunchOptions
  private let afterFirstFrame: @Sendable (_ isDrawn: Bool) -> Void

  var scheduler: Scheduler
  /// Who runs each task that is running on a thread.
  var runners: [Int]
  var helpers = 0
  var idleHelpers = 0
  var blockers = 0
  var idleBlockers = 0
  var lacksThreads = false
  var isMainBusy = false
  /// The task that the main thread runs, less than zero if it runs none, and since when.
  private(set) var mainTask = -1
  private(set) var mainSince: UInt64 = 0
  /// Whether a thread watches who holds the main thread.
  var isWatched = false
  /// When deferred work began; nil before.
  private(set) var releasedAt: UInt64?
  var mainThread: Int32 = 0
  /// When deferred work begins without a first frame; nil while or after nobody waits for that.
  var deferredAt: UInt64?
  private(set) var hasEnded = false
  var lazyOwners: [Int: Int32] = [:]
  var lazyWaits: [Int32: Int] = [:]
  private var sharedResults: TaskResults?
  private var errors: [Int: String] = [:]
  private var waiters = 0
  private var deadline = UInt64.max
  private var hasReleasedDeferred = false

  /// - Parameters:
  ///   - plan: What to run.
  ///   - recorder: Where it is written down; the plan is, at once.
  ///   - began: When the launch began, CLOCK_BOOTTIME in nanoseconds.
  ///   - options: The limits of this launch.
  ///   - mainLoop: How to ask the main thread for its spare time.
  ///   - withheld: The tasks that do not run this time, and why.
  ///   - threads: Where further threads come from.
  ///   - afterFirstFrame: The library's own deferred work, told whether the screen was drawn.
  init(
    plan: Plan, recorder: Recorder, began: UInt64, options: LaunchOptions, mainLoop: MainLoop?,
    withheld: Withheld? = nil, threads: ThreadSource = .system,
    afterFirstFrame: @escaping @Sendable (_ isDrawn: Bool) -> Void
  ) {
    self.plan = plan
    self.recorder = recorder
    self.began = began
    self.mainLoop = mainLoop
    self.threads = threads
    self.afterFirstFrame = afterFirstFrame
    self.withheld = withheld?.tasks ?? []
    self.options = options
    limit = options.runLimit
    failsafe = UInt64(max(0, options.firstFrameFailsafe.wholeNanoseconds))
    knownWork = Self.knownWork(of: plan)
    scheduler = Scheduler(plan: plan)
    runners = Array(repeating: 0, count: plan.tasks.count + 1)
    taskNames = PlanRecord.write(plan, to: recorder)
    if let withheld { errors = withheld.reasons }
    sharedResults = TaskResults(count: plan.tasks.count, keys: plan.keys, lazyHost: self)
  }

  private static func knownWork(of plan: Plan) -> Int64? {
    var work: Int64 = 0
    for task in plan.tasks.indices
    where plan.group(of: task) == .beforeFirstFrame && plan.tasks[task].affinity == .any {
      guard let expected = plan.tasks[task].expected else { return nil }
      let (sum, overflow) = work.addingReportingOverflow(max(0, expected))
      work = overflow ? .max : sum
    }
    return work
  }

  var results: TaskResults {
    guard let sharedResults else { preconditionFailure("the results exist from the beginning") }
    return sharedResults
  }

  // MARK: - Before the first frame

  /// Runs what the screen needs, and draws it.
  ///
  /// - Returns: Nothing if the screen was drawn, else what kept it from being drawn.
  @MainActor
  func run(draw: (TaskResults) -> Bool) -> [RecoveryCause] {
    monitor.lock()
    defer { monitor.unlock() }
    let now = launchpath_now()
    mainThread = launchpath_thread_id()
    deadline = now.addingReportingOverflow(UInt64(max(0, limit.wholeNanoseconds))).partialValue
    scheduler.begin(now: now, withheld: withheld)
    afterChange()
    while !scheduler.isSettled(plan.screenNode) && !hasEnded {
      expireLimits()
      if let node = take(lacksThreads ? .alone : .main, on: mainThread) {
        isMainBusy = true
        startHelperIfWorthwhile()
        holdMain(by: node)
        monitor.unlock()
        let outcome = node == plan.screenNode ? drawScreen(draw) : runOnMain(node)
        monitor.lock()
        mainTask = -1
        isMainBusy = false
        settle(node, outcome)
      } else {
        waitForWork()
      }
    }
    if !hasReleasedDeferred {
      deferredAt = launchpath_now().addingReportingOverflow(failsafe).partialValue
    }
    if helpers == 0 { startHelper() }
    return scheduler.outcome(of: plan.screenNode) == .done ? [] : recoveryCauses()
  }

  @MainActor
  private func drawScreen(_ draw: (TaskResults) -> Bool) -> TaskOutcome {
    recorder.append(.mark, name: recorder.name(LaunchMark.draw))
    let name = recorder.name("draw \(plan.screen)")
    recorder.append(.begin, detail: SpanCategory.task.rawValue, name: name)
    let isDrawn = draw(results)
    let outcome: TaskOutcome = isDrawn ? .done : .skipped
    recorder.append(.end, detail: outcome.rawValue)
    return outcome
  }

  private func waitForWork() {
    let now = launchpath_now()
    guard now < deadline else { return giveUp() }
    let blocker = scheduler.blocker(of: plan.screenNode)
    recorder.append(
      .begin, detail: SpanCategory.wait.rawValue,
      name: blocker.map { UInt32(taskNames[$0]) } ?? 0,
      a: Int64((blocker == nil ? WaitCause.worker : .task).rawValue),
      b: blocker.map { UInt32($0 + 1) } ?? 0)
    let next = min(deadline, scheduler.nextLimit ?? .max)
    waitForOthers(nanoseconds: next > now ? next - now : 0)
    recorder.append(.end, detail: TaskOutcome.done.rawValue)
  }

  /// Goes on without what holds up the screen: no task keeps the program from showing something.
  private func giveUp() {
    for task in scheduler.giveUp() { errors[task] = "it has not ended after \(limit)" }
    afterChange()
  }

  private func recoveryCauses() -> [RecoveryCause] {
    if let problem = plan.problem(of: plan.screenNode) {
      return [RecoveryCause(task: nil, description: problem.description)]
    }
    if hasEnded { return [RecoveryCause(task: nil, description: "the launch was ended")] }
    let causes = scheduler.causes(of: plan.screenNode).map { task in
      RecoveryCause(task: plan.tasks[task].name, description: reason(of: task))
    }
    if !causes.isEmpty { return causes }
    return [RecoveryCause(task: nil, description: "\(plan.screen) could not be drawn")]
  }

  /// Why a task has no value; the monitor is locked.
  func reason(of task: Int) -> String {
    plan.problem(of: task)?.description ?? errors[task] ?? "it has no value"
  }

  // MARK: - Running tasks

  /// The next task for a worker; the monitor is locked.
  func take(_ worker: Worker, on thread: Int32) -> Int? {
    guard let node = scheduler.next(for: worker) else { return nil }
    runners[node] = Int(thread)
    return node
  }

  /// Notes which task the main thread is about to run; the monitor is locked.
  private func holdMain(by node: Int) {
    mainTask = node
    mainSince = launchpath_now()
    guard node != plan.screenNode else { return }
    if (plan.tasks[node].expected ?? .max) >= Limits.watchedWork { startWatch() }
  }

  @MainActor
  func runOnMain(_ node: Int) -> TaskOutcome {
    switch plan.tasks[node].body {
    case .anywhere(let body): perform(node) { try body(results) }
    case .main(let body): perform(node) { try body(results) }
    case .asynchronous: preconditionFailure("an asynchronous task has no thread")
    }
  }

  /// Runs a body on the calling thread, and keeps its value; the monitor is not locked.
  func perform(_ node: Int, _ body: () throws -> AnyObject?) -> TaskOutcome {
    let task = UInt16(clamping: node)
    recorder.append(
      .begin, detail: SpanCategory.task.rawValue, task: task, name: UInt32(taskNames[node]))
    // To ask for the CPU time takes as long as a very short task.
    let isMetered = plan.tasks[node].expected.map { $0 >= Limits.meteredWork } ?? true
    let before = isMetered ? launchpath_thread_cpu() : 0
    var outcome = TaskOutcome.done
    do {
      if let box = try body() { results.store(box, at: node) } else { outcome = .skipped }
    } catch {
      outcome = .failed
      note("\(error)", of: node)
    }
    let used = isMetered ? Int64(launchpath_thread_cpu() - before) : 0
    recorder.append(
      .end, detail: outcome.rawValue, task: task, a: used, b: isMetered ? 1 : 0)
    return outcome
  }

  private func note(_ error: String, of node: Int) {
    monitor.lock()
    errors[node] = error
    monitor.unlock()
    recorder.append(
      .settled, detail: TaskOutcome.failed.rawValue, task: UInt16(clamping: node),
      name: recorder.name(error))
  }

  /// Settles a node and sets in motion what follows; the monitor is locked.
  func settle(_ node: Int, _ outcome: TaskOutcome) {
    scheduler.settle(node, outcome)
    afterChange()
  }

  /// Gives up the needs whose limit has passed; the monitor is locked.
  func expireLimits() {
    guard let next = scheduler.nextLimit else { return }
    let now = launchpath_now()
    guard next <= now else { return }
    for edge in scheduler.expire(now: now) {
      let name = "went on without \(plan.tasks[edge.needed].name)"
      recorder.append(.instant, task: UInt16(clamping: edge.needed), name: recorder.name(name))
    }
    afterChange()
  }

  /// Starts what has become ready, and wakes who waits; the monitor is locked.
  func afterChange() {
    for node in scheduler.cascaded {
      let outcome = scheduler.outcome(of: node) ?? .skipped
      let why = plan.problem(of: node)?.description ?? errors[node] ?? ""
      recorder.append(
        .settled, detail: outcome.rawValue, task: UInt16(clamping: node), name: recorder.name(why))
    }
    scheduler.cascaded.removeAll(keepingCapacity: true)
    while let node = scheduler.nextAsynchronous() { startAsynchronous(node) }
    startBlockers()
    startHelperIfWorthwhile()
    if waiters > 0 { monitor.broadcast() }
    let isMainWanted = scheduler.readyCount(for: idleWorker) > 0 || scheduler.openTasks == 0
    if hasReleasedDeferred && isMainWanted { mainLoop?.wake() }
  }

  // Apart, because what it needs to know of tasks is looked up where it begins.
  @inline(never)
  private func startAsynchronous(_ node: Int) {
    guard case .asynchronous(let body) = plan.tasks[node].body else { return }
    let task = UInt16(clamping: node)
    recorder.append(.asyncBegin, task: task, name: UInt32(taskNames[node]))
    let results = results
    Task.detached { [self] in
      var outcome = TaskOutcome.done
      do {
        if let box = try await body(results) {
          results.store(box, at: node)
        } else {
          outcome = .skipped
        }
      } catch {
        outcome = .failed
        note("\(error)", of: node)
      }
      complete(node, outcome)
    }
  }

  private func complete(_ node: Int, _ outcome: TaskOutcome) {
    recorder.append(.asyncEnd, detail: outcome.rawValue, task: UInt16(clamping: node))
    monitor.lock()
    settle(node, outcome)
    monitor.unlock()
  }

  /// Waits until something changes; the monitor is locked before and after.
  func waitForOthers(nanoseconds: UInt64? = nil) {
    waiters += 1
    monitor.wait(nanoseconds: nanoseconds)
    waiters -= 1
  }

  // MARK: - After the first frame

  /// The first frame is shown: deferred work begins.
  func firstFrameShown() {
    monitor.lock()
    releaseDeferred()
    monitor.unlock()
  }

  /// Deferred work begins; the monitor is locked.
  func releaseDeferred() {
    deferredAt = nil
    guard !hasReleasedDeferred else { return }
    hasReleasedDeferred = true
    scheduler.releaseDeferred(now: launchpath_now())
    // Whoever says so while it is being drawn knows best.
    let isDrawn =
      scheduler.outcome(of: plan.screenNode) == .done || scheduler.isRunning(plan.screenNode)
    releasedAt = launchpath_now()
    let own = afterFirstFrame
    let upkeep: @Sendable () -> Void = { [self] in
      monitor.lock()
      startWatch()
      monitor.unlock()
      own(isDrawn)
    }
    if !threads.start("lp-recorder", upkeep) { own(isDrawn) }
    if helpers == 0 { startHelper() }
    afterChange()
  }

  /// What the main thread does in its spare time.
  private var idleWorker: Worker { lacksThreads ? .alone : .mainIdle }

  /// Runs deferred main-thread tasks while there is time.
  ///
  /// - Returns: Whether some are left.
  @MainActor
  func runIdle(until deadline: ContinuousClock.Instant) -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    guard hasReleasedDeferred else { return false }
    expireLimits()
    while ContinuousClock.now < deadline, let node = take(idleWorker, on: mainThread) {
      holdMain(by: node)
      monitor.unlock()
      let outcome = runOnMain(node)
      monitor.lock()
      mainTask = -1
      settle(node, outcome)
    }
    return !hasEnded && scheduler.readyCount(for: idleWorker) > 0
  }

  /// Whether a task that nobody has to ask for is not over.
  var hasDeferredWork: Bool {
    monitor.lock()
    defer { monitor.unlock() }
    return !hasEnded && scheduler.openTasks > 0
  }

  /// The program ends: nothing more begins.
  func end() {
    monitor.lock()
    hasEnded = true
    scheduler.stop()
    monitor.broadcast()
    monitor.unlock()
  }
}
