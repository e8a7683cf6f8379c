import LaunchInsights
import LaunchModel
import LaunchTraces

/// A launch as text: its sentence, its marks, a row a span, the decision, the stores, the problems.
struct Waterfall {
  private let trace: Trace
  private let columns: Int
  private let isColoured: Bool
  private let onPath: Set<String>
  private let end: Int64
  private static let labelWidth = 30

  init(_ trace: Trace, columns: Int, isColoured: Bool) {
    self.trace = trace
    self.columns = max(60, min(columns, 200))
    self.isColoured = isColoured
    let path = trace.pathTarget.flatMap { CriticalPath.of(trace, to: $0) }
    onPath = Set(path?.steps.compactMap(\.span) ?? [])
    let last = trace.spans.map { $0.end ?? $0.start }.max() ?? 0
    let lastMark = trace.marks.map(\.at).max() ?? 0
    end = max(1, last, lastMark)
  }

  var text: String {
    var lines = [bold(LaunchSentence(trace).text), evidence, ""]
    lines += phases + marks + [""]
    lines += lanes + decision + stores + attributes + problems
    return lines.joined(separator: "\n")
  }

  private func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  private func dim(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  private var evidence: String {
    let launch = trace.launch
    var parts: [String] = []
    if let app = launch.app {
      parts.append(
        [app, launch.version, launch.build.map { "(\($0))" }].compactMap(\.self).joined(
          separator: " "))
    }
    parts.append("\(launch.kind.name), \(launch.reason.name)")
    if let started = launch.startedAt { parts.append(Timestamp.text(started)) }
    parts.append(
      "zero: \(launch.zero)"
        + (launch.zeroUncertainty.map { ", ± \(LaunchSentence.time($0))" }
          ?? ", uncertainty unknown"))
    let count = trace.problems.reduce(0) { $0 + $1.count }
    parts.append(count == 0 ? "no problems" : count == 1 ? "1 problem" : "\(count) problems")
    return dim(parts.joined(separator: " · "))
  }

  private var phases: [String] {
    trace.phases.isEmpty
      ? []
      : [
        "phases  "
          + trace.phases.map {
            "\(Words.spaced($0.phase.name)) \(LaunchSentence.time($0.end - $0.start))"
          }.joined(separator: " | ")
      ]
  }

  private var marks: [String] {
    trace.marks.isEmpty
      ? []
      : [
        "marks   "
          + trace.marks.map { "\(Words.spaced($0.name)) \(LaunchSentence.time($0.at))" }
          .joined(separator: " | ")
      ]
  }

  // MARK: - Lanes

  private var lanes: [String] {
    var lines: [String] = []
    for track in trace.tracks {
      let spans = trace.spans.filter { $0.track == track.id }.sorted {
        ($0.start, -($0.duration ?? .max)) < ($1.start, -($1.duration ?? .max))
      }
      if spans.isEmpty { continue }
      lines.append(bold(track.name))
      lines += spans.map(row)
    }
    if !trace.spans.isEmpty {
      lines.append(
        dim("* on the critical path; █ work, ░ waiting, ▒ the system creates the process"))
    }
    return lines
  }

  private func row(_ span: TraceSpan) -> String {
    let mark = onPath.contains(span.id) ? "*" : " "
    let width = columns - Self.labelWidth - 12
    let scale = Double(width) / Double(end)
    func column(_ moment: Int64) -> Int {
      Int(max(0, min(Double(width - 1), Double(moment) * scale)))
    }
    let first = column(span.start)
    let last = max(first, column(span.end ?? end))
    let isWait = span.category == SpanCategory.wait.name
    let character = isWait ? "░" : span.category == SpanCategory.process.name ? "▒" : "█"
    var bar =
      String(repeating: " ", count: first) + String(repeating: character, count: last - first + 1)
    bar += String(repeating: " ", count: max(0, width - last - 1))
    let length = span.duration.map(LaunchSentence.time) ?? "unfinished"
    var note = ""
    if let outcome = span.outcome, outcome != .done, outcome != .unfinished {
      note = " ✕ \(outcome.name)"
    }
    return "\(mark) \(padded(span.name, Self.labelWidth - 2))\(bar) \(length)\(note)"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    let clean = text.map { $0.isNewline ? " " : String($0) }.joined()
    let cut = clean.count > width - 1 ? clean.prefix(width - 2) + "…" : clean[...]
    return cut + String(repeating: " ", count: width - cut.count)
  }

  // MARK: - Lists

  private var decision: [String] {
    guard let decision = trace.decision else { return [] }
    var lines = ["", bold("decision: \(decision.screen)")]
    for step in decision.steps {
      let source = step.source.map { ", \($0.name)" } ?? ""
      let age = step.ageNanoseconds.map { ", \(LaunchSentence.time($0)) old" } ?? ""
      lines.append(
        "  \(padded(step.rule, 18))\(step.outcome.name): \(step.input) is "
          + "\(step.state.name)\(source)\(age)")
    }
    return lines
  }

  private var stores: [String] {
    trace.stores.flatMap { store in
      let expected = store.expected.map { ", expected \($0.name)" } ?? ""
      let head = "store \(store.name): \(store.verdict.name)\(expected)"
      return ["", bold(head)] + [store.detail.map { "  \($0)" }].compactMap(\.self)
        + store.steps.map { "  \(padded($0.name, 40))\(LaunchSentence.time($0.duration))" }
    }
  }

  private var attributes: [String] {
    let shown = trace.launch.attributes.map {
      "  \(padded($0.name, 24))\(Words.value(of: $0))"
    }
    return shown.isEmpty ? [] : ["", bold("facts")] + shown
  }

  private var problems: [String] {
    trace.problems.isEmpty
      ? []
      : ["", bold("problems met while reading")]
        + trace.problems.map { problem in
          let place = problem.offset.map { " at byte \($0)" } ?? ""
          return "  \(problem.count) × \(problem.message)\(place) [\(problem.code)]"
        }
  }
}
