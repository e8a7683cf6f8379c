package import LaunchJSON
package import LaunchModel

/// The trace document: what `show --json` prints, an archive answers, and the dashboard draws.
package enum TraceDocument {
  /// The name of the format.
  package static let format = "launchpath.trace/1"

  /// Writes a document of some launches.
  package static func write(_ traces: [Trace], isPretty: Bool = false) -> [UInt8] {
    var writer = JSONWriter(isPretty: isPretty)
    writer.object { writer in
      writer.member("format", format)
      writer.key("traces")
      writer.array(traces) { writer, trace in
        writer.object { write(trace, to: &$0) }
      }
    }
    return writer.bytes
  }

  /// Writes the members of one trace into an object that is open.
  package static func write(_ trace: Trace, to writer: inout JSONWriter) {
    writer.key("launch")
    write(trace.launch, to: &writer)
    writeMoments(trace, to: &writer)
    writer.key("tracks")
    writer.array(trace.tracks) { writer, track in
      writer.object {
        $0.member("id", track.id)
        $0.member("name", track.name)
        $0.member("process", track.process)
        $0.member("thread", track.thread)
        $0.member("parent", track.parent)
      }
    }
    writer.key("spans")
    writer.array(trace.spans) { writer, span in write(span, to: &writer) }
    writer.key("counters")
    writer.array(trace.counters) { writer, counter in
      writer.object {
        $0.member("track", counter.track)
        $0.member("name", counter.name)
        $0.member("unit", counter.unit)
        $0.key("samples")
        $0.array(counter.samples) { writer, sample in
          writer.array {
            $0.value(sample.at)
            $0.value(sample.value)
          }
        }
      }
    }
    writer.key("flows")
    writer.array(trace.flows) { writer, flow in
      writer.object {
        $0.member("from", flow.from)
        $0.member("to", flow.to)
      }
    }
    writer.key("plan")
    if let plan = trace.plan { write(plan, to: &writer) } else { writer.null() }
    writer.key("decision")
    if let decision = trace.decision { write(decision, to: &writer) } else { writer.null() }
    writer.key("stores")
    writer.array(trace.stores) { writer, store in write(store, to: &writer) }
    writer.key("problems")
    writer.array(trace.problems) { writer, problem in
      writer.object {
        $0.member("code", problem.code)
        $0.member("message", problem.message)
        $0.member("offset", problem.offset.map(Int64.init))
        $0.member("count", problem.count)
      }
    }
  }

  private static func write(_ launch: LaunchFacts, to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", launch.id)
      $0.member("app", launch.app)
      $0.member("version", launch.version)
      $0.member("build", launch.build)
      $0.member("kind", launch.kind.name)
      $0.member("reason", launch.reason.name)
      $0.member("startedAt", launch.startedAt.map(Timestamp.text))
      $0.member("outcome", launch.outcome.name)
      $0.member("diedIn", launch.diedIn)
      $0.key("excluded")
      $0.array(launch.excluded) { $0.value($1) }
      $0.key("source")
      $0.object {
        $0.member("format", launch.format)
        $0.member("tool", launch.tool)
      }
      $0.key("clock")
      $0.object {
        $0.member("zero", launch.zero)
        $0.member("uncertaintyNs", launch.zeroUncertainty)
      }
      $0.key("attributes")
      write(launch.attributes, to: &$0)
    }
  }

  private static func writeMoments(_ trace: Trace, to writer: inout JSONWriter) {
    writer.key("phases")
    writer.array(trace.phases) { writer, phase in
      writer.object {
        $0.member("name", phase.phase.name)
        $0.member("startNs", phase.start)
        $0.member("endNs", phase.end)
      }
    }
    writer.key("marks")
    writer.array(trace.marks) { writer, mark in
      writer.object {
        $0.member("name", mark.name)
        $0.member("atNs", mark.at)
        $0.member("track", mark.track)
      }
    }
    writer.key("screenEvents")
    writer.array(trace.screenEvents) { writer, event in
      writer.object {
        $0.member("atNs", event.at)
        $0.member("section", event.section)
        $0.member("shows", event.shows.name)
        $0.member("ageNs", event.age)
      }
    }
    writer.key("inputs")
    writer.array(trace.inputs) { writer, input in
      writer.object {
        $0.member("atNs", input.at)
        $0.member("servedNs", input.served)
      }
    }
  }

  private static func write(_ span: TraceSpan, to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", span.id)
      $0.member("track", span.track)
      $0.member("name", span.name)
      $0.member("category", span.category)
      $0.member("task", span.task)
      $0.member("startNs", span.start)
      $0.member("durationNs", span.duration)
      $0.member("outcome", span.outcome?.name)
      $0.key("args")
      write(span.arguments, to: &$0)
    }
  }

  private static func write(_ attributes: [TraceAttribute], to writer: inout JSONWriter) {
    writer.object { writer in
      for attribute in attributes {
        writer.key(attribute.name)
        switch attribute.value {
        case .text(let text): writer.value(text)
        // Beyond 53 bits a number would lose digits in a browser.
        case .integer(let value) where value.magnitude < 1 << 53: writer.value(value)
        case .integer(let value): writer.value("\(value)")
        case .real(let value): writer.value(value)
        case .flag(let flag): writer.value(flag)
        }
      }
    }
  }

  private static func write(_ plan: TracePlan, to writer: inout JSONWriter) {
    writer.object {
      $0.member("screen", plan.screen)
      $0.key("tasks")
      $0.array(plan.tasks) { writer, task in
        writer.object {
          $0.member("id", task.id)
          $0.member("name", task.name)
          $0.member("key", task.key)
          $0.member("group", task.group.name)
          $0.key("why")
          $0.array(task.why) { $0.value($1) }
          $0.key("needs")
          $0.array(task.needs) { $0.value($1) }
          $0.member("affinity", task.affinity.name)
          $0.member("policy", task.policy)
          $0.member("declaredAt", task.declaredAt)
          $0.member("outcome", task.outcome.name)
        }
      }
    }
  }

  private static func write(_ decision: TraceDecision, to writer: inout JSONWriter) {
    writer.object {
      $0.member("screen", decision.screen)
      $0.key("steps")
      $0.array(decision.steps) { writer, step in
        writer.object {
          $0.member("rule", step.rule)
          $0.member("input", step.input)
          $0.member("state", step.state.name)
          $0.member("source", step.source?.name)
          $0.member("ageNs", step.ageNanoseconds)
          $0.member("outcome", step.outcome.name)
        }
      }
    }
  }

  private static func write(_ store: TraceStore, to writer: inout JSONWriter) {
    writer.object {
      $0.member("name", store.name)
      $0.member("class", store.storeClass.name)
      $0.member("verdict", store.verdict.name)
      $0.member("expected", store.expected?.name)
      $0.member("detail", store.detail)
      $0.member("span", store.span)
      $0.key("steps")
      $0.array(store.steps) { writer, step in
        writer.object {
          $0.member("name", step.name)
          $0.member("durationNs", step.duration)
        }
      }
    }
  }
}
