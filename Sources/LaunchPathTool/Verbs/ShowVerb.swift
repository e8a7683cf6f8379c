import LaunchModel
import LaunchTraces

let showVerb = Verb(
  name: "show", operands: "[FILES or FOLDER]",
  summary: "Shows launches as waterfalls in the terminal; \(TraceInput.defaultWords).",
  flags: [
    Flag("--json", nil, "the trace document instead"),
    Flag("--table", nil, "a row a launch instead, in order of time"),
  ]
) { invocation in
  let traces = try TraceInput.read(invocation.operands).map(\.trace)
  if invocation.has("--json") {
    try Output.answer(TraceDocument.write(traces, isPretty: true) + [0x0A])
  } else if invocation.has("--table") {
    let sorted = traces.sorted { ($0.launch.startedAt ?? 0) < ($1.launch.startedAt ?? 0) }
    try Output.answer(LaunchTable(sorted).text)
  } else {
    let columns = Output.columns
    let texts = traces.map { Waterfall($0, columns: columns, isColoured: Output.isTerminal).text }
    try Output.answer(texts.joined(separator: "\n\n"))
  }
  return .done
}
