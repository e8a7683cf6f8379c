/// Whether an input of the decision could be read.
///
/// *Absent* is not *unavailable*: a session that cannot be read is not the lack of one.
public enum InputState: UInt8, Named {
  /// It was read.
  case value = 1
  /// It was looked for and does not exist.
  case absent = 2
  /// It could not be looked for.
  case unavailable = 3
}

/// Where an input of the decision came from.
public enum InputSource: UInt8, Named {
  /// The launch itself: its arguments, its version, its clock.
  case launch = 1
  /// The state file.
  case cached = 2
  /// A response of this launch.
  case fresh = 3
  /// The program as it was shipped.
  case shipped = 4
}

/// What a rule concluded.
public enum RuleOutcome: UInt8, Named {
  /// It leaves the decision to the rules after it.
  case passed = 1
  /// It chose the screen.
  case chose = 2
  /// Its input could not be read, so it concluded nothing.
  case unavailable = 3
  /// Its input makes no sense, so it concluded nothing.
  case malformed = 4
  /// Its input is older than it may be.
  case tooOld = 5
}

/// One rule, as it was evaluated.
public struct DecisionStep: Sendable, Hashable {
  /// The rule's name.
  public var rule: String
  /// What it looked at, in words.
  public var input: String
  /// Whether that could be read.
  public var state: InputState
  /// Where it came from; nil if it was not read.
  public var source: InputSource?
  /// How old it was, in nanoseconds; nil if it has no age.
  public var ageNanoseconds: Int64?
  /// What the rule concluded.
  public var outcome: RuleOutcome

  /// Makes a step.
  @inlinable
  public init(
    rule: String, input: String, state: InputState, source: InputSource? = nil,
    ageNanoseconds: Int64? = nil, outcome: RuleOutcome
  ) {
    self.rule = rule
    self.input = input
    self.state = state
    self.source = source
    self.ageNanoseconds = ageNanoseconds
    self.outcome = outcome
  }
}
