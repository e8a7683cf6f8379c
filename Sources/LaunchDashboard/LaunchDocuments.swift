internal import LaunchInsights
internal import LaunchJSON
internal import LaunchModel
internal import LaunchTraces

/// The two documents that the page asks for, written from traces.
enum LaunchDocuments {
  /// The document of one launch: the trace document with what was concluded from it.
  static func launch(_ trace: Trace) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("format", TraceDocument.format)
      writer.key("traces")
      writer.array([trace]) { writer, trace in
        writer.object { TraceDocument.write(trace, to: &$0) }
      }
      writer.key("analysis")
      writer.object { writeAnalysis(of: trace, to: &$0) }
    }
    return writer.bytes
  }

  /// The list: a summary of each launch, and what could not be read.
  static func list(_ traces: [Trace], source: String, unreadable: [String]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("format", "launchpath.launches/1")
      writer.member("source", source)
      writer.key("unreadable")
      writer.array(unreadable) { $0.value($1) }
      writer.key("launches")
      writer.array(traces) { writer, trace in
        writer.object { writeSummary(of: trace, to: &$0) }
      }
    }
    return writer.bytes
  }

  private static func writeAnalysis(of trace: Trace, to writer: inout JSONWriter) {
    let target =
      [LaunchMark.firstFrame, LaunchMark.interactive]
      .first { trace.mark($0) != nil } ?? trace.marks.last?.name ?? LaunchMark.firstFrame
    writer.member("target", target)
    writer.key("path")
    writer.array(CriticalPath.of(trace, to: target)?.steps ?? []) { writer, step in
      writer.object { writer in
        writer.member("from", step.start)
        writer.member("to", step.end)
        writer.member("kind", step.kind == .work ? "work" : "wait")
        writer.member("label", step.name)
        writer.member("waited", step.waited)
        if case .wait(let cause) = step.kind { writer.member("on", cause.name) }
        writer.member("span", step.span)
      }
    }
    writer.key("sentence")
    writer.array(LaunchSentence(trace).parts) { writer, part in
      writer.object { writer in
        writer.member("text", part.text)
        writer.member("style", part.style.rawValue)
        writer.member("span", part.span)
      }
    }
  }

  private static func writeSummary(of trace: Trace, to writer: inout JSONWriter) {
    let launch = trace.launch
    writer.member("id", launch.id)
    writer.member("app", launch.app)
    writer.member("version", launch.version)
    writer.member("build", launch.build)
    writer.member("kind", launch.kind.name)
    writer.member("reason", launch.reason.name)
    writer.member("startedAt", launch.startedAt.map { "\($0)" })
    writer.member("outcome", launch.outcome.name)
    writer.member("screen", trace.decision?.screen)
    writer.member("verdict", trace.stores.first?.verdict.name)
    writer.member("problems", Int64(trace.problems.reduce(0) { $0 + $1.count }))
    writer.key("excluded")
    writer.array(launch.excluded) { $0.value($1) }
    writer.key("failed")
    writer.array(trace.failures) { $0.value($1) }
    writer.member("diedIn", trace.spanOfDeath?.name)
    writer.member("crashed", trace.hasCrashed)
    writer.key("marks")
    writer.object { writer in
      for name in [LaunchMark.firstFrame, LaunchMark.firstContent, LaunchMark.interactive] {
        writer.member(name, trace.mark(name))
      }
      for name in [LaunchMark.until, LaunchMark.exit] {
        if let at = trace.mark(name) { writer.member(name, at) }
      }
    }
    writer.key("strip")
    writer.object { writeStrip(of: trace, to: &$0) }
  }

  /// One launch on one line: creation, then the path's work and waiting up to its target.
  private static func writeStrip(of trace: Trace, to writer: inout JSONWriter) {
    let seen = max(
      trace.marks.map(\.at).max() ?? 0, trace.spans.map { $0.end ?? $0.start }.max() ?? 0)
    let end = trace.mark(LaunchMark.interactive) ?? seen
    let target = trace.pathTarget ?? LaunchMark.firstFrame
    let until = trace.mark(target) ?? end
    let started = min(until, max(0, trace.mark(LaunchMark.started) ?? 0))
    let steps = CriticalPath.of(trace, to: target)?.steps ?? []
    writer.member("endNs", end)
    writer.key("segments")
    writer.array { writer in
      if started > 0 { writeSegment("creation", 0, started, to: &writer) }
      if steps.isEmpty, trace.plan == nil, until > started {
        writeSegment("work", started, until, to: &writer)
      }
      for step in steps where step.end > started {
        let kind = step.waited * 2 > step.duration ? "wait" : "work"
        writeSegment(kind, max(step.start, started), step.end, to: &writer)
      }
    }
  }

  private static func writeSegment(
    _ kind: String, _ start: Int64, _ end: Int64, to writer: inout JSONWriter
  ) {
    writer.array { writer in
      writer.value(kind)
      writer.value(start)
      writer.value(end)
    }
  }
}
