package import LaunchModel

/// One launch in one sentence: the screen and why, how long, what made it slow, what failed, and
/// how the process ended.
package struct LaunchSentence: Sendable, Hashable {
  /// How a part is shown.
  package enum Style: String, Sendable, Hashable {
    /// As it is.
    case plain
    /// A number that the sentence is about.
    case strong
    /// The name of a task or span.
    case task
  }

  /// A part of the sentence.
  package struct Part: Sendable, Hashable {
    /// The words.
    package let text: String
    /// How they are shown.
    package let style: Style
    /// The id of the span that they name.
    package let span: String?
  }

  /// The parts, in order.
  package private(set) var parts: [Part] = []

  /// The words without their styles.
  package var text: String { parts.map(\.text).joined() }

  /// Says what a launch was.
  package init(_ trace: Trace) {
    describeScreen(trace)
    describeTime(trace)
    describeFailures(trace)
    describeWithheld(trace)
    describeEnd(trace)
    describeLadder(trace)
    if parts.last?.text.hasSuffix("…") != true { add(".") }
  }

  private mutating func add(_ text: String, _ style: Style = .plain, span: String? = nil) {
    parts.append(Part(text: text, style: style, span: span))
  }

  private mutating func describeScreen(_ trace: Trace) {
    guard let decision = trace.decision else {
      if case .text(let command)? = trace.launch[attribute: "command"] {
        add(command, .task)
      } else {
        add(Self.capitalized(trace.launch.app ?? "a program"))
      }
      return
    }
    let screen = decision.screen.split(separator: ":").first.map(String.init) ?? decision.screen
    add(Self.capitalized(screen))
    guard let chosen = decision.steps.last, chosen.outcome == .chose else { return }
    add(", chosen by the rule “\(chosen.rule)”")
    if let age = chosen.ageNanoseconds, age > 0, chosen.source == .cached {
      add(", from state \(Self.time(age)) old")
    }
  }

  private mutating func describeTime(_ trace: Trace) {
    guard let target = trace.pathTarget, let at = trace.mark(target),
      target != LaunchMark.exit || trace.decision == nil,
      let path = CriticalPath.of(trace, to: target)
    else {
      add("; it never showed a first frame")
      return
    }
    let goals = ["firstFrame": "to first frame", "interactive": "to interactive"]
    add(": ")
    add(Self.time(at), .strong)
    add(" \(goals[target] ?? "until its \(target == LaunchMark.exit ? "exit" : "mark")")")
    let longest = path.steps.max { $0.duration < $1.duration }
    if path.waiting > at / 10, let wait = path.steps.max(by: { $0.waited < $1.waited }) {
      add("; ")
      add(Self.time(path.waiting), .strong)
      add(" of it waiting, the longest: ")
      if wait.waited < wait.duration { add("within ") }
      add(wait.name, .task, span: wait.span)
    } else if let longest {
      if let waited = waitedSomewhere(trace, until: target) {
        add("; ")
        add(Self.time(waited), .strong)
        add(" of it without a processor, where is not known; its longest step is ")
      } else {
        let isWork = path.waiting <= at / 20
        add(isWork ? "; nearly all work, its longest step is " : "; its longest step is ")
      }
      add(longest.name, .task, span: longest.span)
      add(", ")
      add(Self.time(longest.duration), .strong)
    }
  }

  /// How long a process that was seen from outside alone had no processor; nil if that is not worth
  /// a word.
  private func waitedSomewhere(_ trace: Trace, until target: String) -> Int64? {
    let isSplit = trace.spans.contains { $0.category == "span" && $0.processorTime != nil }
    guard target == LaunchMark.exit, trace.plan == nil, !isSplit, let at = trace.mark(target),
      case .integer(let waited)? = trace.launch[attribute: "waitingNs"], waited > at / 10
    else { return nil }
    return waited
  }

  private mutating func describeFailures(_ trace: Trace) {
    let failed = trace.failedTasks
    guard let first = failed.first else { return }
    add(". ")
    let span = trace.spans.first { $0.task == first.id }
    add(first.name, .task, span: span?.id)
    add(failed.count == 1 ? " failed" : " and \(failed.count - 1) more failed")
    if case .text(let error)? = span?.arguments.first(where: { $0.name == "error" })?.value {
      add(": \(Self.cut(error))")
    }
  }

  private mutating func describeWithheld(_ trace: Trace) {
    let withheld = trace.withheldTasks
    guard let first = withheld.first else { return }
    add(". ")
    add(first.name, .task)
    add(
      withheld.count == 1
        ? " was kept from running" : " and \(withheld.count - 1) more were kept from running")
  }

  /// What the launch after it made of its end.
  private mutating func describeLadder(_ trace: Trace) {
    guard case .text(let name)? = trace.launch[attribute: "ladderStep"],
      let step = LadderStep(name: name)
    else { return }
    switch step {
    case .none: break
    case .noEvidence: add(". The next launch did not count it as a crash")
    case .counted: add(". The next launch counted the crash")
    case .quarantined:
      add(". The next launch put ")
      if let span = trace.spanOfDeath { add(span.name, .task, span: span.id) } else { add("it") }
      add(" into quarantine")
    case .safeMode: add(". The next launch began in safe mode")
    }
  }

  private mutating func describeEnd(_ trace: Trace) {
    let isLater = trace.launch.outcome == .interactive
    let subject = isLater ? ". Later the process" : ". The process"
    if trace.launch.outcome == .crashed || isLater && trace.hasCrashed {
      add("\(subject) crashed")
      if case .text(let signal)? = trace.launch[attribute: "signalName"] { add(" (\(signal))") }
      describeDeath(trace)
      return
    }
    switch trace.launch.outcome {
    case .killed:
      add("\(subject) was killed")
      describeDeath(trace)
    case .hung:
      add("\(subject) was hanging")
      describeDeath(trace)
    case .running: add("\(subject) is still running")
    case .interrupted: add(". The person left before it was interactive")
    case .interactive, .ended, .unknown: describeStatus(trace)
    case .crashed: break
    }
  }

  private mutating func describeStatus(_ trace: Trace) {
    guard trace.decision != nil, case .integer(let status)? = trace.launch[attribute: "exitStatus"],
      status != 0
    else { return }
    add(". The process ended with status \(status)")
    describeDeath(trace)
  }

  private mutating func describeDeath(_ trace: Trace) {
    guard let span = trace.spanOfDeath else { return }
    add(" in ")
    add(span.name, .task, span: span.id)
    add(", begun at \(Self.time(span.start))")
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// A time with the unit that suits it: `212 ms`, `1.23 s`, `8.4 ms`, `3 min`.
  package static func time(_ nanoseconds: Int64) -> String {
    let value = Double(nanoseconds)
    switch nanoseconds.magnitude {
    case ..<1_000: return "\(nanoseconds) ns"
    case ..<1_000_000: return "\(rounded(value / 1e3)) µs"
    case ..<1_000_000_000: return "\(rounded(value / 1e6)) ms"
    case ..<120_000_000_000: return "\(rounded(value / 1e9)) s"
    case ..<7_200_000_000_000: return "\(rounded(value / 60e9)) min"
    case ..<172_800_000_000_000: return "\(rounded(value / 3600e9)) h"
    default: return "\(rounded(value / 86_400e9)) days"
    }
  }

  /// Two digits after the point under 10, one under 100, none beyond; none for a whole number.
  private static func rounded(_ value: Double) -> String {
    let digits = abs(value) < 9.995 ? 2 : abs(value) < 99.95 ? 1 : 0
    if digits == 0 || value == value.rounded() { return "\(Int64(value.rounded()))" }
    let scale = digits == 2 ? 100 : 10
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let fraction = "\(scaled % scale)"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(value < 0 ? "-" : "")\(scaled / scale).\(zeros)\(fraction)"
  }

  /// A text that may be long, such as an error with an address, cut to what a sentence bears.
  private static func cut(_ text: String) -> String {
    text.count <= 80 ? text : "\(text.prefix(79))…"
  }
}
