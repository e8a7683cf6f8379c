import LaunchModel

// What the program said of its spans, and how one leads to another.
extension RecordingTraceBuilder {
  /// What is said outside of any span is said of the launch.
  mutating func describe(_ entry: RecordingEntry, _ value: AttributeValue, of span: Int?) {
    let name = recording.name(entry.name)
    guard let span else { return set(name, value) }
    let index = argumentIndex[span, default: [:]][name] ?? trace.spans[span].arguments.count
    argumentIndex[span, default: [:]][name] = index
    if index < trace.spans[span].arguments.count {
      trace.spans[span].arguments[index].value = value
    } else {
      trace.spans[span].arguments.append(TraceAttribute(name: name, value: value))
    }
  }

  mutating func flow(_ entry: RecordingEntry, in span: Int?) {
    guard let span else {
      trace.note("flow-outside-span", "a flow begins or goes on outside of any span")
      return
    }
    if entry.kind == .flowOut {
      flowsOut[entry.a] = span
    } else {
      flowsIn.append((entry.a, span))
    }
  }

  /// The arrows: those that the program drew, and those from a task to one that needs its value.
  mutating func addFlows() {
    for (flow, to) in flowsIn {
      guard let from = flowsOut[flow] else {
        trace.note("unmatched-flow", "a span goes on with a flow whose beginning is not there")
        continue
      }
      trace.flows.append(TraceFlow(from: trace.spans[from].id, to: trace.spans[to].id))
    }
    addNeeds()
  }

  /// An arrow where a task's value went to a task on another thread.
  private mutating func addNeeds() {
    for task in trace.plan?.tasks ?? [] {
      guard let number = UInt16(task.id), let to = taskSpans[number] else { continue }
      for need in task.needs {
        guard let needed = UInt16(need), let from = taskSpans[needed],
          let end = trace.spans[from].end, end <= trace.spans[to].start,
          trace.spans[from].track != trace.spans[to].track
        else { continue }
        trace.flows.append(TraceFlow(from: trace.spans[from].id, to: trace.spans[to].id))
      }
    }
  }
}
