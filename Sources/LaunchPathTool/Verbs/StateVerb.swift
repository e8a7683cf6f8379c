import LaunchEngine
import LaunchInsights
import LaunchModel
import LaunchPath
import LaunchTraces

let stateVerb = Verb(
  name: "state", operands: "show FILE",
  summary: "Says what a state file holds, without touching it.",
  flags: []
) { invocation in
  guard invocation.operands.first == "show" else {
    throw ToolError(.usage, "launchpath state show FILE is the only form")
  }
  guard invocation.operands.count == 2 else {
    throw ToolError(.usage, "state show wants one file")
  }
  let path = invocation.operands[1]
  switch StateFile(path: path).inspect() {
  case .value(let state): try Output.answer(StateText(state).text)
  case .absent: throw ToolError(.unreadable, "\(path) does not exist")
  case .unavailable(let reason): throw ToolError(.unreadable, "\(path): \(reason)")
  }
  return .done
}

/// A state as text.
private struct StateText {
  private let state: LaunchState
  private let now = WallClock.now()

  init(_ state: LaunchState) {
    self.state = state
  }

  private func moment(_ time: Int64) -> String {
    let age = now - time
    return Timestamp.text(time)
      + (age >= 0 ? ", \(LaunchSentence.time(age)) ago" : ", in the future: the clock was set back")
  }

  var text: String {
    var lines = ["generation     \(state.generation)"]
    let session = state.session.map { "\($0.account), since \(moment($0.signedInAt))" }
    lines.append("session        \(session ?? "nobody is signed in")")
    lines.append("config         \(state.config.map { moment($0.fetchedAt) } ?? "none")")
    if let config = state.config {
      lines.append("  minimum      \(config.minimumVersion ?? "none")")
      lines.append("  maintenance  \(config.maintenance?.message ?? "none")")
      for (name, value) in config.flags {
        lines.append("  flag         \(name) = \(value)")
      }
    }
    let saved = state.savedScreen.map {
      "\($0.name), \($0.content.count) bytes, \(moment($0.savedAt))"
    }
    lines.append("saved screen   \(saved ?? "none")")
    let target = state.pendingTarget.map { "\($0.url), \(moment($0.askedAt))" }
    lines.append("pending target \(target ?? "none")")
    let install = state.install.map {
      "\($0.lastVersion) (\($0.lastBuild)) ran last; installed \(moment($0.installedAt))"
    }
    lines.append("install        \(install ?? "unknown")")
    for (name, store) in state.stores {
      lines.append(
        "store          \(name): version \(store.schemaVersion) expected by build \(store.build)")
    }
    lines += ladder
    return lines.joined(separator: "\n")
  }

  /// The crash ladder: the crashes in a row, the tasks in quarantine, and what follows.
  private var ladder: [String] {
    guard let history = state.crashes else { return ["crash ladder   no launch crashed early"] }
    let ladder = CrashLadder(history, build: history.build, now: now)
    let crashes = ladder.history.crashes
    let next = ladder.isInSafeMode ? "; the next launch is in safe mode" : ""
    var lines = ["crash ladder   \(crashes.count) in a row of \(history.build)\(next)"]
    for crash in crashes {
      lines.append(
        "  crash        \(crash.task ?? "no task") (\(crash.cause)), \(moment(crash.at)): "
          + crash.recording)
    }
    for quarantine in ladder.history.quarantine {
      lines.append("  quarantine   \(quarantine.task), since \(moment(quarantine.since))")
    }
    return lines
  }
}
