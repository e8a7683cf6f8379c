import CPlatform
import Glibc

/// What was seen of one launch from outside; times are nanoseconds after the spawn.
struct Observation {
  var process: pid_t = 0
  /// CLOCK_BOOTTIME at the spawn.
  var spawned: UInt64 = 0
  var wallClock: Int64 = 0
  var executed: Int64?
  /// When it went on after the stop at its new image.
  var resumedAfterExecution: Int64?
  var entered: Int64?
  /// When it went on after the stop at its first own instruction.
  var resumedAfterEntry: Int64?
  var atEntry: ProcessFacts?
  var atExit: ProcessFacts?
  var until: Int64?
  /// The CPU time that it had used by then, in nanoseconds.
  var cpuAtUntil: Int64?
  var exited: Int64?
  var exitStatus: Int32?
  var signal: Int32?
  var endedByUs = false
  var timedOut = false
  var isTraced = false
  /// The time that the process stood still because it was observed.
  var stopped: Int64 = 0
  var resources = launchpath_resources()
  var output: [UInt8] = []
}

/// A program that is started under observation, and the loop that watches it.
struct LaunchedProcess {
  private let command: LaunchCommand
  private let recordings: String
  private let until: Until
  private let timeout: Int64
  private let childEvents: Int32
  private static let mostOutput = 64 * 1024
  private static let graceNanoseconds: Int64 = 2_000_000_000

  init(
    command: LaunchCommand, recordings: String, until: Until, timeout: Duration, childEvents: Int32
  ) {
    self.command = command
    self.recordings = recordings
    self.until = until
    self.childEvents = childEvents
    self.timeout = timeout.components.seconds * 1_000_000_000
  }

  /// Launches the program once, and waits until it was watched to its end.
  ///
  /// - Throws: ``ToolError`` if it does not start.
  func observe() throws(ToolError) -> Observation {
    var observation = Observation()
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else {
      throw ToolError(.impossible, "no pipe for the program's output: \(Output.reason())")
    }
    defer { close(ends[0]) }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    observation.wallClock = Self.wallClock()
    let started = spawn(output: ends[1], &observation)
    let number = errno
    close(ends[1])
    guard started != LAUNCHPATH_SPAWN_FAILED else {
      throw ToolError(.impossible, command.reason(number))
    }
    observation.isTraced = started == LAUNCHPATH_SPAWN_TRACED
    if !observation.isTraced { observation.executed = now(observation) }
    try watch(&observation, output: ends[0])
    return observation
  }

