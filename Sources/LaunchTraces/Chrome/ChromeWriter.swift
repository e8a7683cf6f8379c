import LaunchJSON
package import LaunchModel

/// Writes Chrome's Trace Event JSON, in the form that Perfetto, Chrome and speedscope read.
///
/// Sources: the Trace Event Format document, and what its readers really accept. Times are
/// microseconds with three decimals, relative to the launch's zero; spans of a thread nest there,
/// and others become asynchronous events with an id of their own.
package enum ChromeWriter {
  private static let process: Int64 = 1

  /// Writes a launch.
  package static func write(_ trace: Trace) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("displayTimeUnit", "ms")
      writer.key("otherData")
      writer.object {
        $0.member("launch", trace.launch.id)
        $0.member("zero", trace.launch.zero)
        $0.member("version", trace.launch.version)
      }
      writer.key("traceEvents")
      writer.array { writer in
        writeMetadata(trace, to: &writer)
        for event in events(of: trace) { event.write(&writer) }
      }
    }
    return writer.bytes
  }

  private struct Event {
    let at: Int64
    /// Among events of one time, what encloses comes first.
    let order: Int64
    let write: (inout JSONWriter) -> Void
  }

  private static func threads(of trace: Trace) -> [String: Int64] {
    var numbers: [String: Int64] = [:]
    for (index, track) in trace.tracks.enumerated() {
      numbers[track.id] = track.thread ?? Int64(index + 1)
    }
    return numbers
  }

  private static func writeMetadata(_ trace: Trace, to writer: inout JSONWriter) {
    writer.object {
      $0.member("ph", "M")
      $0.member("name", "process_name")
      $0.member("pid", process)
      $0.key("args")
      $0.object { $0.member("name", trace.launch.app ?? "launch") }
    }
    let numbers = threads(of: trace)
    for (index, track) in trace.tracks.enumerated() {
      for (kind, isName) in [("thread_name", true), ("thread_sort_index", false)] {
        writer.object {
          $0.member("ph", "M")
          $0.member("name", kind)
          $0.member("pid", process)
          $0.member("tid", numbers[track.id] ?? 0)
          $0.key("args")
          $0.object {
            if isName { $0.member("name", track.name) } else { $0.member("sort_index", index) }
          }
        }
      }
    }
  }

  private static func events(of trace: Trace) -> [Event] {
    let numbers = threads(of: trace)
    var events: [Event] = []
    let overlapping = overlappingSpans(trace)
    for span in trace.spans {
      let thread = numbers[span.track] ?? 0
      if overlapping.contains(span.id) {
        events += asynchronous(span, on: thread)
      } else {
        events.append(synchronous(span, on: thread))
      }
    }
    for mark in trace.marks {
      let thread = mark.track.flatMap { numbers[$0] } ?? 0
      events.append(
        Event(at: mark.at, order: .max) { writer in
          writer.object {
            head("i", mark.name, "mark", mark.at, thread, &$0)
            $0.member("s", "p")
          }
        })
    }
    for event in trace.screenEvents {
      let name = "\(event.section): \(event.shows.name)"
      events.append(
        Event(at: event.at, order: .max) { writer in
          writer.object {
            head("i", name, "screen", event.at, 0, &$0)
            $0.member("s", "p")
          }
        })
    }
    events += counters(trace, numbers) + flows(trace, numbers)
    return events.sorted { ($0.at, $0.order) < ($1.at, $1.order) }
  }

  private static func head(
    _ phase: String, _ name: String, _ category: String, _ at: Int64, _ thread: Int64,
    _ writer: inout JSONWriter
  ) {
    writer.member("ph", phase)
    writer.member("name", name)
    writer.member("cat", category)
    writer.member("pid", process)
    writer.member("tid", thread)
    writer.key("ts")
    writer.value(microseconds(at))
  }

  /// Exact: a number of nanoseconds has at most three decimals as microseconds.
  private static func microseconds(_ nanoseconds: Int64) -> JSONValue {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = nanoseconds < 0 ? "-" : ""
    guard rest != 0 else { return .number("\(sign)\(whole)") }
    let digits = "\(rest)"
    return .number("\(sign)\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits)")
  }

  private static func arguments(of span: TraceSpan, _ writer: inout JSONWriter) {
    writer.key("args")
    writer.object { writer in
      writer.member("span", span.id)
      if let task = span.task { writer.member("task", task) }
      if let outcome = span.outcome { writer.member("outcome", outcome.name) }
      for argument in span.arguments {
        switch argument.value {
        case .text(let text): writer.member(argument.name, text)
        case .integer(let value): writer.member(argument.name, "\(value)")
        case .real(let value):
          writer.key(argument.name)
          writer.value(value)
        case .flag(let flag): writer.member(argument.name, flag)
        }
      }
    }
  }

  private static func synchronous(_ span: TraceSpan, on thread: Int64) -> Event {
    Event(at: span.start, order: -(span.duration ?? .max)) { writer in
      writer.object {
        // A begin without an end is how the format says that something did not finish.
        head(span.duration == nil ? "B" : "X", span.name, span.category, span.start, thread, &$0)
        if let duration = span.duration {
          $0.key("dur")
          $0.value(microseconds(duration))
        }
        arguments(of: span, &$0)
      }
    }
  }

  private static func asynchronous(_ span: TraceSpan, on thread: Int64) -> [Event] {
    var events = [
      Event(at: span.start, order: -(span.duration ?? .max)) { writer in
        writer.object {
          head("b", span.name, span.category, span.start, thread, &$0)
          $0.member("id", span.id)
          arguments(of: span, &$0)
        }
      }
    ]
    if let end = span.end {
      events.append(
        Event(at: end, order: 0) { writer in
          writer.object {
            head("e", span.name, span.category, end, thread, &$0)
            $0.member("id", span.id)
          }
        })
    }
    return events
  }

  /// The spans that do not nest among those of their track.
  ///
  /// - Complexity: O(n log n).
  private static func overlappingSpans(_ trace: Trace) -> Set<String> {
    var overlapping: Set<String> = []
    var ends: [String: [Int64]] = [:]
    let sorted = trace.spans.sorted {
      ($0.start, -($0.duration ?? .max)) < ($1.start, -($1.duration ?? .max))
    }
    for span in sorted {
      let end = span.end ?? .max
      var stack = ends[span.track] ?? []
      while let last = stack.last, last <= span.start, last < end || last == span.start {
        stack.removeLast()
      }
      if let last = stack.last, last < end {
        overlapping.insert(span.id)
      } else {
        stack.append(end)
      }
      ends[span.track] = stack
    }
    return overlapping
  }

  private static func counters(_ trace: Trace, _ numbers: [String: Int64]) -> [Event] {
    trace.counters.flatMap { counter in
      counter.samples.map { sample in
        Event(at: sample.at, order: .max) { writer in
          writer.object {
            head("C", counter.name, "counter", sample.at, numbers[counter.track] ?? 0, &$0)
            $0.key("args")
            $0.object {
              $0.key(counter.unit.isEmpty ? "value" : counter.unit)
              $0.value(sample.value)
            }
          }
        }
      }
    }
  }

  private static func flows(_ trace: Trace, _ numbers: [String: Int64]) -> [Event] {
    var spans: [String: TraceSpan] = [:]
    for span in trace.spans { spans[span.id] = span }
    var events: [Event] = []
    for (index, flow) in trace.flows.enumerated() {
      guard let from = spans[flow.from], let to = spans[flow.to] else { continue }
      // A flow leaves within a slice, so at its last nanosecond.
      let leaves = from.end.map { max(from.start, $0 - 1) } ?? from.start
      for (phase, at, track) in [("s", leaves, from.track), ("f", to.start, to.track)] {
        events.append(
          Event(at: at, order: .max) { writer in
            writer.object {
              head(phase, "needs", "flow", at, numbers[track] ?? 0, &$0)
              $0.member("id", "\(index + 1)")
              if phase == "f" { $0.member("bp", "e") }
            }
          })
      }
    }
    return events
  }
}
