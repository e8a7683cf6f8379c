import Glibc
import LaunchInsights
import LaunchJSON
import LaunchModel
import LaunchTraces

let checkVerb = Verb(
  name: "check", operands: "[FILES or FOLDER]",
  summary: "Holds launches against budgets; its exit status is the verdict; "
    + "\(TraceInput.defaultWords).",
  flags: [
    Flag("--budgets", "FILE", "the limits, as JSON"),
    Flag("--json", nil, "the verdicts as JSON"),
    Flag("--github", nil, "annotations for a GitHub workflow as well"),
  ]
) { invocation in
  guard let path = invocation.value("--budgets") else {
    throw ToolError(.usage, "--budgets is missing: the file with the limits")
  }
  let budgets = try BudgetFile.read(path)
  let traces = try TraceInput.read(invocation.operands).map(\.trace)
  for budget in budgets { try checkMeasure(of: budget, in: path, traces) }
  let findings = budgets.map { BudgetFinding($0, traces) }
  let report = BudgetReport(findings, path: path)
  try Output.answer(invocation.has("--json") ? report.json : report.text)
  if invocation.has("--github"), !report.annotations.isEmpty {
    try Output.answer(report.annotations)
  }
  if findings.contains(where: { $0.verdict == .exceeded }) { return .exceeded }
  return findings.contains { $0.verdict == .inconclusive } ? .inconclusive : .done
}

/// A mark of the program's own, or a task, that no launch has is more likely misspelled than slow.
///
/// - Throws: ``ToolError`` with the measures that there are.
private func checkMeasure(
  of budget: Budget, in path: String, _ traces: [Trace]
) throws(ToolError) {
  let known = LaunchMark.all + [LaunchMark.until, LaunchMark.exit]
  if known.contains(budget.measure) || budget.measure.hasPrefix("phase:") { return }
  let measures = BudgetFinding.measures(of: traces)
  if measures.contains(budget.measure) { return }
  let near = Invocation.suggestion(budget.measure, among: measures + known)
  throw ToolError(
    .usage,
    "\(path): no launch has \"\(budget.measure)\", so it is misspelled or never reached\(near); "
      + "there are \(measures.joined(separator: ", "))")
}

/// What checking budgets found, for people and for programs.
private struct BudgetReport {
  let findings: [BudgetFinding]
  let path: String

  init(_ findings: [BudgetFinding], path: String) {
    // What fails comes first, because that is what people look for.
    let order: [BudgetVerdict: Int] = [.exceeded: 0, .inconclusive: 1, .within: 2]
    self.findings = findings.sorted { (order[$0.verdict] ?? 3) < (order[$1.verdict] ?? 3) }
    self.path = path
  }

  var text: String {
    var lines: [String] = []
    for finding in findings {
      let budget = finding.budget
      let value = finding.value.map(LaunchSentence.time) ?? "–"
      lines.append(
        "\(finding.verdict.rawValue): \(budget.name): \(budget.statistic.name) of "
          + "\(budget.measure) \(value), at most \(LaunchSentence.time(budget.atMost)), "
          + "n = \(finding.count); \(finding.detail)")
      for (reason, count) in finding.excluded.sorted(by: { $0.key < $1.key }) {
        lines.append("  not counted: \(count) \(reason)")
      }
      if !finding.missing.isEmpty {
        lines.append("  without it: \(finding.missing.prefix(5).joined(separator: ", "))")
      }
    }
    let counts = Dictionary(grouping: findings, by: \.verdict).mapValues(\.count)
    lines.append(
      "\(counts[.within] ?? 0) within, \(counts[.exceeded] ?? 0) exceeded, "
        + "\(counts[.inconclusive] ?? 0) inconclusive")
    return lines.joined(separator: "\n")
  }

