import Foundation
import LaunchInsights
import LaunchModel
import LaunchPath
import LaunchTraces
import TestSupport

/// Launches in a folder of their own of a program in which a deed is planted.
final class PlantedProgram {
  private let folder: TestFolder
  var root: String { folder.path }

  init() throws {
    folder = try TestFolder()
  }

  var recordings: String { root + "/state/recordings" }

  /// The files of the recordings there are.
  var files: Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: recordings)) ?? []
    return Set(names.map { recordings + "/" + $0 }.filter { !TraceFile.isUnusedSpare($0) })
  }

  /// Starts a launch.
  func start(
    _ deed: String, in task: String, build: String = "1", then: String = "go on"
  ) throws -> ChildProcess {
    try ChildProcess(
      builtProgram("TestWriter"), ["planted", root, task, deed, build, then],
      environment: ["SWIFT_BACKTRACE": "enable=no", "LAUNCHPATH_RECORDINGS": nil])
  }

  /// Launches to the end, and reads what was recorded.
  func launch(
    _ deed: String, in task: String, build: String = "1", then: String = "go on"
  ) throws -> PlantedLaunch {
    let process = try start(deed, in: task, build: build, then: then)
    let end = try process.wait()
    return try PlantedLaunch(
      process: process.id, end: end, output: process.output, trace: trace(of: process.id))
  }

  /// What the state file holds.
  func state() throws -> LaunchState {
    switch StateFile(path: root + "/state/state").inspect() {
    case .value(let state): state
    case .absent: LaunchState()
    case .unavailable(let reason): throw StateUnreadable(reason: reason)
    }
  }

  struct StateUnreadable: Error { let reason: String }

  /// The trace of a process's recording.
  func trace(of process: Int32) throws -> Trace {
    for file in files {
      let traces = try TraceFile.read(file)
      let number = AttributeValue.integer(Int64(process))
      if let trace = traces.first(where: { $0.launch[attribute: "process"] == number }) {
        return trace
      }
    }
    throw TraceFileError(
      code: .missing, path: recordings, detail: "process \(process) left no recording")
  }
}

/// What became of such a launch.
struct PlantedLaunch {
  let process: Int32
  let end: ChildProcess.End
  let output: String
  let trace: Trace

  var sentence: String { Self.sentence(of: trace) }

  static func sentence(of trace: Trace) -> String { LaunchSentence(trace).text }

  func outcome(of task: String) -> TaskOutcome? {
    trace.plan?.tasks.first { $0.name == task }?.outcome
  }
  var diedIn: String? { trace.spanOfDeath?.name }
  var processEnd: String? {
    if case .text(let end)? = trace.launch[attribute: "processEnd"] { end } else { nil }
  }
}

extension Trace {
  /// What the next launch made of it.
  var ladderStep: String? {
    if case .text(let step)? = launch[attribute: "ladderStep"] { step } else { nil }
  }
}
