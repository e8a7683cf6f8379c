import CPlatform
import LaunchEngine
import LaunchModel

/// Runs a plan: the thread that calls works, and others help where it pays.
///
/// The scheduler decides, this gives it threads and a clock. No lock is held while a task's own
/// code runs.
///
/// Proof of `@unchecked Sendable`: every stored variable is read and written with the monitor
/// locked; the constants are Sendable themselves; results are ordered by the monitor, as
/// ``TaskResults`` asks.
final class Coordinator: LazyHost, @unchecked Sendable {
  let plan: Plan
  let recorder: Recorder
  let monitor = Monitor()
  let taskNames: [UInt32]
  private let began: UInt64
  private let failsafe: UInt64
  private let mainLoop: MainLoop?
  private let afterFirstFrame: @Sendable () -> Void
  private let mostHelpers: Int
  /// The work before the first frame that any thread may do; nil if a part of it is unknown.
  private let knownWork: Int64?

  var scheduler: Scheduler
  private var sharedResults: TaskResults?
  private(set) var errors: [Int: String] = [:]
  private var helpers = 0
  private var blockers = 0
  private var idleBlockers = 0
  private var waiters = 0
  private var deferredAt: UInt64?
  private var hasReleasedDeferred = false
  private var hasEnded = false
  var lazyOwners: [Int: Int32] = [:]

  /// - Parameters:
  ///   - plan: What to run.
  ///   - recorder: Where it is written down; the plan is, at once.
  ///   - began: When the launch began, CLOCK_BOOTTIME in nanoseconds.
  ///   - options: The limits of this launch.
  ///   - mainLoop: How to ask the main thread for its spare time.
  ///   - afterFirstFrame: The library's own deferred work.
  init(
    plan: Plan, recorder: Recorder, began: UInt64, options: LaunchOptions, mainLoop: MainLoop?,
    afterFirstFrame: @escaping @Sendable () -> Void
  ) {
    self.plan = plan
    self.recorder = recorder
    self.began = began
    self.mainLoop = mainLoop
    self.afterFirstFrame = afterFirstFrame
    failsafe = UInt64(max(0, options.firstFrameFailsafe.wholeNanoseconds))
    mostHelpers = options.helpers ?? max(0, Int(launchpath_processors()) - 1)
    knownWork = Self.knownWork(of: plan)
    scheduler = Scheduler(plan: plan)
    taskNames = PlanRecord.write(plan, to: recorder)
    sharedResults = TaskResults(count: plan.tasks.count, keys: plan.keys, lazyHost: self)
  }

