import CHarness
import Foundation

/// A program with its arguments, and what ends a measurement of it.
struct Candidate {
  var name: String
  var path: String
  var arguments: [String] = []
  var environment: [String: String] = [:]
  /// The output at which the program has done what is measured; nil for its end.
  var marker: String?
  /// What else the output has to hold.
  var expects: String?
  /// The only processor that it may use.
  var processor: Int32 = -1
  /// Whether the program prints its own nanoseconds, the first number of each line.
  var isSelfTimed = false
  /// What is put right before each start, outside the measurement.
  var prepare: () throws -> Void = {}
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// Measurements in nanoseconds.
struct Samples {
  var values: [Double] = []

  var median: Double { quantile(0.5) }
  var p90: Double { quantile(0.9) }

  func quantile(_ fraction: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, Int(fraction * Double(sorted.count)))]
  }
}

/// Starts each candidate in turn, round after round; the first two rounds warm up and do not count.
func interleaved(rounds: Int, _ candidates: [Candidate]) throws -> [Samples] {
  var samples = [Samples](repeating: Samples(), count: candidates.count)
  for round in 0..<rounds + 2 {
    for (index, candidate) in candidates.enumerated() {
      let value = try measure(candidate)
      if round >= 2 { samples[index].values.append(value) }
    }
  }
  return samples
}

func measure(_ candidate: Candidate) throws -> Double {
  let (nanoseconds, output) = try start(candidate)
  guard candidate.isSelfTimed else { return nanoseconds }
  guard let value = numbers(in: output).first?.first else {
    throw Failure(description: "\(candidate.name) printed no number: \(output.prefix(200))")
  }
  return value
}

/// The numbers of each line that a self-timed program prints.
func lines(of candidate: Candidate) throws -> [[Double]] {
  numbers(in: try start(candidate).output)
}

/// Lines of a name and a number.
func named(of candidate: Candidate) throws -> [(String, Double)] {
  try start(candidate).output.split(separator: "\n").compactMap { line in
    let words = line.split(separator: " ")
    guard words.count == 2, let value = Double(words[1]) else { return nil }
    return (String(words[0]), value)
  }
}

private func numbers(in output: String) -> [[Double]] {
  output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
}

private func start(_ candidate: Candidate) throws -> (nanoseconds: Double, output: String) {
  try candidate.prepare()
  var room = [CChar](repeating: 0, count: 65536)
  var result = harness_result()
  var environment = ProcessInfo.processInfo.environment.filter { $0.key == "HOME" }
  environment["PATH"] = "/usr/bin:/bin"
  environment.merge(candidate.environment) { $1 }
  var arguments = ([candidate.path] + candidate.arguments).map { strdup($0) } + [nil]
  var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for text in arguments + variables { free(text) } }
  let status = room.withUnsafeMutableBufferPointer { room in
    result.output = room.baseAddress
    result.capacity = room.count
    return harness_run(
      candidate.path, &arguments, &variables, candidate.marker, candidate.processor, &result)
  }
  guard status == 0 else {
    throw Failure(description: "\(candidate.path): \(String(cString: strerror(status)))")
  }
  let bytes = room.prefix(result.count).map { UInt8(bitPattern: $0) }
  let output = String(decoding: bytes, as: UTF8.self)
  let isDone = candidate.marker == nil ? result.status == 0 : result.is_marker_seen
  guard isDone, candidate.expects.map({ output.contains($0) }) ?? true else {
    throw Failure(
      description: "\(candidate.name) ended with status \(result.status) and said: "
        + output.prefix(400))
  }
  return (Double(result.nanoseconds), output)
}
