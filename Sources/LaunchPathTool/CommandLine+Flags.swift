/// A flag of a verb: one registry feeds the parser, the help and the errors.
struct Flag {
  /// The flag, with its dashes.
  let name: String
  /// What its value is called; nil for a flag without a value.
  let value: String?
  /// What it does.
  let summary: String

  init(_ name: String, _ value: String? = nil, _ summary: String) {
    self.name = name
    self.value = value
    self.summary = summary
  }
}

/// A verb of the tool.
struct Verb {
  let name: String
  /// What stands after the flags.
  let operands: String
  let summary: String
  let flags: [Flag]
  let run: @MainActor (Invocation) throws -> ExitStatus

  var help: String {
    var lines = ["usage: launchpath \(name) [flags] \(operands)", "", summary, ""]
    let all = flags + [Flag("--help", nil, "this text")]
    let titles = all.map { $0.name + ($0.value.map { " \($0)" } ?? "") }
    let width = (titles.map(\.count).max() ?? 0) + 2
    for (flag, title) in zip(all, titles) {
      lines.append("  \(title)" + String(repeating: " ", count: width - title.count) + flag.summary)
    }
    return lines.joined(separator: "\n")
  }
}

/// What was asked of a verb.
struct Invocation {
  private(set) var values: [String: String] = [:]
  private(set) var operands: [String] = []

  /// Reads what stands after the verb.
  init(_ verb: Verb, _ arguments: ArraySlice<String>) throws(ToolError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let equals = argument.hasPrefix("--") ? argument.firstIndex(of: "=") : nil
      let name = equals.map { String(argument[..<$0]) } ?? argument
      guard let flag = verb.flags.first(where: { $0.name == name }) else {
        if verb.operands.hasPrefix("--"), let program = operands.first {
          throw ToolError(
            .usage,
            "unknown flag \(name) for \(verb.name); if it is one of \(program), put -- before the "
              + "program: launchpath \(verb.name) -- \(program) \(name)")
        }
        throw ToolError(
          .usage,
          "unknown flag \(name) for \(verb.name)"
            + Self.suggestion(name, among: verb.flags.map(\.name))
            + "; launchpath \(verb.name) --help lists them")
      }
      if values[name] != nil { throw ToolError(.usage, "\(name) is given twice") }
      switch (flag.value, equals) {
      case (nil, nil): values[name] = ""
      case (nil, .some): throw ToolError(.usage, "\(name) takes no value")
      case (_?, let equals?): values[name] = String(argument[argument.index(after: equals)...])
      case (let what?, nil):
        guard let value = rest.popFirst() else {
          throw ToolError(.usage, "\(name) wants a value: \(what)")
        }
        values[name] = value
      }
    }
  }

  func has(_ flag: String) -> Bool { values[flag] != nil }

  func value(_ flag: String) -> String? { values[flag] }

  /// A whole number within a range.
  func number(_ flag: String, in range: ClosedRange<Int>) throws(ToolError) -> Int? {
    guard let text = values[flag] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw ToolError(
        .usage,
        "\(flag) wants a number from \(range.lowerBound) to \(range.upperBound), not \(text)")
    }
    return number
  }

  /// The one operand that a verb takes.
  func operand(_ what: String) throws(ToolError) -> String {
    guard operands.count == 1, let operand = operands.first else {
      throw ToolError(.usage, operands.isEmpty ? "\(what) is missing" : "one \(what) at a time")
    }
    return operand
  }

  /// `; did you mean --until?` for what is only a slip away.
  static func suggestion(_ word: String, among known: [String]) -> String {
    let near = known.map { ($0, distance(Array(word), Array($0))) }.min { $0.1 < $1.1 }
    guard let near, near.1 <= max(1, word.count / 2) else { return "" }
    return "; did you mean \(near.0)?"
  }

  /// The number of letters that have to change (Levenshtein).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let change = diagonal + (x == y ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j + 1] + 1, row[j] + 1)
      }
    }
    return row[b.count]
  }
}