  private static func knownWork(of plan: Plan) -> Int64? {
    var work: Int64 = 0
    for task in plan.tasks.indices
    where plan.groups[task] == .beforeFirstFrame && plan.tasks[task].affinity == .any {
      guard let expected = plan.tasks[task].expected else { return nil }
      work = work.addingReportingOverflow(expected).partialValue
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
    scheduler.begin(now: launchpath_now())
    afterChange()
    while !scheduler.isSettled(plan.screenNode) {
      if let node = scheduler.next(for: .main) {
        startHelperIfWorthwhile()
        monitor.unlock()
        let outcome = node == plan.screenNode ? drawScreen(draw) : runOnMain(node)
        monitor.lock()
        settle(node, outcome)
      } else {
        waitForWork()
      }
    }
    let isDrawn = scheduler.outcome(of: plan.screenNode) == .done
    let causes = isDrawn ? [] : recoveryCauses()
    deferredAt = launchpath_now().addingReportingOverflow(failsafe).partialValue
    if helpers == 0 { startHelper() }
    monitor.unlock()
    return causes
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
    let blocker = scheduler.blocker(of: plan.screenNode)
    recorder.append(
      .begin, detail: SpanCategory.wait.rawValue,
      name: blocker.map { taskNames[$0] } ?? 0,
      a: Int64((blocker == nil ? WaitCause.worker : .task).rawValue),
      b: blocker.map { UInt32($0 + 1) } ?? 0)
    var limit: UInt64?
    if let next = scheduler.nextLimit {
      let now = launchpath_now()
      limit = next > now ? next - now : 0
    }
    if limit != 0 { waitForOthers(nanoseconds: limit) }
    recorder.append(.end, detail: TaskOutcome.done.rawValue)
    for edge in scheduler.expire(now: launchpath_now()) {
      let name = "went on without \(plan.tasks[edge.needed].name)"
      recorder.append(.instant, task: UInt16(clamping: edge.needed), name: recorder.name(name))
    }
    afterChange()
  }

  private func recoveryCauses() -> [RecoveryCause] {
    if let problem = plan.broken[plan.screenNode] {
      return [RecoveryCause(task: nil, description: problem.description)]
    }
    return scheduler.causes(of: plan.screenNode).map { task in
      let name = plan.tasks[task].name
      let what = plan.broken[task]?.description ?? errors[task] ?? "it has no value"
      return RecoveryCause(task: name, description: what)
    }
  }

  // MARK: - Running tasks

  @MainActor
  private func runOnMain(_ node: Int) -> TaskOutcome {
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
      .begin, detail: SpanCategory.task.rawValue, task: task, name: taskNames[node])
    var outcome = TaskOutcome.done
    do {
      if let box = try body() { results.store(box, at: node) } else { outcome = .skipped }
    } catch {
      outcome = .failed
      note("\(error)", of: node)
    }
    recorder.append(.end, detail: outcome.rawValue, task: task)
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

  /// Starts what has become ready, and wakes who waits; the monitor is locked.
  func afterChange() {
    for node in scheduler.cascaded where node < plan.tasks.count {
      let outcome = scheduler.outcome(of: node) ?? .skipped
      let why = plan.broken[node].map { recorder.name($0.description) } ?? 0
      recorder.append(
        .settled, detail: outcome.rawValue, task: UInt16(clamping: node), name: why)
    }
    scheduler.cascaded.removeAll(keepingCapacity: true)
    while let node = scheduler.nextAsynchronous() { startAsynchronous(node) }
    while idleBlockers < scheduler.readyCount(for: .blocking),
      blockers < Limits.blockingThreads, startThread("lp-blocking", .blocking)
    {
      blockers += 1
      idleBlockers += 1
    }
    if waiters > 0 { monitor.broadcast() }
    let isMainWanted = scheduler.readyCount(for: .mainIdle) > 0 || scheduler.openDeferred == 0
    if hasReleasedDeferred && isMainWanted { mainLoop?.wake() }
  }

  private func startAsynchronous(_ node: Int) {
    guard case .asynchronous(let body) = plan.tasks[node].body else { return }
    let task = UInt16(clamping: node)
    recorder.append(.asyncBegin, task: task, name: taskNames[node])
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

  // MARK: - Helpers

  /// A helper costs tens of microseconds, so it has to have something to help with.
  private func startHelperIfWorthwhile() {
    guard helpers < mostHelpers, scheduler.readyCount(for: .helper) > 0 else { return }
    let isWorthwhile =
      if let knownWork { knownWork >= Limits.helperWorth } else {
        launchpath_now() - began >= Limits.helperPatience
      }
    if isWorthwhile { startHelper() }
  }

  private func startHelper() {
    if startThread("lp-worker", .helper) { helpers += 1 }
  }

  private func startThread(_ name: String, _ worker: Worker) -> Bool {
    WorkerThread.start(name) { [self] in work(as: worker) }
  }

  private func work(as worker: Worker) {
    var isLow = false
    monitor.lock()
    while !hasEnded {
      if let node = scheduler.next(for: worker) {
        let lower = !isLow && plan.groups[node] == .deferred
        if worker == .blocking { idleBlockers -= 1 }
        monitor.unlock()
        if lower {
          launchpath_lower_priority(Limits.deferredNice)
          isLow = true
        }
        var outcome = TaskOutcome.failed
        if case .anywhere(let body) = plan.tasks[node].body {
          outcome = perform(node) { try body(results) }
        }
        monitor.lock()
        if worker == .blocking { idleBlockers += 1 }
        settle(node, outcome)
        continue
      }
      var limit: UInt64?
      if let deferredAt {
        let now = launchpath_now()
        if now >= deferredAt {
          recorder.append(.instant, name: recorder.name(failsafeName))
          releaseDeferred()
          continue
        }
        limit = deferredAt - now
      }
      waitForOthers(nanoseconds: limit)
    }
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

  private func releaseDeferred() {
    guard !hasReleasedDeferred else { return }
    hasReleasedDeferred = true
    deferredAt = nil
    scheduler.releaseDeferred()
    let own = afterFirstFrame
    if !WorkerThread.start("lp-recorder", { own() }) { own() }
    if helpers == 0 { startHelper() }
    afterChange()
    monitor.broadcast()
  }

  /// Runs deferred main-thread tasks while there is time.
  ///
  /// - Returns: Whether some are left.
  @MainActor
  func runIdle(until deadline: ContinuousClock.Instant) -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    while hasReleasedDeferred, ContinuousClock.now < deadline,
      let node = scheduler.next(for: .mainIdle)
    {
      monitor.unlock()
      let outcome = runOnMain(node)
      monitor.lock()
      settle(node, outcome)
    }
    return hasReleasedDeferred && scheduler.readyCount(for: .mainIdle) > 0
  }

  /// Whether a deferred task is not over.
  var hasDeferredWork: Bool {
    monitor.lock()
    defer { monitor.unlock() }
    return scheduler.openDeferred > 0
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

/// What the recording says when nobody said that the first frame is shown.
private let failsafeName: StaticString = "deferred work begins without a first frame"