  var json: String {
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("format", "launchpath.check/1")
      writer.key("budgets")
      writer.array(findings) { writer, finding in
        writer.object { writer in
          writer.member("name", finding.budget.name)
          writer.member("measure", finding.budget.measure)
          writer.member("statistic", finding.budget.statistic.name)
          writer.member("verdict", finding.verdict.rawValue)
          writer.member("valueNs", finding.value)
          writer.member("atMostNs", finding.budget.atMost)
          writer.member("n", finding.count)
          writer.member("detail", finding.detail)
          writer.key("excluded")
          writer.object { writer in
            for (reason, count) in finding.excluded.sorted(by: { $0.key < $1.key }) {
              writer.member(reason, count)
            }
          }
          writer.key("missing")
          writer.array(finding.missing) { $0.value($1) }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Workflow commands: a percent sign and line ends are escaped, as their reader wants it.
  var annotations: String {
    findings.filter { $0.verdict != .within }.map { finding in
      let kind = finding.verdict == .exceeded ? "error" : "warning"
      let text = "\(finding.budget.name): \(finding.detail)".map { character in
        switch character {
        case "%": "%25"
        case "\n": "%0A"
        case "\r": "%0D"
        default: String(character)
        }
      }.joined()
      return "::\(kind) file=\(path),title=launch budget::\(text)"
    }.joined(separator: "\n")
  }
}

/// The file that gives the limits.
private enum BudgetFile {
  static let format = "launchpath.budgets/1"

  static func read(_ path: String) throws(ToolError) -> [Budget] {
    let bytes = try bytes(of: path)
    let document: JSONValue
    do {
      document = try JSONReader.read(bytes, maximumBytes: 1 << 20)
    } catch {
      throw ToolError(.usage, "\(path):\(error.description)")
    }
    func fail(_ member: JSONMember?, _ text: String) -> ToolError {
      guard let member else { return ToolError(.usage, "\(path): \(text)") }
      let place = JSONError(.unexpected, text, at: member.offset, in: bytes)
      return ToolError(.usage, "\(path):\(place.description)")
    }
    guard let top = document.object else { throw fail(nil, "budgets are an object") }
    var least = 5
    var budgets: [Budget] = []
    for member in top {
      switch member.key {
      case "format":
        guard member.value.string == format else { throw fail(member, "the format is \(format)") }
      case "minimumLaunches":
        guard let number = member.value.int64, (1...1_000_000).contains(number) else {
          throw fail(member, "minimumLaunches is a whole number from 1")
        }
        least = Int(number)
      case "budgets": break
      default: throw fail(member, "no key is called \"\(member.key)\" here")
      }
    }
    guard document["format"] != nil else { throw fail(nil, "\"format\": \"\(format)\" is missing") }
    guard let list = document["budgets"]?.array, !list.isEmpty else {
      throw fail(nil, "\"budgets\" is missing or empty: a list of limits")
    }
    for entry in list { budgets.append(try budget(entry, least: least, fail)) }
    return budgets
  }

  private static func bytes(of path: String) throws(ToolError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw ToolError(.usage, "cannot read the budgets \(path): \(Output.reason())")
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw ToolError(.usage, "cannot read the budgets \(path): \(Output.reason())")
      }
      if count == 0 || bytes.count > 1 << 20 { return bytes }
      bytes += chunk[..<count]
    }
  }

  private static func budget(
    _ entry: JSONValue, least: Int, _ fail: (JSONMember?, String) -> ToolError
  ) throws(ToolError) -> Budget {
    guard let members = entry.object else { throw fail(nil, "a budget is an object") }
    var budget = Budget(
      name: "", measure: "", statistic: .median, atMost: -1, leastLaunches: least)
    for member in members {
      guard let text = member.value.string else {
        throw fail(member, "\"\(member.key)\" is a text, not \(member.value.kind)")
      }
      switch member.key {
      case "name": budget.name = text
      case "measure":
        if text.hasPrefix("phase:"), LaunchPhase(name: text.dropFirst("phase:".count)) == nil {
          let known = LaunchPhase.allCases.map(\.name).joined(separator: ", ")
          throw fail(member, "no phase has this name; phases are \(known)")
        }
        budget.measure = text
      case "statistic":
        guard let statistic = statistic(text) else {
          throw fail(member, "a statistic is p50 to p99, median or max, not \"\(text)\"")
        }
        budget.statistic = statistic
      case "atMost":
        guard let limit = duration(text) else {
          throw fail(member, "a limit is a number with ns, µs, us, ms or s: \"250 ms\"")
        }
        budget.atMost = limit
      case "app": budget.app = text
      case "kind":
        guard let kind = LaunchKind(name: text) else {
          throw fail(member, "a kind is cold, warm, resume or unknown, not \"\(text)\"")
        }
        budget.kind = kind
      default: throw fail(member, "no key is called \"\(member.key)\" in a budget")
      }
    }
    guard !budget.measure.isEmpty else { throw fail(members.first, "\"measure\" is missing") }
    guard budget.atMost >= 0 else { throw fail(members.first, "\"atMost\" is missing") }
    if budget.name.isEmpty { budget.name = "\(budget.measure) \(budget.statistic.name)" }
    return budget
  }

  private static func statistic(_ text: String) -> Budget.Statistic? {
    if text == "median" || text == "p50" { return .median }
    if text == "max" { return .maximum }
    guard text.hasPrefix("p"), let percent = Int(text.dropFirst()), (50...99).contains(percent)
    else { return nil }
    return .percentile(percent)
  }

  private static func duration(_ text: String) -> Int64? {
    let units: [(String, Double)] = [
      ("ns", 1), ("µs", 1e3), ("us", 1e3), ("ms", 1e6), ("s", 1e9),
    ]
    for (unit, scale) in units where text.hasSuffix(unit) {
      let number = text.dropLast(unit.count)
      let digits = number.last == " " ? number.dropLast() : number
      guard let value = Double(digits), value >= 0, value * scale < 1e18 else { return nil }
      return Int64((value * scale).rounded())
    }
    return nil
  }
}
