import LaunchEngine
import LaunchModel

/// Carries the crash ladder out at the beginning of a launch.
///
/// A launch that has not got to its first content lies under the name of the spare, so the next one
/// finds it there without looking for it. Its crash is in the state file, on the disk, before
/// anything of this launch runs; only then is its file named, and a kill in between changes
/// nothing: a launch counts once.
final class LaunchLadder {
  private let folder: RecordingFolder
  private let stateFile: StateFile
  private let inputs: LaunchInputs
  /// What was found and done, for the recording; empty if there was nothing.
  private(set) var finding = ""

  init(folder: RecordingFolder, stateFile: StateFile, inputs: LaunchInputs) {
    self.folder = folder
    self.stateFile = stateFile
    self.inputs = inputs
  }

  /// What the history belongs to.
  static func build(of inputs: LaunchInputs) -> String { "\(inputs.version) (\(inputs.build))" }

  /// The ladder as the state has it; nil if it has none.
  static func inState(of inputs: LaunchInputs) -> CrashLadder? {
    guard case .value(let state) = inputs.state, let history = state.crashes else { return nil }
    return CrashLadder(history, build: build(of: inputs), now: inputs.now)
  }

  /// Takes in the launch that lies there, if there is one and it is over.
  ///
  /// - Returns: The ladder for this launch; nil if there is nothing on it.
  func climb() -> CrashLadder? {
    var ladder = Self.inState(of: inputs)
    guard let left = folder.abandonedRecording() else { return ladder }
    var step = LadderStep.noEvidence
    let recording = left.recording
    let isOfThisBuild =
      recording.appVersion == inputs.version && recording.appBuild == inputs.build
    do {
      if isOfThisBuild, CrashWitness.reachedContent(recording) {
        try CrashLadder.clear(in: stateFile, for: inputs)
        ladder?.reachedContent()
      } else if isOfThisBuild, let crash = CrashWitness.crash(in: recording, file: left.name) {
        ladder = try admit(crash, &step)
        finding = "\(left.name) crashed (\(crash.cause)): \(step.name)"
      }
    } catch {
      // The file stays where it is, so that the next launch finds it.
      finding = "the end of the last launch could not be written down: \(error)"
      return ladder
    }
    folder.settle(left, step)
    return ladder
  }

  private func admit(
    _ crash: CrashHistory.Crash, _ step: inout LadderStep
  ) throws(StateFileError) -> CrashLadder {
    let build = Self.build(of: inputs)
    let now = inputs.now
    var result = LadderStep.noEvidence
    let state = try stateFile.update { state in
      var ladder = CrashLadder(state.crashes, build: build, now: now)
      result = ladder.admit(crash)
      state.crashes = ladder.history
    }
    step = result
    return CrashLadder(state.crashes, build: build, now: now)
  }
}

extension CrashLadder {
  /// Climbs down after a launch that got to its first content, if there is anything to forget.
  static func clear(in stateFile: StateFile, for inputs: LaunchInputs) throws(StateFileError) {
    let build = LaunchLadder.build(of: inputs)
    guard case .value(let state) = stateFile.read(), let history = state.crashes,
      cleared(history, build, inputs.now) != history
    else { return }
    try stateFile.update { state in
      state.crashes = cleared(state.crashes, build, inputs.now)
    }
  }

  private static func cleared(
    _ history: CrashHistory?, _ build: String, _ now: Int64
  ) -> CrashHistory? {
    var ladder = CrashLadder(history, build: build, now: now)
    ladder.reachedContent()
    return ladder.history.isEmpty ? nil : ladder.history
  }
}

/// The tasks that the cached config switches off: a flag `off.TASK`, unless it is `false` or `0`.
struct KillSwitch {
  private var tasks: [String] = []
  private static let prefix = "off."

  init(_ inputs: LaunchInputs) {
    guard case .value(let state) = inputs.state else { return }
    state.forEachFlag { name, value in
      guard name.hasPrefix(Self.prefix), value != "false", value != "0" else { return }
      tasks.append(String(name.dropFirst(Self.prefix.count)))
    }
  }

  var isEmpty: Bool { tasks.isEmpty }

  func reason(against task: String) -> String? {
    tasks.contains(task) ? "the cached config switches it off" : nil
  }
}

/// The tasks that do not run this time, each with the reason.
///
/// A class, so that a launch in which there are none instantiates nothing for them.
final class Withheld {
  private(set) var tasks: [Int] = []
  private(set) var reasons: [Int: String] = [:]

  func add(_ task: Int, _ reason: String) {
    tasks.append(task)
    reasons[task] = reason
  }
}
