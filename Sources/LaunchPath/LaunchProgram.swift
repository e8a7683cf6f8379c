package import LaunchEngine
package import LaunchModel

/// A graph and its rules, without the type of their screens.
@usableFromInline
final class LaunchProgram: Sendable {
  /// Evaluates the rules: the screen that they choose, if one does; told of each rule.
  @usableFromInline
  typealias Decide = @MainActor @Sendable (LaunchInputs, (DecisionStep) -> Void) -> ChosenScreen?

  /// What the rules chose, and the plan for it.
  final class Decided {
    let screen: ChosenScreen?
    /// What the rule of the target concluded, if it was evaluated.
    let target: RuleOutcome?
    /// Where no rule chose, there is still a plan for all that no screen needs.
    let plan: Plan
    /// Draws the screen; false if something that it needs is missing.
    let draw: @MainActor (TaskResults) -> Bool

    init(
      _ screen: ChosenScreen?, target: RuleOutcome?, plan: Plan,
      draw: @escaping @MainActor (TaskResults) -> Bool
    ) {
      self.screen = screen
      self.target = target
      self.plan = plan
      self.draw = draw
    }
  }

  private let declarations: Declarations
  private let rules: Decide

  @usableFromInline
  init(_ declarations: Declarations, rules: @escaping Decide) {
    self.declarations = declarations
    self.rules = rules
  }

  /// Decides and plans; `note` is told of each rule that was evaluated.
  @MainActor
  func decide(_ inputs: LaunchInputs, note: (DecisionStep) -> Void) -> Decided {
    var target: RuleOutcome?
    let screen = rules(inputs) { step in
      if step.rule == targetRuleName { target = step.outcome }
      note(step)
    }
    guard let screen else {
      return Decided(nil, target: target, plan: declarations.tolerantPlan(for: "")) { _ in false }
    }
    let name = screen.screen.screenName
    let index = declarations.index(ofScreen: name)
    let draw = index.map { declarations.screens[$0].draw }
    return Decided(screen, target: target, plan: declarations.tolerantPlan(for: name)) {
      draw?(screen.screen, $0) ?? false
    }
  }
}

/// A screen of the program's own type.
@usableFromInline
final class ChosenScreen: Sendable {
  let screen: any LaunchScreen

  @usableFromInline
  init(_ screen: any LaunchScreen) {
    self.screen = screen
  }
}
