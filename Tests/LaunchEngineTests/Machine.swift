import LaunchEngine
import LaunchModel

/// A scheduler that expectations can ask: they take no noncopyable values.
final class Machine {
  let plan: Plan
  private var scheduler: Scheduler

  init(plan: Plan) {
    self.plan = plan
    scheduler = Scheduler(plan: plan)
  }

  func begin(now: UInt64) { scheduler.begin(now: now) }
  func releaseDeferred(now: UInt64) { scheduler.releaseDeferred(now: now) }
  func want(_ task: Int, now: UInt64) { scheduler.want(task, now: now) }
  func settle(_ node: Int, _ outcome: TaskOutcome) { scheduler.settle(node, outcome) }
  func expire(now: UInt64) -> [Edge] { scheduler.expire(now: now) }
  func giveUp() -> [Int] { scheduler.giveUp() }
  func stop() { scheduler.stop() }
  func next(for worker: Worker) -> Int? { scheduler.next(for: worker) }
  func nextAsynchronous() -> Int? { scheduler.nextAsynchronous() }
  func startLazy(_ task: Int) { scheduler.startLazy(task) }
  func resetLazy(_ task: Int) { scheduler.resetLazy(task) }

  func nextNeed(of node: Int, isMain: Bool) -> Int? {
    scheduler.nextNeed(of: node, isMain: isMain)
  }

  func outcome(of node: Int) -> TaskOutcome? { scheduler.outcome(of: node) }
  func isReady(_ node: Int) -> Bool { scheduler.isReady(node) }
  func readyCount(for worker: Worker) -> Int { scheduler.readyCount(for: worker) }
  func blocker(of node: Int) -> Int? { scheduler.blocker(of: node) }
  func causes(of node: Int) -> [Int] { scheduler.causes(of: node) }
  func pendingNeeds(of node: Int) -> [Int] { scheduler.pendingNeeds(of: node) }
  var cascaded: [Int] { scheduler.cascaded }
  var openTasks: Int { scheduler.openTasks }
  var runningCount: Int { scheduler.runningCount }
  var nextLimit: UInt64? { scheduler.nextLimit }
}
