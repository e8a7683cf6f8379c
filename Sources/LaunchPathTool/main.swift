import Glibc

let verbs = [
  recordVerb, showVerb, checkVerb, convertVerb, graphVerb, serveVerb, stateVerb,
]

let overview = """
  usage: launchpath VERB …

  Makes a program's launch visible, and holds it against budgets.

  \(verbs.map { verb in
    "  \(verb.name)" + String(repeating: " ", count: 10 - verb.name.count) + verb.summary
  }.joined(separator: "\n"))

  launchpath VERB --help tells more. Exit status: 0 done and within budget, 1 a budget is exceeded,
  2 usage or configuration, 3 unreadable input, 4 inconclusive, 5 it could not be done.
  """

/// Runs the tool; the one place that turns failures into words and exit statuses.
@MainActor
func runTool(_ arguments: [String]) -> ExitStatus {
  do {
    guard let word = arguments.dropFirst().first else {
      Output.note(overview)
      return .usage
    }
    if ["--help", "-h", "help"].contains(word) {
      try Output.answer(overview)
      return .done
    }
    if word == "--version" {
      try Output.answer("launchpath 0.1.0")
      return .done
    }
    guard let verb = verbs.first(where: { $0.name == word }) else {
      let suggestion = Invocation.suggestion(word, among: verbs.map(\.name))
      throw ToolError(.usage, "unknown verb \(word)\(suggestion); launchpath --help lists them")
    }
    let rest = arguments.dropFirst(2)
    if rest.prefix(while: { $0 != "--" }).contains("--help") {
      try Output.answer(verb.help)
      return .done
    }
    return try verb.run(Invocation(verb, rest))
  } catch let error as ToolError {
    Output.note("launchpath: \(error.message)")
    return error.status
  } catch {
    Output.note("launchpath: \(error)")
    return .impossible
  }
}

_ = signal(SIGPIPE, SIG_IGN)
exit(runTool(CommandLine.arguments).rawValue)
