import LaunchInsights
import LaunchJSON
import LaunchModel
import LaunchTraces

/// What is done with every trace, wherever it comes from.
enum Shown {
  static func look(_ trace: Trace) {
    hold(!LaunchSentence(trace).text.isEmpty, "a launch is not told")
    hold(!Waterfall(trace, columns: 100, isColoured: false).text.isEmpty, "nothing is shown")
    if let target = trace.pathTarget, let path = CriticalPath.of(trace, to: target) {
      hold(path.steps.allSatisfy { $0.duration >= 0 }, "a step takes less than no time")
    }
    hold((try? JSONReader.read(ChromeWriter.write(trace))) != nil, "what Chrome gets is no JSON")
    let document = TraceDocument.write([trace])
    do {
      let again = try TraceDocument.read(try JSONReader.read(document))
      hold(again.count == 1, "a document lost its trace")
      hold(TraceDocument.write(again) == document, "a document changes when it is read")
    } catch {
      fatalError("a document that was written is not read: \(error)")
    }
    for span in trace.spans {
      hold(span.duration ?? 0 >= 0, "a span ends before it begins")
    }
  }
}
