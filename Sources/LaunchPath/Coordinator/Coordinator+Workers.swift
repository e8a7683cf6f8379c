import CPlatform
import LaunchEngine
import LaunchModel

/// Where a coordinator's further threads come from.
struct ThreadSource: Sendable {
  /// Starts a thread of a name; false if there is none to give.
  let start: @Sendable (_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool

  /// The system.
  static let system = ThreadSource { WorkerThread.start($0, $1) }
}

/// The threads beside the main one. All of this is called with the monitor locked.
extension Coordinator {
  /// Starts a helper if there is more to do than threads that look for work.
  ///
  /// A helper costs tens of microseconds, so it has to have something to help with.
  func startHelperIfWorthwhile() {
    let spare = idleHelpers + (isMainBusy ? 0 : 1)
    guard helpers < mostHelpers, scheduler.readyCount(for: .helper) > spare,
      !scheduler.isSettled(plan.screenNode)
    else { return }
    let isWorthwhile =
      if let knownWork { knownWork >= Limits.helperWorth } else {
        launchpath_now() - began >= Limits.helperPatience
      }
    if isWorthwhile { startHelper() }
  }

  func startHelper() {
    if startThread("lp-worker", .helper) {
      helpers += 1
      idleHelpers += 1
    }
  }

  /// Starts a thread for each task that blocks and finds none.
  func startBlockers() {
    while idleBlockers < scheduler.readyCount(for: .blocking), blockers < Limits.blockingThreads,
      startThread("lp-blocking", .blocking)
    {
      blockers += 1
      idleBlockers += 1
    }
  }

  private func startThread(_ name: String, _ worker: Worker) -> Bool {
    if threads.start(name, { [self] in work(as: worker) }) { return true }
    lacksThreads = true
    return false
  }

  private func work(as worker: Worker) {
    let thread = launchpath_thread_id()
    var isLow = false
    monitor.lock()
    while !hasEnded {
      expireLimits()
      guard let node = take(worker, on: thread) else {
        waitForWork()
        continue
      }
      countIdle(worker, -1)
      if worker == .helper { startHelperIfWorthwhile() }
      monitor.unlock()
      if !isLow && plan.group(of: node) == .deferred {
        launchpath_lower_priority(Limits.deferredNice)
        isLow = true
      }
      let outcome = runAnywhere(node)
      monitor.lock()
      countIdle(worker, 1)
      settle(node, outcome)
    }
    monitor.unlock()
  }

  private func countIdle(_ worker: Worker, _ change: Int) {
    if worker == .blocking { idleBlockers += change } else { idleHelpers += change }
  }

  /// Runs a task that is not bound to a thread; the monitor is not locked.
  func runAnywhere(_ node: Int) -> TaskOutcome {
    guard case .anywhere(let body) = plan.tasks[node].body else {
      preconditionFailure("only the main thread runs such a task")
    }
    return perform(node) { try body(results) }
  }

  /// Waits for something to do, for a need's limit, or for the end of the wait for the first frame.
  private func waitForWork() {
    let now = launchpath_now()
    if let deferredAt, deferredAt <= now {
      recorder.append(.instant, name: recorder.name(failsafeName))
      return releaseDeferred()
    }
    let next = [deferredAt, scheduler.nextLimit].compactMap(\.self).min()
    waitForOthers(nanoseconds: next.map { $0 > now ? $0 - now : 0 })
  }
}

/// What the recording says when nobody said that the first frame is shown.
private let failsafeName: StaticString = "deferred work begins without a first frame"
