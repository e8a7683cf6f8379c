public import LaunchModel

/// A rule of the decision: it looks at the inputs and chooses a screen, or leaves that to the rules
/// after it.
///
/// Rules are values, evaluated in order; the first that chooses ends the decision.
///
/// The screen may be of any type here, and is a ``LaunchScreen`` where a decision is made: an array
/// of rules that asked for it would search the conformances of the whole program at run time.
public struct Rule<Screen: Sendable>: Sendable {
  /// What a rule found and concluded.
  public struct Finding: Sendable {
    /// Whether the input could be read.
    public var state: InputState
    /// Where it came from.
    public var source: InputSource?
    /// Its age in nanoseconds, if it has one.
    public var age: Int64?
    /// What follows.
    public var outcome: RuleOutcome
    /// The screen, if the rule chose one.
    public var screen: Screen?

    @inlinable
    init(
      state: InputState, source: InputSource?, age: Int64?, outcome: RuleOutcome, screen: Screen?
    ) {
      self.state = state
      self.source = source
      self.age = age
      self.outcome = outcome
      self.screen = screen
    }

    /// The rule chooses a screen.
    @inlinable
    public static func choose(
      _ screen: Screen, from source: InputSource?, age: Int64? = nil,
      state: InputState = .value
    ) -> Finding {
      Finding(state: state, source: source, age: age, outcome: .chose, screen: screen)
    }

    /// The rule leaves the decision to the rules after it.
    @inlinable
    public static func pass(
      _ outcome: RuleOutcome = .passed, state: InputState, from source: InputSource? = nil,
      age: Int64? = nil
    ) -> Finding {
      Finding(state: state, source: source, age: age, outcome: outcome, screen: nil)
    }
  }

  /// The rule's name, as the list of a decision shows it.
  public let name: String
  /// What it looks at, in words.
  public let input: String

  /// Looks at the inputs; hands on the screen if it chooses one.
  ///
  /// Not as an optional: the program would have to instantiate its type for every rule that passes.
  @usableFromInline
  typealias Evaluate =
    @Sendable (_ inputs: LaunchInputs, _ choose: (Screen) -> Void) -> RuleEvidence

  @usableFromInline let evaluate: Evaluate

  /// Makes a rule of the program's own.
  ///
  /// - Parameters:
  ///   - name: The rule's name.
  ///   - input: What it looks at, in words.
  ///   - evaluate: Looks at the inputs. It must be pure: no clock, no file, no randomness.
  @inlinable
  public init(
    _ name: String, input: String, evaluate: @escaping @Sendable (LaunchInputs) -> Finding
  ) {
    self.init(
      name, input: input,
      evidence: { inputs, choose in
        let finding = evaluate(inputs)
        if let screen = finding.screen { choose(screen) }
        return RuleEvidence(
          finding.outcome, finding.state, from: finding.source, age: finding.age)
      })
  }

  @inlinable
  init(_ name: String, input: String, evidence: @escaping Evaluate) {
    self.name = name
    self.input = input
    evaluate = evidence
  }
}

extension Rule {
  /// A gate for versions below the minimum of the cached config.
  ///
  /// A minimum or a version that is no version number gates nobody.
  @inlinable
  public static func minimumVersion(_ screen: Screen) -> Rule {
    Rule(
      "minimum version", input: "cached config",
      evidence: { inputs, choose in
        let evidence = inputs.minimumVersionEvidence()
        if evidence.outcome == .chose { choose(screen) }
        return evidence
      })
  }

  /// A gate for the time of a maintenance in the cached config; it opens at the announced end.
  @inlinable
  public static func maintenance(
    _ screen: @escaping @Sendable (Maintenance) -> Screen
  ) -> Rule {
    Rule(
      "maintenance", input: "cached config",
      evidence: { inputs, choose in
        let evidence = inputs.maintenanceEvidence()
        if evidence.outcome == .chose, let maintenance = inputs.maintenance() {
          choose(screen(maintenance))
        }
        return evidence
      })
  }

  /// A gate for the time of a maintenance in the cached config.
  @inlinable
  public static func maintenance(_ screen: Screen) -> Rule {
    maintenance { _ in screen }
  }

  /// Sign-in, if nobody is signed in; the target is handed on, so that it is not lost.
  ///
  /// A session that cannot be read is not the lack of one: this rule then passes.
  @inlinable
  public static func session(
    _ signIn: @escaping @Sendable (_ pending: String?) -> Screen
  ) -> Rule {
    Rule(
      "session", input: "session marker",
      evidence: { inputs, choose in
        let evidence = inputs.sessionEvidence()
        if evidence.outcome == .chose { choose(signIn(inputs.pendingTarget()?.url)) }
        return evidence
      })
  }

  /// The screen of the launch's target; nil means that the target leads nowhere.
  ///
  /// - Parameters:
  ///   - maxAge: How long ago a target that an earlier launch could not show may have been asked
  ///     for.
  ///   - screen: The screen of a target.
  /// - Returns: The rule.
  @inlinable
  public static func target(
    maxAge: Duration = .seconds(86_400),
    _ screen: @escaping @Sendable (PendingTarget) -> Screen?
  ) -> Rule {
    Rule(
      targetRuleName, input: "launch request",
      evidence: { inputs, choose in
        let evidence = inputs.targetEvidence(maxAge: maxAge)
        if evidence.outcome != .chose { return evidence }
        guard let target = inputs.pendingTarget(), let screen = screen(target) else {
          return evidence.malformed
        }
        choose(screen)
        return evidence
      })
  }

  /// The screen that the person left, if that is not too long ago.
  ///
  /// A screen that was left in the future was left before the clock was set back: nothing is known
  /// of its age, so it is not shown.
  @inlinable
  public static func savedScreen(
    maxAge: Duration, _ screen: @escaping @Sendable (SavedScreen) -> Screen?
  ) -> Rule {
    Rule(
      "saved screen", input: "saved screen",
      evidence: { inputs, choose in
        let evidence = inputs.savedScreenEvidence(maxAge: maxAge)
        if evidence.outcome != .chose { return evidence }
        guard let saved = inputs.savedScreen(), let screen = screen(saved) else {
          return evidence.malformed
        }
        choose(screen)
        return evidence
      })
  }

  /// The screen when no rule before chose one; the last rule of every list.
  @inlinable
  public static func otherwise(_ screen: Screen) -> Rule {
    Rule(
      "otherwise", input: "nothing",
      evidence: { _, choose in
        choose(screen)
        return RuleEvidence(.chose, .value, from: .shipped)
      })
  }
}

/// The name of the rule that shows the launch's target, by which the shell knows what became of it.
@usableFromInline package let targetRuleName = "target"

extension Duration {
  /// The whole nanoseconds, at most and at least what 64 bits hold.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carry) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carry ? (seconds < 0 ? .min : .max) : sum
  }
}
