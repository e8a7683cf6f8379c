import CPlatform
import LaunchEngine
import LaunchModel

extension Coordinator {
  /// A lazy value: made by the thread that asks first, while the others wait for that one.
  ///
  /// Whoever has to wait does what is waited for himself, if nobody has begun it.
  func lazyValue(of task: Int) throws -> AnyObject {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if let outcome = scheduler.outcome(of: task) {
        if outcome == .quarantined { throw error(.withheld, task, reason(of: task)) }
        guard outcome == .done, let box = results.box(at: task) else { throw needMissing(task) }
        return box
      }
      if hasEnded { throw ended(task) }
      let thread = launchpath_thread_id()
      if isHeldUp(task, by: thread) { throw reentrant(task) }
      if lazyOwners[task] == nil {
        scheduler.want(task, now: launchpath_now())
        afterChange()
        if scheduler.isSettled(task) { continue }
        if scheduler.isReady(task) {
          try make(task, on: thread)
          continue
        }
      }
      expireLimits()
      if !runOneNeed(of: task, on: thread) { waitForLazy(task, on: thread) }
    }
  }

  /// Whether a value cannot come before a thread goes on: the thread itself makes it, or something
  /// that it needs, or whoever does waits for another value of which that is true.
  private func isHeldUp(_ task: Int, by thread: Int32) -> Bool {
    var seen: Set<Int> = []
    var stack = [task]
    while let value = stack.popLast() {
      guard seen.insert(value).inserted else { continue }
      let makers =
        if let owner = lazyOwners[value] { [owner] } else {
          scheduler.pendingNeeds(of: value).filter { scheduler.isRunning($0) }.map {
            Int32(runners[$0])
          }
        }
      for maker in makers {
        if maker == thread { return true }
        if let awaited = lazyWaits[maker] { stack.append(awaited) }
      }
    }
    return false
  }

  /// Makes the value; the monitor is locked before and after.
  private func make(_ task: Int, on thread: Int32) throws {
    guard case .anywhere(let body) = plan.tasks[task].body else {
      preconditionFailure("a lazy value is made on the thread that uses it")
    }
    lazyOwners[task] = thread
    scheduler.startLazy(task)
    monitor.unlock()
    var failure: (any Error)?
    let outcome = perform(task) {
      do {
        return try body(results)
      } catch {
        failure = error
        throw error
      }
    }
    monitor.lock()
    lazyOwners[task] = nil
    if let failure {
      // The next use tries again.
      scheduler.resetLazy(task)
      afterChange()
      throw failure
    }
    settle(task, outcome)
  }

  /// Runs a task that holds up the value, rather than wait for it; the monitor is locked.
  ///
  /// The main thread also runs what only it may run and another thread's value waits for: nobody
  /// else could while it waits here.
  private func runOneNeed(of task: Int, on thread: Int32) -> Bool {
    let isMain = thread == mainThread
    let others = isMain ? Array(lazyWaits.values) : []
    for value in [task] + others {
      guard let node = scheduler.nextNeed(of: value, isMain: isMain) else { continue }
      runners[node] = Int(thread)
      monitor.unlock()
      let outcome =
        if isMain { MainActor.assumeIsolated { runOnMain(node) } } else { runAnywhere(node) }
      monitor.lock()
      settle(node, outcome)
      return true
    }
    return false
  }

  private func waitForLazy(_ task: Int, on thread: Int32) {
    lazyWaits[thread] = task
    let now = launchpath_now()
    waitForOthers(nanoseconds: scheduler.nextLimit.map { $0 > now ? $0 - now : 0 })
    lazyWaits[thread] = nil
  }

  // MARK: - Errors

  private func reentrant(_ task: Int) -> LazyError {
    error(.reentrant, task, "whatever makes it waits for it itself; hand it on instead")
  }

  private func needMissing(_ task: Int) -> LazyError {
    let missing = scheduler.causes(of: task)
    let reasons = (missing.isEmpty ? [task] : missing).map { cause in
      cause == task ? reason(of: cause) : "\"\(plan.tasks[cause].name)\": \(reason(of: cause))"
    }
    return error(
      .needMissing, task,
      "something that it needs has no value: \(reasons.joined(separator: "; "))")
  }

  private func ended(_ task: Int) -> LazyError {
    error(.ended, task, "the launch was ended")
  }

  private func error(_ code: LazyError.Code, _ task: Int, _ reason: String) -> LazyError {
    let name = plan.tasks[task].name
    return LazyError(
      code: code, name: name,
      description: "\"\(name)\" (\(plan.tasks[task].place)) cannot be made: \(reason)")
  }
}
