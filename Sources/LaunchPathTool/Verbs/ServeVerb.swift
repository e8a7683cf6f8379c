import Glibc
import LaunchDashboard

let serveVerb = Verb(
  name: "serve", operands: "[FILES or FOLDER]",
  summary: "Shows launches in the browser; \(TraceInput.defaultWords).",
  flags: [Flag("--listen", "ADDRESS", "where to listen (127.0.0.1:8787; port 0: any)")]
) { invocation in
  let paths = try TraceInput.paths(invocation.operands)
  // The signals are waited for on this thread, and on none of the server's.
  var ends = sigset_t()
  unsafe sigemptyset(&ends)
  unsafe sigaddset(&ends, SIGTERM)
  unsafe sigaddset(&ends, SIGINT)
  unsafe pthread_sigmask(SIG_BLOCK, &ends, nil)
  let dashboard = Dashboard(
    source: .paths(paths), listen: invocation.value("--listen") ?? "127.0.0.1:8787")
  do {
    try Output.answer("LaunchPath dashboard: \(dashboard.start())")
  } catch let error as DashboardError {
    throw ToolError(error.code == .malformedAddress ? .usage : .impossible, error.description)
  }
  var number: Int32 = 0
  unsafe sigwait(&ends, &number)
  dashboard.stop()
  return .done
}
