import LaunchInsights
import LaunchModel
import LaunchTraces

/// Launches as a table: a row each, with when it began, the decision, its rule, the marks, the
/// store and the end; what none of them has is left out.
struct LaunchTable {
  private let traces: [Trace]

  init(_ traces: [Trace]) {
    self.traces = traces
  }

  var text: String {
    let head = [
      "launch", "started", "decision", "why", "first frame", "first content", "interactive",
      "until", "exit", "store", "outcome",
    ]
    let rows = traces.map(row)
    let columns = head.indices.filter { column in
      column == 0 || rows.contains { $0[column] != Self.none }
    }
    let table = [head] + rows
    let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      columns.map { column in
        row[column] + String(repeating: " ", count: widths[column] - row[column].count)
      }.joined(separator: "  ").trimmed
    }.joined(separator: "\n")
  }

  private static let none = "–"

  private func row(_ trace: Trace) -> [String] {
    let launch = trace.launch
    let name = [launch.app, launch.version].compactMap(\.self).joined(separator: " ")
    func time(_ mark: String) -> String { trace.mark(mark).map(LaunchSentence.time) ?? Self.none }
    let chosen = trace.decision?.steps.last { $0.outcome == .chose }
    let stores = trace.stores.map(\.verdict.name).joined(separator: ", ")
    return [
      name, started(launch),
      trace.decision?.screen ?? Self.none, chosen?.rule ?? Self.none, time(LaunchMark.firstFrame),
      time(LaunchMark.firstContent), time(LaunchMark.interactive), time(LaunchMark.until),
      time(LaunchMark.exit), stores.isEmpty ? Self.none : stores, outcome(trace),
    ]
  }

  /// The start to the millisecond, as finer digits tell nobody anything here.
  private func started(_ launch: LaunchFacts) -> String {
    launch.startedAt.map { "\(Timestamp.text($0).prefix(23))Z" } ?? Self.none
  }

  private func outcome(_ trace: Trace) -> String {
    let died: Set<LaunchOutcome> = [.crashed, .killed, .hung]
    let name = trace.launch.outcome.name
    let place = trace.spanOfDeath.map { " in \($0.name)" } ?? ""
    if died.contains(trace.launch.outcome) { return name + place }
    // It counts as a launch, but whoever looks for the crash has to find it.
    return trace.hasCrashed ? "\(name), later crashed\(place)" : name
  }
}

extension String {
  /// The text without the blanks at its end.
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
