import LaunchInsights
import LaunchModel

/// Launches as a table: a row each, with the decision, its rule, the marks, the store and the end.
struct LaunchTable {
  private let traces: [Trace]

  init(_ traces: [Trace]) {
    self.traces = traces
  }

  var text: String {
    let head = [
      "launch", "decision", "why", "first frame", "first content", "interactive", "store",
      "outcome",
    ]
    let rows = [head] + traces.map(row)
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }.joined(separator: "  ").trimmed
    }.joined(separator: "\n")
  }

  private func row(_ trace: Trace) -> [String] {
    let launch = trace.launch
    let name = [launch.app, launch.version].compactMap(\.self).joined(separator: " ")
    func time(_ mark: String) -> String { trace.mark(mark).map(LaunchSentence.time) ?? "–" }
    let chosen = trace.decision?.steps.last { $0.outcome == .chose }
    let stores = trace.stores.map(\.verdict.name).joined(separator: ", ")
    return [
      name, trace.decision?.screen ?? "–", chosen?.rule ?? "–", time(LaunchMark.firstFrame),
      time(LaunchMark.firstContent), time(LaunchMark.interactive), stores.isEmpty ? "–" : stores,
      outcome(trace),
    ]
  }

  private func outcome(_ trace: Trace) -> String {
    let died: Set<LaunchOutcome> = [.crashed, .killed, .hung]
    guard died.contains(trace.launch.outcome), let span = trace.unfinishedSpans.last else {
      return trace.launch.outcome.name
    }
    return "\(trace.launch.outcome.name) in \(span.name)"
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
