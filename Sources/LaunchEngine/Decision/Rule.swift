public import LaunchModel

/// A rule of the decision: it looks at the inputs and chooses a screen, or leaves that to the rules
/// after it.
///
/// Rules are values, evaluated in order; the first that chooses ends the decision.
public struct Rule<Screen: LaunchScreen>: Sendable {
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

    /// The rule chooses a screen.
    public static func choose(
      _ screen: Screen, from source: InputSource?, age: Int64? = nil,
      state: InputState = .value
    ) -> Finding {
      Finding(state: state, source: source, age: age, outcome: .chose, screen: screen)
    }

    /// The rule leaves the decision to the rules after it.
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

  let evaluate: @Sendable (LaunchInputs) -> Finding

  /// Makes a rule of the program's own.
  ///
  /// - Parameters:
  ///   - name: The rule's name.
  ///   - input: What it looks at, in words.
  ///   - evaluate: Looks at the inputs. It must be pure: no clock, no file, no randomness.
  public init(
    _ name: String, input: String, evaluate: @escaping @Sendable (LaunchInputs) -> Finding
  ) {
    self.name = name
    self.input = input
    self.evaluate = evaluate
  }
}

extension Rule {
  /// A gate for versions below the minimum of the cached config.
  ///
  /// A minimum or a version that is no version number gates nobody.
  public static func minimumVersion(_ screen: Screen) -> Rule {
    Rule("minimum version", input: "cached config") { inputs in
      part(inputs, \.config) { config in
        let age = inputs.age(since: config.fetchedAt)
        guard let text = config.minimumVersion else {
          return .pass(state: .absent, from: .cached, age: age)
        }
        guard let minimum = SemanticVersion(text), let version = SemanticVersion(inputs.version)
        else { return .pass(.malformed, state: .value, from: .cached, age: age) }
        return version < minimum
          ? .choose(screen, from: .cached, age: age)
          : .pass(state: .value, from: .cached, age: age)
      }
    }
  }

  /// A gate for the time of a maintenance in the cached config; it opens at the announced end.
  public static func maintenance(
    _ screen: @escaping @Sendable (Maintenance) -> Screen
  ) -> Rule {
    Rule("maintenance", input: "cached config") { inputs in
      part(inputs, \.config) { config in
        let age = inputs.age(since: config.fetchedAt)
        guard let maintenance = config.maintenance else {
          return .pass(state: .absent, from: .cached, age: age)
        }
        if let until = maintenance.until, until <= inputs.now {
          return .pass(.tooOld, state: .value, from: .cached, age: age)
        }
        return .choose(screen(maintenance), from: .cached, age: age)
      }
    }
  }

  /// A gate for the time of a maintenance in the cached config.
  public static func maintenance(_ screen: Screen) -> Rule {
    maintenance { _ in screen }
  }

  /// Sign-in, if nobody is signed in; the target is handed on, so that it is not lost.
  ///
  /// A session that cannot be read is not the lack of one: this rule then passes.
  public static func session(
    _ signIn: @escaping @Sendable (_ pending: String?) -> Screen
  ) -> Rule {
    Rule("session", input: "session marker") { inputs in
      switch inputs.state.map(\.session) {
      case .value(let session):
        .pass(state: .value, from: .cached, age: inputs.age(since: session.signedInAt))
      case .absent:
        .choose(signIn(pendingTarget(inputs)?.url), from: .cached, state: .absent)
      case .unavailable:
        .pass(.unavailable, state: .unavailable)
      }
    }
  }

  /// The screen of the launch's target; nil means that the target leads nowhere.
  ///
  /// - Parameters:
  ///   - maxAge: How long ago a target that an earlier launch could not show may have been asked
  ///     for.
  ///   - screen: The screen of a target.
  /// - Returns: The rule.
  public static func target(
    maxAge: Duration = .seconds(86_400),
    _ screen: @escaping @Sendable (PendingTarget) -> Screen?
  ) -> Rule {
    let limit = maxAge.wholeNanoseconds
    return Rule(targetRuleName, input: "launch request") { inputs in
      guard let target = pendingTarget(inputs) else {
        return .pass(state: .absent, from: .launch)
      }
      let source: InputSource = inputs.target == nil ? .cached : .launch
      let age = inputs.age(since: target.askedAt)
      if source == .cached && age > limit {
        return .pass(.tooOld, state: .value, from: source, age: age)
      }
      guard let screen = screen(target) else {
        return .pass(.malformed, state: .value, from: source, age: age)
      }
      return .choose(screen, from: source, age: age)
    }
  }

  /// The screen that the person left, if that is not too long ago.
  ///
  /// A screen that was left in the future was left before the clock was set back: nothing is known
  /// of its age, so it is not shown.
  public static func savedScreen(
    maxAge: Duration, _ screen: @escaping @Sendable (SavedScreen) -> Screen?
  ) -> Rule {
    let limit = maxAge.wholeNanoseconds
    return Rule("saved screen", input: "saved screen") { inputs in
      part(inputs, \.savedScreen) { saved in
        let age = inputs.age(since: saved.savedAt)
        guard age >= 0, age <= limit else {
          return .pass(.tooOld, state: .value, from: .cached, age: age)
        }
        guard let screen = screen(saved) else {
          return .pass(.malformed, state: .value, from: .cached, age: age)
        }
        return .choose(screen, from: .cached, age: age)
      }
    }
  }

  /// The screen when no rule before chose one; the last rule of every list.
  public static func otherwise(_ screen: Screen) -> Rule {
    Rule("otherwise", input: "nothing") { _ in .choose(screen, from: .shipped) }
  }

  private static func part<Part: Sendable>(
    _ inputs: LaunchInputs, _ part: (LaunchState) -> Part?, conclude: (Part) -> Finding
  ) -> Finding {
    switch inputs.state.map(part) {
    case .value(let value): conclude(value)
    case .absent: .pass(state: .absent, from: .cached)
    case .unavailable: .pass(.unavailable, state: .unavailable)
    }
  }

  private static func pendingTarget(_ inputs: LaunchInputs) -> PendingTarget? {
    if let url = inputs.target { return PendingTarget(url: url, askedAt: inputs.now) }
    guard case .value(let pending) = inputs.state.map(\.pendingTarget) else { return nil }
    return pending
  }
}

/// The name of the rule that shows the launch's target, by which the shell knows what became of it.
package let targetRuleName = "target"

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
