import CPlatform
import Glibc
import LaunchInsights
import LaunchModel
import LaunchTraces

let recordVerb = Verb(
  name: "record", operands: "-- CMD…",
  summary: "Launches any program some times, and keeps a trace of each launch.",
  flags: [
    Flag("-n", "N", "how often (1)"),
    Flag(
      "--until", "WHEN",
      "mark:NAME, line:REGEX, port:N or exit (interactive if it records, else exit)"),
    Flag("--timeout", "SECONDS", "how long a launch may take until then (30)"),
    Flag("-o", "DIR", "where the traces are kept (launches)"),
    Flag("--json", nil, "the trace document of all launches instead of a summary"),
  ]
) { invocation in
  guard !invocation.operands.isEmpty else {
    throw ToolError(.usage, "the program is missing: launchpath record -- CMD…")
  }
  let recorder = try LaunchRecorder(invocation)
  let traces = try recorder.record()
  if invocation.has("--json") {
    try Output.answer(TraceDocument.write(traces, isPretty: true) + [0x0A])
  } else {
    try Output.answer(RecordSummary(traces, folder: recorder.folder).text)
  }
  return .done
}

/// Launches a program some times.
private struct LaunchRecorder {
  let folder: String
  private let command: LaunchCommand
  private let count: Int
  private let until: Until
  private let timeout: Int
  private let temporary: String

  init(_ invocation: Invocation) throws(ToolError) {
    command = try LaunchCommand(invocation.operands)
    count = try invocation.number("-n", in: 1...10_000) ?? 1
    timeout = try invocation.number("--timeout", in: 1...86_400) ?? 30
    until = if let text = invocation.value("--until") { try Until(text) } else { .automatic }
    folder = invocation.value("-o") ?? "launches"
    if unsafe mkdir(folder, 0o755) != 0 && errno != EEXIST {
      throw ToolError(.impossible, "cannot make the folder \(folder): \(Output.reason())")
    }
    guard unsafe access(folder, W_OK | X_OK) == 0 else {
      throw ToolError(.impossible, "cannot write into \(folder): \(Output.reason())")
    }
    // Proof: mkdtemp changes the copy in place, which lives until the text is made of it.
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let template = unsafe strdup("\(parent)/launchpath-record-XXXXXX")!
    defer { unsafe free(template) }
    guard let made = unsafe mkdtemp(template) else {
      throw ToolError(.impossible, "cannot make a folder in \(parent): \(Output.reason())")
    }
    temporary = unsafe String(cString: made)
  }

  func record() throws(ToolError) -> [Trace] {
    defer { removeTemporary() }
    let childEvents = launchpath_child_events()
    defer { close(childEvents) }
    let process = LaunchedProcess(
      command: command, recordings: temporary, until: until, timeout: .seconds(timeout),
      childEvents: childEvents)
    var traces: [Trace] = []
    for number in 1...count {
      if case .port(let port) = until, UntilWatcher.answers(port) {
        throw ToolError(
          .impossible,
          "port \(port) answers before \(command.name) is started; end what listens there, or it "
            + "is taken for the program")
      }
      let observation = try process.observe()
      let recording = RecordingFile.find(in: temporary, process: observation.process)
      try check(observation, number)
      let trace = Trace(
        observation, command: command, until: until, recording: recording)
      let app = trace.launch.app ?? "program"
      let name = "\(Self.fileName(app))-\(trace.launch.id).launch.json"
      try Output.file(TraceDocument.write([trace]), at: "\(folder)/\(name)")
      Output.progress("\(number) of \(count): \(LaunchSentence(trace).text)")
      traces.append(trace)
    }
    return traces
  }

  /// A launch that never came to the moment that was asked for gives no number.
  private func check(_ observation: Observation, _ number: Int) throws(ToolError) {
    let isReached =
      switch until {
      case .exit: !observation.timedOut
      case .automatic: !observation.timedOut
      case .mark, .line, .port: observation.until != nil || isMarked(observation)
      }
    if isReached { return }
    let output = String(decoding: observation.output.suffix(2000), as: UTF8.self)
    let what =
      observation.timedOut
      ? "did not reach \(until.text) within \(timeout) s" : "ended without reaching \(until.text)"
    throw ToolError(
      .impossible,
      "launch \(number) of \(command.name) \(what); its output was"
        + (output.isEmpty ? " empty" : ":\n\(output)"))
  }

  /// A program may set its mark and end before anybody looked.
  private func isMarked(_ observation: Observation) -> Bool {
    guard case .mark(let name) = until,
      let recording = RecordingFile.find(in: temporary, process: observation.process)
    else { return false }
    return Trace(recording).mark(name) != nil
  }

  private static func fileName(_ app: String) -> String {
    String(app.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." ? $0 : "_" }.prefix(64))
  }

  private func removeTemporary() {
    for file in TraceInput.files(at: temporary) { _ = unsafe unlink(file) }
    _ = unsafe rmdir(temporary)
  }
}

/// What the launches of one recording have in common.
private struct RecordSummary {
  let traces: [Trace]
  let folder: String

  init(_ traces: [Trace], folder: String) {
    self.traces = traces
    self.folder = folder
  }

  var text: String {
    let shown = traces.count == 1 ? "1 launch" : "\(traces.count) launches"
    var lines = ["\(shown), kept in \(folder)"]
    if let last = traces.last {
      let sentence = LaunchSentence(last).text
      lines.append(traces.count == 1 ? sentence : "The last one: \(sentence)")
    }
    let names = traces.flatMap { $0.marks.map(\.name) }
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted {
      let statistics = Statistics(traces.compactMap { $0.mark(name) })
      lines.append("  " + row(Words.spaced(name), statistics))
    }
    for (title, attribute) in [("CPU in all", "cpuNs"), ("waiting in all", "waitingNs")] {
      let values = traces.compactMap { trace -> Int64? in
        if case .integer(let value)? = trace.launch[attribute: attribute] { return value }
        return nil
      }
      if !values.isEmpty { lines.append("  " + row(title, Statistics(values))) }
    }
    lines.append("  " + counts)
    let failed = traces.compactMap { trace -> Int64? in
      if case .integer(let status)? = trace.launch[attribute: "exitStatus"], status != 0 {
        return status
      }
      return nil
    }
    if let status = failed.last {
      lines.append("  exit status not 0: \(failed.count) of \(traces.count), the last \(status)")
    }
    return lines.joined(separator: "\n")
  }

  private func row(_ title: String, _ statistics: Statistics) -> String {
    let padded = title + String(repeating: " ", count: max(1, 16 - title.count))
    guard let median = statistics.median, let low = statistics.sorted.first,
      let high = statistics.sorted.last
    else { return padded + "–" }
    var text = padded + "p50 \(LaunchSentence.time(median))"
    if statistics.count > 1 {
      text += ", \(LaunchSentence.time(low)) to \(LaunchSentence.time(high))"
    }
    return text + ", n = \(statistics.count)"
  }

  private var counts: String {
    let last = traces.last?.launch
    func number(_ name: String) -> String {
      if case .integer(let value)? = last?[attribute: name] { return "\(value)" }
      return "unknown"
    }
    return "last launch: \(number("librariesAtStart")) libraries before its own code "
      + "(\(number("libraries")) at its end), \(number("minorFaults")) minor and "
      + "\(number("majorFaults")) major faults, \(number("bytesRead")) bytes read from disk"
  }
}
