/// The plan of a launch, as it was recorded.
public struct TracePlan: Sendable, Hashable {
  /// The name of the screen for which it was made.
  public var screen: String
  /// The tasks, in the order of their declaration.
  public var tasks: [TraceTask]

  /// Makes a plan.
  public init(screen: String, tasks: [TraceTask]) {
    self.screen = screen
    self.tasks = tasks
  }

  /// The task with this id.
  public func task(_ id: String) -> TraceTask? {
    tasks.first { $0.id == id }
  }
}

/// A task of a recorded plan.
public struct TraceTask: Sendable, Hashable {
  /// Tells it from the others of this plan.
  public var id: String
  /// Its name.
  public var name: String
  /// The key under which other modules know its value.
  public var key: String?
  /// When it runs.
  public var group: LaunchGroup
  /// The ids of the tasks through which the screen came to need it, nearest first; empty if the
  /// screen needs it itself, or if nothing does.
  public var why: [String]
  /// The ids of the tasks that it needs.
  public var needs: [String]
  /// Which thread may run it.
  public var affinity: TaskAffinity
  /// Why it runs in its group, in a word: `needed`, `declared` or `default`.
  public var policy: String
  /// The file and line of its declaration.
  public var declaredAt: String?
  /// What became of it.
  public var outcome: TaskOutcome

  /// Makes a task.
  public init(
    id: String, name: String, key: String? = nil, group: LaunchGroup, why: [String] = [],
    needs: [String] = [], affinity: TaskAffinity = .any, policy: String = "default",
    declaredAt: String? = nil, outcome: TaskOutcome = .unused
  ) {
    self.id = id
    self.name = name
    self.key = key
    self.group = group
    self.why = why
    self.needs = needs
    self.affinity = affinity
    self.policy = policy
    self.declaredAt = declaredAt
    self.outcome = outcome
  }
}

/// The decision of a launch, as it was recorded.
public struct TraceDecision: Sendable, Hashable {
  /// The screen, with what it was given.
  public var screen: String
  /// The rules that were evaluated to reach it, in order.
  public var steps: [DecisionStep]

  /// Makes a decision.
  public init(screen: String, steps: [DecisionStep]) {
    self.screen = screen
    self.steps = steps
  }
}

/// A store that was opened, as it was recorded.
public struct TraceStore: Sendable, Hashable {
  /// The store's name.
  public var name: String
  /// What it holds.
  public var storeClass: StoreClass
  /// What opening it found.
  public var verdict: StoreVerdict
  /// What the state file expected it to find; nil if it expected nothing.
  public var expected: StoreVerdict?
  /// The steps of opening it.
  public var steps: [TraceStoreStep]
  /// What else there is to say, for people.
  public var detail: String?
  /// The id of the span in which it was opened, if known.
  public var span: String?

  /// Makes a store.
  public init(
    name: String, storeClass: StoreClass, verdict: StoreVerdict, expected: StoreVerdict? = nil,
    steps: [TraceStoreStep] = [], detail: String? = nil, span: String? = nil
  ) {
    self.name = name
    self.storeClass = storeClass
    self.verdict = verdict
    self.expected = expected
    self.steps = steps
    self.detail = detail
    self.span = span
  }
}

/// A step of opening a store.
public struct TraceStoreStep: Sendable, Hashable {
  /// What was done.
  public var name: String
  /// How long it took, in nanoseconds.
  public var duration: Int64

  /// Makes a step.
  public init(name: String, duration: Int64) {
    self.name = name
    self.duration = duration
  }
}