  private static func wallClock() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private func spawn(output: Int32, _ observation: inout Observation) -> launchpath_spawn {
    let own = ["LAUNCHPATH_SPAWNED_AT=", "LAUNCHPATH_RECORDINGS="]
    var variables: [String] = []
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let variable = unsafe String(cString: text)
      if !own.contains(where: variable.hasPrefix) { variables.append(variable) }
      unsafe entry += 1
    }
    variables.append("LAUNCHPATH_RECORDINGS=\(recordings)")
    // Proof: the copies are made here, used by the call alone, and freed after it; the stamp's copy
    // has 24 zeros of room for its at most 20 digits.
    let stamp = unsafe strdup("LAUNCHPATH_SPAWNED_AT=" + String(repeating: "0", count: 24))!
    var environment = unsafe variables.map { unsafe strdup($0) } + [stamp, nil]
    var arguments = unsafe command.arguments.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe (environment + arguments).forEach { unsafe free($0) }
    }
    var process: pid_t = 0
    var spawned: UInt64 = 0
    let result = unsafe launchpath_spawn_observed(
      command.path, &arguments, &environment, stamp + "LAUNCHPATH_SPAWNED_AT=".utf8.count, output,
      output,
      &process, &spawned)
    let number = errno
    observation.process = process
    observation.spawned = spawned
    errno = number
    return result
  }

  private func now(_ observation: Observation) -> Int64 {
    Int64(launchpath_now() &- observation.spawned)
  }

  /// Where the process stands on its way to its first own instruction.
  private enum Stage {
    case beforeImage
    case beforeEntry(address: UInt64, saved: Int)
    case ownCode
  }

  /// Takes in that the process stands still, and lets it go on.
  private func pass(_ observation: inout Observation, _ stage: inout Stage, signal: Int32) {
    let at = now(observation)
    switch stage {
    case .beforeImage where signal == SIGTRAP:
      observation.executed = at
      _ = launchpath_trace_exit(observation.process)
      let address = launchpath_entry_address(observation.process)
      var saved = 0
      let isSet = unsafe address != 0 && launchpath_break_at(observation.process, address, &saved)
      stage = isSet ? .beforeEntry(address: address, saved: saved) : .ownCode
      resume(&observation, 0, since: at)
      observation.resumedAfterExecution = now(observation)
    case .beforeEntry(let address, let saved)
    where signal == SIGTRAP && launchpath_unbreak(observation.process, address, saved):
      observation.entered = at
      observation.atEntry = ProcessFacts(process: observation.process)
      stage = .ownCode
      resume(&observation, 0, since: at)
      observation.resumedAfterEntry = now(observation)
    default: resume(&observation, signal, since: at)
    }
  }

  private func resume(_ observation: inout Observation, _ signal: Int32, since: Int64) {
    launchpath_resume(observation.process, signal)
    observation.stopped += now(observation) - since
  }

  private func end(
    _ observation: inout Observation, _ change: launchpath_change, _ value: Int32, at: Int64
  ) {
    if change == LAUNCHPATH_CHANGE_EXITED { observation.exitStatus = value }
    if change == LAUNCHPATH_CHANGE_SIGNALED { observation.signal = value }
    if observation.exited == nil { observation.exited = at }
  }

  // MARK: - The loop

  /// Watches the process to its end, which comes at the latest soon after the timeout.
  ///
  /// - Throws: ``ToolError`` if this program is told to end; the process is gone then, too.
  private func watch(_ observation: inout Observation, output: Int32) throws(ToolError) {
    let watcher = UntilWatcher(until, recordings: recordings, process: observation.process)
    var stage = observation.isTraced ? Stage.beforeImage : .ownCode
    var endingSince: Int64?
    var isToldToEnd = false
    while !look(&observation, &stage) {
      var files = [
        pollfd(fd: childEvents, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      ]
      _ = unsafe poll(&files, 2, watcher.pollMilliseconds)
      if launchpath_drain_child_events(childEvents) { isToldToEnd = true }
      let isNew = drain(output, &observation)
      let at = now(observation)
      if isToldToEnd {
        kill(-observation.process, SIGKILL)
      } else if let since = endingSince {
        if at - since > Self.graceNanoseconds { kill(-observation.process, SIGKILL) }
      } else {
        if watcher.isReached(output: observation.output, isNew: isNew) {
          observation.until = at
          observation.cpuAtUntil = Int64(launchpath_process_cpu_time(observation.process))
        } else if at > timeout {
          observation.timedOut = true
        } else {
          continue
        }
        endingSince = at
        observation.endedByUs = true
        kill(-observation.process, SIGTERM)
      }
    }
    guard !isToldToEnd else {
      throw ToolError(.impossible, "told to end; nothing is kept of this launch")
    }
    // Its last words may be the ones that were waited for.
    if drain(output, &observation), observation.until == nil, !observation.timedOut,
      watcher.isReached(output: observation.output, isNew: true)
    {
      observation.until = observation.exited
    }
  }

  /// Takes in what changed of the process.
  ///
  /// - Returns: Whether it is gone.
  private func look(_ observation: inout Observation, _ stage: inout Stage) -> Bool {
    while true {
      var value: Int32 = 0
      let change = unsafe launchpath_wait(
        observation.process, true, &value, &observation.resources)
      let at = now(observation)
      switch change {
      case LAUNCHPATH_CHANGE_NONE: return false
      case LAUNCHPATH_CHANGE_STOPPED: pass(&observation, &stage, signal: value)
      case LAUNCHPATH_CHANGE_EXITING:
        observation.exited = at
        observation.atExit = ProcessFacts(process: observation.process)
        resume(&observation, 0, since: at)
      default:
        end(&observation, change, value, at: at)
        // What the program left behind in its group goes with it.
        kill(-observation.process, SIGKILL)
        return true
      }
    }
  }

  /// Takes in what the program wrote.
  ///
  /// - Returns: Whether there was anything.
  private func drain(_ file: Int32, _ observation: inout Observation) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    var isNew = false
    while true {
      let count = unsafe read(file, &chunk, chunk.count)
      if count <= 0 { return isNew }
      isNew = true
      // The end of the output is what tells why something failed.
      observation.output += chunk[..<count]
      let excess = observation.output.count - Self.mostOutput
      if excess > 0 { observation.output.removeFirst(excess) }
    }
  }
}
