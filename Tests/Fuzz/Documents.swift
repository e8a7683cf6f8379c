import LaunchJSON
import LaunchModel
import LaunchTraces

/// JSON texts, and the trace documents among them.
enum Target {
  static func look(_ input: [UInt8]) {
    let value: JSONValue
    do {
      value = try JSONReader.read(input)
    } catch {
      hold(error.offset <= input.count && error.line > 0 && error.column > 0, "a fault is nowhere")
      return
    }
    for isPretty in [false, true] {
      var writer = JSONWriter(isPretty: isPretty)
      writer.value(value)
      hold((try? JSONReader.read(writer.bytes)) == value, "a text changes when it is written again")
    }
    guard let traces = try? TraceDocument.read(value) else { return }
    for trace in traces { Shown.look(trace) }
  }
}
