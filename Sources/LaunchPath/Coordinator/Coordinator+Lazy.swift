import CPlatform
import LaunchEngine
import LaunchModel

extension Coordinator {
  /// A lazy value: made by the thread that asks first, while the others wait for that one.
  func lazyValue(of task: Int) throws -> AnyObject {
    let thread = launchpath_thread_id()
    monitor.lock()
    while true {
      switch scheduler.outcome(of: task) {
      case .done:
        let box = results.box(at: task)
        monitor.unlock()
        guard let box else { preconditionFailure("a done task has its value") }
        return box
      case .some:
        monitor.unlock()
        throw needMissing(task)
      case nil: break
      }
      if let owner = lazyOwners[task] {
        guard owner != thread else {
          monitor.unlock()
          throw reentrant(task)
        }
        waitForOthers()
        continue
      }
      scheduler.want(task)
      afterChange()
      if scheduler.isReady(task) {
        let outcome = make(task, on: thread)
        if let error = outcome {
          monitor.unlock()
          throw error
        }
      } else if !scheduler.isSettled(task), !runOneNeed() {
        waitForOthers()
      }
    }
  }

  /// Makes the value; the monitor is locked before and after.
  ///
  /// - Returns: Why it could not be made.
  private func make(_ task: Int, on thread: Int32) -> (any Error)? {
    lazyOwners[task] = thread
    scheduler.startLazy(task)
    monitor.unlock()
    var failure: (any Error)?
    let outcome = perform(task) {
      guard case .anywhere(let body) = plan.tasks[task].body else { return nil }
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
      monitor.broadcast()
      return failure
    }
    settle(task, outcome)
    monitor.broadcast()
    return nil
  }

  /// Runs a task that any thread may run, rather than wait; the monitor is locked.
  private func runOneNeed() -> Bool {
    guard let node = scheduler.next(for: .helper) else { return false }
    monitor.unlock()
    var outcome = TaskOutcome.failed
    if case .anywhere(let body) = plan.tasks[node].body {
      outcome = perform(node) { try body(results) }
    }
    monitor.lock()
    settle(node, outcome)
    return true
  }

  private func reentrant(_ task: Int) -> LazyError {
    let name = plan.tasks[task].name
    return LazyError(
      code: .reentrant, name: name,
      description: "making \"\(name)\" (\(plan.tasks[task].place)) uses \"\(name)\" itself")
  }

  private func needMissing(_ task: Int) -> LazyError {
    let name = plan.tasks[task].name
    return LazyError(
      code: .needMissing, name: name,
      description: "\"\(name)\" (\(plan.tasks[task].place)) cannot be made: something that it "
        + "needs has no value")
  }
}
