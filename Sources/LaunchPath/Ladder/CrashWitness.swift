import CPlatform
import Glibc
import LaunchModel

/// What the recording of a launch that is over proves.
enum CrashWitness {
  /// The crash of a launch before its first content; nil if the recording proves none.
  ///
  /// A fatal signal is proof, and so is an exit with a status that tells of a failure. A process
  /// that is gone without a word was killed, by whomever: that proves nothing.
  ///
  /// - Parameters:
  ///   - recording: What the launch left.
  ///   - file: The name of the file.
  /// - Returns: The crash, with the task to blame if one was running.
  static func crash(in recording: Recording, file: String) -> CrashHistory.Crash? {
    let cause: String
    let thread: UInt32
    if let crash = recording.crash, SignalName.isCrash(crash.signal) {
      cause = SignalName.of(crash.signal)
      thread = crash.thread
    } else if recording.end == .failed, let exit = recording.exit {
      cause = "exit status \(exit.status)"
      thread = exit.thread
    } else {
      return nil
    }
    if reachedContent(recording) { return nil }
    return CrashHistory.Crash(
      recording: file, task: task(on: thread, in: recording), cause: cause,
      at: Int64(clamping: recording.clocks.realtime))
  }

  /// Whether the launch got to its first content.
  ///
  /// A program that never says what its screen shows has it when it is interactive; of any other
  /// that is not enough, as a skeleton takes input too.
  static func reachedContent(_ recording: Recording) -> Bool {
    let entries = recording.threads.flatMap(\.entries)
    func mark(_ name: String) -> RecordingEntry? {
      entries.first { $0.kind == .mark && recording.name($0.name) == name }
    }
    if mark(LaunchMark.firstContent) != nil { return true }
    guard let interactive = mark(LaunchMark.interactive) else { return false }
    return !entries.contains { $0.kind == .screenEvent && $0.time <= interactive.time }
  }

  /// The task that is open on a thread.
  private static func task(on thread: UInt32, in recording: Recording) -> String? {
    var open: [RecordingEntry] = []
    for entry in recording.threads.first(where: { $0.id == thread })?.entries ?? [] {
      if entry.kind == .begin { open.append(entry) }
      if entry.kind == .end { _ = open.popLast() }
    }
    return open.last { $0.task != RecordingEntry.noTask }.map { recording.name($0.name) }
  }

  /// Whether the process of a recording is over.
  static func isOver(_ recording: Recording) -> Bool {
    if recording.crash != nil || recording.end != .none { return true }
    guard let process = pid_t(exactly: recording.process), process > 0 else { return true }
    guard let bytes = try? Files.read("/proc/\(process)/stat", limit: 4096),
      let ticks = Recorder.startTicks(bytes)
    else { return kill(process, 0) != 0 && errno == ESRCH }
    // A zombie only waits for its parent to look at it.
    if Recorder.isZombie(bytes) { return true }
    // Another process with this number can only have begun after the recording.
    let perSecond = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    return ticks * (1_000_000_000 / perSecond) > recording.clocks.boottime
  }
}
