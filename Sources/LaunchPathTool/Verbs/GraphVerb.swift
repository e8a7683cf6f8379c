import LaunchModel

let graphVerb = Verb(
  name: "graph", operands: "FILE",
  summary: "Prints the plan of a launch: its tasks, their groups and why.",
  flags: [Flag("--to", "text|mermaid|dot", "the form (text)")]
) { invocation in
  let traces = try TraceInput.read([invocation.operand("FILE")])
  guard let plan = traces[0].trace.plan else {
    throw ToolError(.unreadable, "\(traces[0].path) has no plan: its program declares no tasks")
  }
  let drawing = PlanDrawing(plan)
  switch invocation.value("--to") ?? "text" {
  case "text": try Output.answer(drawing.text)
  case "mermaid": try Output.answer(drawing.mermaid)
  case "dot": try Output.answer(drawing.dot)
  case let form: throw ToolError(.usage, "no form is called \(form); forms are text, mermaid, dot")
  }
  return .done
}

/// A plan as text.
struct PlanDrawing {
  private let plan: TracePlan

  init(_ plan: TracePlan) {
    self.plan = plan
  }

  private func name(_ id: String) -> String { plan.task(id)?.name ?? id }

  private func why(_ task: TraceTask) -> String {
    switch (task.group, task.policy) {
    case (.lazy, _): return "made on first use"
    case (.deferred, _): return "nothing on \(plan.screen) needs it"
    case (.beforeFirstFrame, "declared"): return "declared for the first frame"
    case (.beforeFirstFrame, _):
      let chain = task.why.reversed().map(name) + [task.name]
      return "\(plan.screen) needs " + chain.joined(separator: ", which needs ")
    }
  }

  var text: String {
    var lines = ["plan for \(plan.screen)"]
    for group in LaunchGroup.allCases {
      let tasks = plan.tasks.filter { $0.group == group }
      if tasks.isEmpty { continue }
      lines += ["", Words.group(group)]
      for task in tasks {
        let place = task.declaredAt.map { " (\($0))" } ?? ""
        lines.append("  \(task.name)\(place): \(why(task)); \(task.outcome.name)")
      }
    }
    return lines.joined(separator: "\n")
  }

  var mermaid: String {
    var lines = ["flowchart LR", "  screen([\"\(escaped(plan.screen))\"])"]
    lines += plan.tasks.map { "  t\($0.id)[\"\(escaped($0.name))\"]" }
    for task in plan.tasks {
      lines += task.needs.map { "  t\($0) --> t\(task.id)" }
      if task.group == .beforeFirstFrame && task.why.isEmpty {
        lines.append("  t\(task.id) --> screen")
      }
    }
    return lines.joined(separator: "\n")
  }

  var dot: String {
    var lines = [
      "digraph plan {", "  rankdir=LR", "  screen [label=\"\(escaped(plan.screen))\" shape=oval]",
    ]
    for task in plan.tasks {
      let style =
        switch task.group {
        case .beforeFirstFrame: "solid"
        case .deferred: "bold"
        case .lazy: "dashed"
        }
      lines.append("  t\(task.id) [label=\"\(escaped(task.name))\" shape=box style=\(style)]")
      lines += task.needs.map { "  t\($0) -> t\(task.id)" }
      if task.group == .beforeFirstFrame && task.why.isEmpty {
        lines.append("  t\(task.id) -> screen")
      }
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  private func escaped(_ text: String) -> String {
    text.map { $0 == "\"" ? "'" : $0 == "\\" ? "/" : $0 == "\n" ? " " : $0 }
      .map(String.init).joined()
  }
}
