import LaunchTraces

let convertVerb = Verb(
  name: "convert", operands: "FILE", summary: "Writes a launch in another format.",
  flags: [
    Flag("--to", "chrome", "the format: Chrome Trace Event JSON, for Perfetto and others"),
    Flag("-o", "OUT", "the file to write; - for standard output"),
  ]
) { invocation in
  guard let format = invocation.value("--to") else {
    throw ToolError(.usage, "--to is missing; formats are: chrome")
  }
  guard format == "chrome" else {
    throw ToolError(.usage, "no format is called \(format); formats are: chrome")
  }
  guard let output = invocation.value("-o") else {
    throw ToolError(.usage, "-o is missing: where to write; - for standard output")
  }
  let traces = try TraceInput.read([invocation.operand("FILE")])
  guard traces.count == 1, let trace = traces.first?.trace else {
    throw ToolError(.usage, "a Chrome trace holds one launch, and here are \(traces.count)")
  }
  let bytes = ChromeWriter.write(trace)
  if output == "-" { try Output.answer(bytes) } else { try Output.file(bytes, at: output) }
  return .done
}
