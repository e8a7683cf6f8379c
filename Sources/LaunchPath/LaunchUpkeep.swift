import LaunchModel

/// The library's own deferred work: what a launch has to leave behind for the next one.
struct LaunchUpkeep: Sendable {
  let launch: Launch
  let decidedBy: String

  func run() {
    launch.recorder.recordKernelStart()
    keepState()
    RecordingFolder(path: launch.folders.recordings).prune(keep: Limits.keptRecordings)
  }

  /// Writes the install history and the target that no screen has shown, if they changed.
  private func keepState() {
    let inputs = launch.inputs
    if case .unavailable = inputs.state { return }
    var install = InstallHistory(
      installedAt: inputs.now, lastVersion: inputs.version, lastBuild: inputs.build)
    var pending: PendingTarget?
    if case .value(let state) = inputs.state {
      if let known = state.install { install.installedAt = known.installedAt }
      pending = state.pendingTarget
      let isShown = decidedBy == "target"
      if isShown { pending = nil }
      if !isShown, let target = inputs.target {
        pending = PendingTarget(url: target, askedAt: inputs.now)
      }
      if state.install == install && state.pendingTarget == pending { return }
    } else if decidedBy != "target", let target = inputs.target {
      pending = PendingTarget(url: target, askedAt: inputs.now)
    }
    do {
      try launch.stateFile.update { state in
        state.install = install
        state.pendingTarget = pending
      }
    } catch {
      launch.note("state file", error.description)
    }
  }
}
