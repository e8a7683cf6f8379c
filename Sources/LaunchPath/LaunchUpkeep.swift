import LaunchEngine
import LaunchModel

/// The library's own deferred work: what a launch has to leave behind for the next one.
struct LaunchUpkeep: Sendable {
  let launch: Launch
  /// What the rule of the target concluded, if it was evaluated.
  let target: RuleOutcome?

  /// - Parameter isDrawn: Whether the decided screen was drawn.
  func run(isDrawn: Bool) {
    launch.recorder.recordKernelStart()
    keepState(isDrawn: isDrawn)
    launch.tidyRecordings()
  }

  /// Writes the install history and the target that no screen has shown, if they change.
  private func keepState(isDrawn: Bool) {
    var expected: LaunchState
    switch launch.inputs.state {
    case .value(let state): expected = state
    case .absent: expected = LaunchState()
    case .unavailable: return
    }
    let isTargetDone = isTargetDone(isDrawn: isDrawn)
    let before = expected
    change(&expected, from: before, isTargetDone: isTargetDone)
    if expected == before { return }
    do {
      try launch.stateFile.update { change(&$0, from: before, isTargetDone: isTargetDone) }
    } catch {
      launch.note("state file", error.description)
    }
  }

  /// - Parameters:
  ///   - state: What the file holds now, which the program may have changed since.
  ///   - before: What it held when the launch began.
  ///   - isTargetDone: Whether the launch's target needs no other launch.
  private func change(_ state: inout LaunchState, from before: LaunchState, isTargetDone: Bool) {
    let inputs = launch.inputs
    state.install = InstallHistory(
      installedAt: state.install?.installedAt ?? inputs.now, lastVersion: inputs.version,
      lastBuild: inputs.build)
    // A target that was put there in the meantime is another one.
    guard state.pendingTarget == before.pendingTarget else { return }
    if isTargetDone {
      state.pendingTarget = nil
    } else if let target = inputs.target {
      state.pendingTarget = PendingTarget(url: target, askedAt: inputs.now)
    }
  }

  /// Whether the target was shown, leads nowhere, or is too old: a gate or sign-in keeps it.
  private func isTargetDone(isDrawn: Bool) -> Bool {
    switch target {
    case .chose: isDrawn
    case .malformed, .tooOld: true
    case .passed, .unavailable, nil: false
    }
  }
}
