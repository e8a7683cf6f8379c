package import LaunchModel

/// Who asks for work.
package enum Worker: Sendable, Hashable {
  /// The main thread, before the first frame: its own work, and everybody's.
  case main
  /// The main thread in its spare time: its own work alone.
  case mainIdle
  /// The main thread where the system has no other thread to give: everybody's work, also what
  /// blocks.
  case alone
  /// Another thread of the launch.
  case helper
  /// A thread for work that blocks.
  case blocking
}

/// The state machine of a run: which task may run next, and what becomes of the others.
///
/// It knows no threads and no clock: its methods are the events of a run, and every moment that it
/// needs is a parameter. The drawing of the screen is the node after the last task.
package struct Scheduler: ~Copyable {
  private enum State {
    /// Nothing has asked for it yet.
    case held
    /// It waits for its needs.
    case waiting
    /// It could run.
    case ready
    /// Somebody runs it.
    case running
    /// It is over.
    case settled(TaskOutcome)

    init(code: Int) {
      switch code {
      case 0: self = .held
      case 1: self = .waiting
      case 2: self = .ready
      case 3: self = .running
      default: self = .settled(TaskOutcome(rawValue: UInt8(code - 4)) ?? .unfinished)
      }
    }

    var code: Int {
      switch self {
      case .held: 0
      case .waiting: 1
      case .ready: 2
      case .running: 3
      case .settled(let outcome): 4 + Int(outcome.rawValue)
      }
    }
  }

  package let plan: Plan
  // Whole numbers, for the reason that EdgeList gives.
  /// The codes of the nodes' states.
  private var states: [Int]
  /// The needs of each node that have not settled.
  private var open: [Int]
  /// Where the edges of those that need a node begin, and where the last end.
  private var firstDependent: [Int]
  /// The edges by the node that is needed, as indices into the plan's.
  private var dependents: [Int]
  /// The edges whose limit has passed, so that a late settlement changes nothing.
  private(set) var expired: Set<Int> = []
  private var limits: [(edge: Int, at: UInt64)] = []
  private var main = ReadyQueue()
  private var any = ReadyQueue()
  private var blocking = ReadyQueue()
  private var asynchronous = ReadyQueue()
  private var deferredReleased = false
  /// Whether the program ends, so that nothing more is handed out.
  package private(set) var isStopped = false
  /// The nodes that settled without having ended by themselves, since this was last emptied.
  package var cascaded: [Int] = []
  /// The number of tasks that are not over, without those that wait for a first use.
  package private(set) var openTasks: Int
  /// The number of nodes that are running.
  package private(set) var runningCount = 0

  package init(plan: Plan) {
    self.plan = plan
    let count = plan.tasks.count + 1
    openTasks = 0
    states = Array(repeating: State.held.code, count: count)
    open = Array(repeating: 0, count: count)
    firstDependent = Array(repeating: 0, count: count + 1)
    for index in plan.edges.indices where !plan.edges.isLazy(index) {
      open[plan.edges[index].needing] += 1
      firstDependent[plan.edges.needed(index)] += 1
    }
    var total = 0
    for node in firstDependent.indices {
      total += firstDependent[node]
      firstDependent[node] = total
      if node < plan.screenNode, plan.group(of: node) != .lazy { openTasks += 1 }
    }
    // Backwards, so that what was the end of a node's part becomes its beginning.
    dependents = Array(repeating: 0, count: total)
    for index in plan.edges.indices.reversed() where !plan.edges.isLazy(index) {
      let needed = plan.edges.needed(index)
      firstDependent[needed] -= 1
      dependents[firstDependent[needed]] = index
    }
  }

  // MARK: - Events

  /// The run begins: what comes before the first frame may run.
  ///
  /// - Parameters:
  ///   - now: The moment from which the limits of its needs count, in nanoseconds of any clock.
  ///   - withheld: The tasks that do not run this time.
  package mutating func begin(now: UInt64, withheld: [Int] = []) {
    for task in withheld { settle(task, .quarantined) }
    for node in 0...plan.screenNode where plan.isBroken(node) { settle(node, .skipped) }
    for node in 0...plan.screenNode where isBefore(node) { release(node, now: now) }
  }

  /// The first frame is shown, or may no longer be waited for.
  ///
  /// - Parameter now: The moment from which the limits of deferred tasks' needs count.
  package mutating func releaseDeferred(now: UInt64) {
    guard !deferredReleased else { return }
    deferredReleased = true
    for task in plan.tasks.indices where plan.group(of: task) == .deferred {
      release(task, now: now)
    }
  }

  /// A task's value is wanted now, whatever its group: it and all that it needs may run.
  package mutating func want(_ task: Int, now: UInt64) {
    var stack = [task]
    while let node = stack.popLast() {
      guard case .held = condition(of: node) else { continue }
      stack += plan.needs(of: node).filter { $0.kind != .lazy }.map(\.needed)
      release(node, now: now)
    }
  }

  /// A node is over.
  ///
  /// A task that cannot be planned has failed, whatever else it is skipped for.
  package mutating func settle(_ node: Int, _ outcome: TaskOutcome) {
    var skipped: [Int] = []
    settle(node, outcome, skipping: &skipped)
    while let node = skipped.popLast() { settle(node, .skipped, skipping: &skipped) }
  }

  /// A node is over; what is to be skipped because it has no value is added to `skipped`.
  private mutating func settle(
    _ node: Int, _ outcome: TaskOutcome, skipping skipped: inout [Int]
  ) {
    if isSettled(node) { return }
    let isBroken = outcome == .skipped && plan.isBroken(node)
    change(node, to: .settled(isBroken ? .failed : outcome))
    guard node < plan.screenNode else { return }
    switch outcome {
    case .skipped, .timedOut, .quarantined: cascaded.append(node)
    default: break
    }
    if plan.group(of: node) != .lazy { openTasks -= 1 }
    for position in firstDependent[node]..<firstDependent[node + 1] {
      let index = dependents[position]
      let edge = plan.edges[index]
      if outcome != .done && edge.kind == .required {
        skipped.append(edge.needing)
      } else if expired.isEmpty || !expired.contains(index) {
        meet(edge.needing)
      }
    }
  }

  /// Time has passed: needs whose limit is over are waited for no longer.
  ///
  /// - Returns: The needs that are given up.
  package mutating func expire(now: UInt64) -> [Edge] {
    guard limits.contains(where: { $0.at <= now }) else { return [] }
    var givenUp: [Edge] = []
    for limit in limits where limit.at <= now {
      let edge = plan.edges[limit.edge]
      if !isSettled(edge.needed) {
        expired.insert(limit.edge)
        givenUp.append(edge)
        meet(edge.needing)
      }
    }
    limits.removeAll { $0.at <= now }
    return givenUp
  }

  /// The screen may no longer be waited for: what holds it up is given up, and what can do without
  /// that runs.
  ///
  /// - Returns: The tasks that are given up. What they give later comes too late.
  package mutating func giveUp() -> [Int] {
    let late = pendingNeeds(of: plan.screenNode).filter { isRunning($0) || isReady($0) }.sorted()
    for task in late { settle(task, .timedOut) }
    if late.isEmpty { settle(plan.screenNode, .skipped) }
    return late
  }

  /// The program ends: nothing more is handed out.
  package mutating func stop() {
    isStopped = true
  }

  // MARK: - Work

  /// The next node for a worker, which has to settle it; nil if there is none for it now.
  ///
  /// - Complexity: O(log ready tasks).
  package mutating func next(for worker: Worker) -> Int? {
    if isStopped { return nil }
    while let node = take(worker) {
      // What left the queue by another way (it was given up, or somebody waits for it and ran it
      // himself) is passed over.
      if isReady(node) { return start(node) }
    }
    return nil
  }

  /// The next asynchronous task to start; it settles when it completes.
  package mutating func nextAsynchronous() -> Int? {
    if isStopped { return nil }
    while let node = asynchronous.popFirst() {
      if isReady(node) { return start(node) }
    }
    return nil
  }

  /// The next of the tasks that a node still needs, for a thread that has to wait for it.
  ///
  /// - Parameters:
  ///   - node: What is waited for.
  ///   - isMain: Whether it is the main thread that waits.
  /// - Returns: A task for that thread, which has to settle it; nil if there is none now.
  /// - Complexity: O(needs that are not over).
  package mutating func nextNeed(of node: Int, isMain: Bool) -> Int? {
    if isStopped { return nil }
    let need = pendingNeeds(of: node).first { need in
      switch plan.tasks[need].affinity {
      case .any, .blocking: isReady(need)
      case .main: isMain && isReady(need)
      case .asynchronous: false
      }
    }
    return need.map { start($0) }
  }

  /// Marks a lazy task as running on the thread that uses it.
  package mutating func startLazy(_ task: Int) {
    start(task)
  }

  /// A lazy task failed and may be tried again.
  package mutating func resetLazy(_ task: Int) {
    change(task, to: .held)
  }

  @discardableResult
  private mutating func start(_ node: Int) -> Int {
    change(node, to: .running)
    return node
  }

  private mutating func take(_ worker: Worker) -> Int? {
    switch worker {
    case .main:
      guard let own = main.firstRank else { return any.popFirst() }
      if let other = any.firstRank, other > own { return any.popFirst() }
      return main.popFirst()
    case .mainIdle: return main.popFirst()
    case .alone: return take(.main) ?? blocking.popFirst()
    case .helper: return any.popFirst()
    case .blocking: return blocking.popFirst()
    }
  }

  // MARK: - Questions

  /// Whether a node is over.
  package func isSettled(_ node: Int) -> Bool {
    if case .settled = condition(of: node) { return true }
    return false
  }

  /// What became of a node; nil if it is not over.
  package func outcome(of node: Int) -> TaskOutcome? {
    if case .settled(let outcome) = condition(of: node) { return outcome }
    return nil
  }

  /// Whether a node is being run.
  package func isRunning(_ node: Int) -> Bool {
    if case .running = condition(of: node) { return true }
    return false
  }

  /// Whether all that a node needs is there, and nobody has begun it.
  package func isReady(_ node: Int) -> Bool {
    if case .ready = condition(of: node) { return true }
    return false
  }

  /// How many tasks a further worker could take.
  package func readyCount(for worker: Worker) -> Int {
    switch worker {
    case .main: main.count + any.count
    case .mainIdle: main.count
    case .alone: main.count + any.count + blocking.count
    case .helper: any.count
    case .blocking: blocking.count
    }
  }

  /// The next moment at which ``expire(now:)`` changes something.
  package var nextLimit: UInt64? {
    limits.min { $0.at < $1.at }?.at
  }

  // MARK: - Transitions

  private func condition(of node: Int) -> State { State(code: states[node]) }

  private func isBefore(_ node: Int) -> Bool {
    plan.group(of: node) == .beforeFirstFrame
  }

  private mutating func release(_ node: Int, now: UInt64) {
    guard case .held = condition(of: node) else { return }
    change(node, to: .waiting)
    for index in plan.edgeRange(of: node) {
      guard case .within(let limit) = plan.edges[index].kind else { continue }
      let (at, overflow) = now.addingReportingOverflow(UInt64(limit))
      limits.append((index, overflow ? .max : at))
    }
    if open[node] == 0 { enqueue(node) }
  }

  private mutating func change(_ node: Int, to state: State) {
    switch condition(of: node) {
    case .ready: withQueue(of: node) { $0.leave() }
    case .running: runningCount -= 1
    case .held, .waiting, .settled: break
    }
    if case .running = state { runningCount += 1 }
    states[node] = state.code
  }

  private mutating func meet(_ node: Int) {
    open[node] -= 1
    guard open[node] == 0, case .waiting = condition(of: node) else { return }
    enqueue(node)
  }

  private mutating func enqueue(_ node: Int) {
    change(node, to: .ready)
    let rank = plan.rank(of: node)
    withQueue(of: node) { $0.insert(node, rank: rank) }
  }

  /// The queue for whoever may run a node; a lazy task is in none, as whoever uses it runs it.
  private mutating func withQueue(of node: Int, _ body: (inout ReadyQueue) -> Void) {
    guard node < plan.tasks.count else { return body(&main) }
    if plan.tasks[node].isLazy { return }
    switch plan.tasks[node].affinity {
    case .main: body(&main)
    case .any: body(&any)
    case .blocking: body(&blocking)
    case .asynchronous: body(&asynchronous)
    }
  }
}
