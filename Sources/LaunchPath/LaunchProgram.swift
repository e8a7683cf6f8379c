import LaunchEngine
import LaunchModel

/// A graph and its rules, without the type of their screens.
struct LaunchProgram: Sendable {
  /// What the rules chose, and the plan for it.
  struct Decided {
    let screen: String
    /// The screen with what it was given, for people.
    let value: String
    let steps: [DecisionStep]
    let plan: Plan?
    let problems: [GraphProblem]
    let draw: @MainActor (TaskResults) -> Bool
  }

  /// Decides and plans; nil if no rule chose.
  let decide: @MainActor @Sendable (LaunchInputs) -> Decided?

  @MainActor
  init<Screen>(_ graph: Graph<Screen>, _ rules: [Rule<Screen>]) {
    decide = { inputs in
      guard let decision = inputs.decide(rules) else { return nil }
      let name = decision.screen.screenName
      let (plan, problems) = graph.tolerantPlan(for: name)
      let screen = graph.screens.first { $0.name == name }
      return Decided(
        screen: name, value: decision.screen.screenDetail, steps: decision.steps, plan: plan,
        problems: problems,
        draw: { results in screen?.draw(decision.screen, results) ?? false })
    }
  }
}
