import LaunchEngine
import LaunchModel
import Testing

/// SplitMix64: small, fast, and the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// True once in so many times.
  mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }
}

/// A run of a plan on virtual time: workers are places, work takes as long as chance says, and the
/// order of completions is chance's too.
///
/// It holds the scheduler against what every run has to keep, whatever the graph.
struct Simulation {
  let plan: Plan
  /// What happened, in order, for comparing runs.
  private(set) var trace: [String] = []
  /// What a run broke.
  private(set) var faults: [String] = []
  private(set) var outcomes: [String: TaskOutcome] = [:]
  private(set) var screenOutcome: TaskOutcome?
  private var random: SeededGenerator
  private var now: UInt64 = 1_000
  private var running: [(node: Int, worker: Worker?, end: UInt64)] = []
  private var settled: Set<Int> = []
  private var givenUp: Set<Int> = []
  private let failures: Bool
  private let disturbances: Bool

  /// - Parameters:
  ///   - plan: What is run.
  ///   - seed: What chance begins with.
  ///   - failures: Whether tasks fail.
  ///   - disturbances: Whether lazy values are used meanwhile, and the screen is given up once.
  init(plan: Plan, seed: UInt64 = 0, failures: Bool = false, disturbances: Bool = false) {
    self.plan = plan
    self.failures = failures
    self.disturbances = disturbances
    random = SeededGenerator(seed: seed)
  }

  /// Runs until the screen is settled, and then until nothing is left.
  mutating func runAll() {
    var scheduler = Scheduler(plan: plan)
    scheduler.begin(now: now)
    note(&scheduler)
    while !scheduler.isSettled(plan.screenNode) {
      if !step(&scheduler, main: .main) { break }
    }
    screenOutcome = scheduler.outcome(of: plan.screenNode)
    if screenOutcome == nil { faults.append("the screen never settles") }
    scheduler.releaseDeferred(now: now)
    while step(&scheduler, main: .mainIdle) {}
    for task in plan.tasks.indices {
      outcomes[plan.tasks[task].name] = scheduler.outcome(of: task)
      if plan.group(of: task) != .lazy, !scheduler.isSettled(task) {
        faults.append("\(plan.tasks[task].name) never settles")
      }
    }
    if scheduler.openTasks != 0 { faults.append("\(scheduler.openTasks) tasks are left open") }
    if scheduler.runningCount != 0 { faults.append("\(scheduler.runningCount) run after the end") }
    for worker in [Worker.alone, .helper, .blocking] where scheduler.readyCount(for: worker) != 0 {
      faults.append("something is left for \(worker)")
    }
  }

  /// Lets every free worker begin something, then ends one piece of work, or lets time pass.
  private mutating func step(_ scheduler: inout Scheduler, main: Worker) -> Bool {
    let places: [(Worker, Int)] = [(main, 1), (.helper, 2), (.blocking, 2)].shuffled(using: &random)
    for (worker, count) in places {
      while running.count(where: { $0.worker == worker }) < count,
        let node = scheduler.next(for: worker)
      {
        begin(node, worker, &scheduler)
      }
    }
    while let node = scheduler.nextAsynchronous() { begin(node, nil, &scheduler) }
    if disturbances, random.once(in: 6) { disturb(&scheduler) }
    let ends = running.map(\.end).min()
    guard let next = [ends, scheduler.nextLimit].compactMap(\.self).min() else { return false }
    now = max(now, next)
    if let limit = scheduler.nextLimit, limit <= now {
      for edge in scheduler.expire(now: now) {
        trace.append("\(now) without \(edge.needed) for \(edge.needing)")
        if case .within = edge.kind { continue }
        faults.append("a need without a limit was given up")
      }
      note(&scheduler)
      return true
    }
    let over = running.indices.filter { running[$0].end <= now }
    let index = over[Int.random(in: 0..<over.count, using: &random)]
    let (node, _, _) = running.remove(at: index)
    let fails = failures && node != plan.screenNode && random.once(in: 5)
    if givenUp.contains(node) {
      // It ends after all, which changes nothing.
      scheduler.settle(node, fails ? .failed : .done)
      if scheduler.outcome(of: node) != .timedOut { faults.append("\(node) comes back") }
    } else if fails, node < plan.tasks.count, plan.tasks[node].isLazy {
      trace.append("\(now) try \(node) again")
      scheduler.resetLazy(node)
    } else {
      settle(node, fails ? .failed : .done, &scheduler)
    }
    return true
  }

  /// Somebody uses a lazy value, and does what it needs himself; or the screen is given up.
  private mutating func disturb(_ scheduler: inout Scheduler) {
    if givenUp.isEmpty, random.once(in: 6), !scheduler.isSettled(plan.screenNode),
      !scheduler.isRunning(plan.screenNode)
    {
      givenUp.formUnion(scheduler.giveUp())
      trace.append("\(now) give up \(givenUp.sorted())")
      note(&scheduler)
      return
    }
    let lazies = plan.tasks.indices.filter { plan.tasks[$0].isLazy }
    guard let lazy = lazies.randomElement(using: &random) else { return }
    scheduler.want(lazy, now: now)
    if scheduler.isReady(lazy) {
      scheduler.startLazy(lazy)
      trace.append("\(now) make \(lazy)")
      running.append((lazy, nil, now + UInt64.random(in: 0..<20, using: &random)))
    } else if let need = scheduler.nextNeed(of: lazy, isMain: false) {
      trace.append("\(now) do \(need) for \(lazy)")
      running.append((need, nil, now + UInt64.random(in: 0..<20, using: &random)))
    }
  }

  private mutating func begin(_ node: Int, _ worker: Worker?, _ scheduler: inout Scheduler) {
    trace.append("\(now) begin \(node) on \(worker.map { "\($0)" } ?? "no thread")")
    if running.contains(where: { $0.node == node }) || settled.contains(node) {
      faults.append("\(node) begins twice")
    }
    for edge in plan.needs(of: node) where edge.kind != .lazy {
      switch edge.kind {
      case .required where scheduler.outcome(of: edge.needed) != .done,
        .optional where !scheduler.isSettled(edge.needed):
        faults.append("\(node) begins before its need \(edge.needed)")
      case .within(let limit)
      where !scheduler.isSettled(edge.needed) && now < 1_000 + UInt64(limit):
        faults.append("\(node) did not wait for \(edge.needed)")
      default: break
      }
    }
    if node < plan.tasks.count {
      let affinity = plan.tasks[node].affinity
      let fits =
        switch worker {
        case nil: affinity == .asynchronous
        case .main, .alone: affinity == .main || affinity == .any
        case .mainIdle: affinity == .main
        case .helper: affinity == .any
        case .blocking: affinity == .blocking
        }
      if !fits { faults.append("\(node) begins on the wrong thread") }
    }
    let length = UInt64.random(in: 0..<20, using: &random)
    running.append((node, worker, now + length))
  }

  private mutating func settle(_ node: Int, _ outcome: TaskOutcome, _ scheduler: inout Scheduler) {
    trace.append("\(now) end \(node) \(outcome)")
    if !settled.insert(node).inserted { faults.append("\(node) settles twice") }
    scheduler.settle(node, outcome)
    note(&scheduler)
  }

  private mutating func note(_ scheduler: inout Scheduler) {
    for node in scheduler.cascaded {
      trace.append("\(now) cascade \(node)")
      if !settled.insert(node).inserted { faults.append("\(node) settles twice") }
      if running.contains(where: { $0.node == node }), !givenUp.contains(node) {
        faults.append("\(node) settles as it runs")
      }
    }
    scheduler.cascaded = []
  }
}
