package import LaunchModel

/// The crash ladder: evidence, then blame, then quarantine of one task, then safe mode.
///
/// It is a value that takes the time as a parameter; who carries it out writes its history to disk
/// before the risk is taken. A launch that gets to its first content clears the count; quarantine
/// lasts until it is over or there is a new build.
package struct CrashLadder: Sendable, Equatable {
  /// What is kept from launch to launch.
  package private(set) var history: CrashHistory

  /// Takes up the history, as far as it is of this build and not over.
  ///
  /// - Parameters:
  ///   - history: What an earlier launch kept.
  ///   - build: The version and build that runs now.
  ///   - now: Wall-clock nanoseconds since 1970.
  package init(_ history: CrashHistory?, build: String, now: Int64) {
    guard let history, history.build == build else {
      self.history = CrashHistory(build: build)
      return
    }
    self.history = history
    let kept = history.quarantine.filter {
      let (age, overflow) = now.subtractingReportingOverflow($0.since)
      return !overflow && age < Limits.quarantine
    }
    // A clock that was set back must not keep a task in quarantine for as long as it was ahead.
    self.history.quarantine = kept.map {
      CrashHistory.Quarantine(task: $0.task, since: min($0.since, now))
    }
  }

  /// Takes in a launch of this build that crashed before its first content.
  ///
  /// The same launch counts once, however often it is taken in.
  ///
  /// - Returns: The step that follows.
  package mutating func admit(_ crash: CrashHistory.Crash) -> LadderStep {
    if !history.crashes.contains(where: { $0.recording == crash.recording }) {
      history.crashes.append(crash)
      if history.crashes.count > Limits.keptCrashes { history.crashes.removeFirst() }
      if let task = crash.task, blames(of: task) >= Limits.quarantineAfter, !isQuarantined(task) {
        history.quarantine.append(CrashHistory.Quarantine(task: task, since: crash.at))
      }
    }
    if isInSafeMode { return .safeMode }
    return crash.task.map(isQuarantined) == true ? .quarantined : .counted
  }

  /// A launch got to its first content.
  package mutating func reachedContent() {
    history.crashes = []
  }

  /// Whether this launch runs only what its screen cannot do without, and only if it is asked to.
  package var isInSafeMode: Bool { history.crashes.count >= Limits.safeModeAfter }

  /// Why a task is to be kept from running where the screen can do without it; nil if it is not.
  package func reason(against task: String) -> String? {
    guard isQuarantined(task) else { return nil }
    let causes = history.crashes.filter { $0.task == task }.map(\.cause)
    let because = causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))"
    return "it is in quarantine: launches of this build crashed in it\(because)"
  }

  private func isQuarantined(_ task: String) -> Bool {
    history.quarantine.contains { $0.task == task }
  }

  private func blames(of task: String) -> Int {
    history.crashes.count { $0.task == task }
  }
}
