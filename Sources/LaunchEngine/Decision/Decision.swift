public import LaunchModel

/// The first screen, and the rules that were evaluated to reach it.
public struct Decision<Screen: LaunchScreen>: Sendable {
  /// The screen.
  public let screen: Screen
  /// The rules, in the order of their evaluation; the last one chose.
  public let steps: [DecisionStep]

  @inlinable
  init(screen: Screen, steps: [DecisionStep]) {
    self.screen = screen
    self.steps = steps
  }

  /// The rule that chose, with what it looked at: "saved screen, 3 minutes old".
  public var reason: DecisionStep { steps[steps.count - 1] }
}

extension LaunchInputs {
  /// Decides the first screen: pure, local, and never waiting for anything.
  ///
  /// - Returns: The decision, or nil if no rule chose a screen.
  /// - Complexity: O(rules).
  @inlinable
  public func decide<Screen>(_ rules: [Rule<Screen>]) -> Decision<Screen>? {
    var steps: [DecisionStep] = []
    steps.reserveCapacity(rules.count)
    var screen: Screen?
    evaluate(rules) {
      steps.append($0)
    } choose: {
      screen = $0
    }
    return screen.map { Decision(screen: $0, steps: steps) }
  }

  /// Evaluates rules until one chooses: `note` is told of each, `choose` gets the screen.
  @inlinable
  package func evaluate<Screen>(
    _ rules: [Rule<Screen>], note: (DecisionStep) -> Void, choose: (Screen) -> Void
  ) {
    for rule in rules {
      var hasChosen = false
      let evidence = rule.evaluate(self) { screen in
        hasChosen = true
        choose(screen)
      }
      note(
        DecisionStep(
          rule: rule.name, input: rule.input, state: evidence.state, source: evidence.source,
          ageNanoseconds: evidence.age, outcome: evidence.outcome))
      if hasChosen { return }
    }
  }
}
