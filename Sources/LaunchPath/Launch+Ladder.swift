import CPlatform
import Glibc
import LaunchEngine
public import LaunchModel
import Synchronization

// What earlier crashes mean for this launch, and what it leaves for the next one.
extension Launch {
  /// Whether earlier launches of this build crashed so often that this one runs nothing before the
  /// person asks for it by ``retry()``; a screen that needs no task, such as a gate, is shown.
  public var isInSafeMode: Bool { ladder?.isInSafeMode == true }

  /// The crashes since a launch of this build last got to its first content, oldest first; for a
  /// report to whoever made the program.
  public var crashes: [CrashHistory.Crash] { ladder?.history.crashes ?? [] }

  var safeModeReason: String {
    let places = crashes.map { crash in
      crash.task.map { "\($0) (\(crash.cause))" } ?? crash.cause
    }
    return "the last \(crashes.count) launches of this build crashed before they showed anything: "
      + places.joined(separator: ", ")
  }

  /// The tasks that do not run this time although they could, and why.
  func withheld(from plan: Plan) -> Withheld? {
    let switchedOff = KillSwitch(inputs)
    if ladder == nil && switchedOff.isEmpty { return nil }
    let withheld = Withheld()
    for task in plan.dispensable() {
      let name = plan.tasks[task].name
      let reason =
        ladder?.reason(against: name) ?? switchedOff.reason(against: name)
        ?? (isInSafeMode ? "the launch is in safe mode" : nil)
      if let reason { withheld.add(task, reason) }
    }
    return withheld
  }

  /// Waits until there is content, and makes room for the recordings of later launches; off the
  /// launch path.
  func tidyRecordings() {
    let isWatched = program != nil
    if isWatched { waitForContent() }
    let folder = RecordingFolder(path: folders.recordings)
    recorder.nameFile()
    folder.prune(keep: Limits.keptRecordings, bytes: Limits.keptRecordingBytes)
    if hasOwnFolder {
      folder.leaveSpare(bytes: RecordingMapping.firstBytes, isWatched: isWatched)
    }
  }

  /// Waits for the first content, as long as a launch may last; then the ladder is climbed down.
  private func waitForContent() {
    var pause: UInt32 = 1_000
    let deadline = launchpath_now() + Limits.launchWatch
    while !progress.withLock(\.reachedContent) {
      if launchpath_now() > deadline || recorder.hasEnded { return }
      usleep(pause)
      pause = min(pause * 2, 200_000)
    }
    climbDown()
  }

  /// Forgets the crashes of earlier launches, if there are any and this one got to its content.
  func climbDown() {
    guard ladder != nil, progress.withLock(\.reachedContent) else { return }
    do {
      try CrashLadder.clear(in: stateFile, for: inputs)
    } catch {
      note("ladder", error.description)
    }
  }
}
