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
    /// What keeps the program from having a screen at all.
    let fault: String?
    let plan: Plan
    let problems: [GraphProblem]
    let draw: @MainActor (TaskResults) -> Bool
  }

  /// Decides and plans; where no rule chose, there is still a plan for all that no screen needs.
  let decide: @MainActor @Sendable (LaunchInputs) -> Decided

  @MainActor
  init<Screen>(_ graph: Graph<Screen>, _ rules: [Rule<Screen>]) {
    decide = { inputs in
      let (screen, steps) = inputs.evaluate(rules)
      let name = screen?.screenName ?? ""
      let (plan, problems) = graph.tolerantPlan(for: name)
      let declared = graph.screens.first { $0.name == name }
      return Decided(
        screen: name, value: screen?.screenDetail ?? "", steps: steps,
        fault: screen == nil ? "no rule chose a screen; end the rules with .otherwise(…)" : nil,
        plan: plan, problems: problems
      ) { results in
        guard let screen, let declared else { return false }
        return declared.draw(screen, results)
      }
    }
  }
}
