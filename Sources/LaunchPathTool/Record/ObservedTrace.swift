import CPlatform
import Glibc
import LaunchModel
import LaunchTraces

extension Trace {
  /// A launch as it was observed from outside, joined with what the program recorded itself.
  init(
    _ observation: Observation, command: LaunchCommand, until: Until, recording: Recording?
  ) {
    let app = command.name
    if var recording {
      if recording.kernelStart == nil, let ticks = observation.atEntry?.startTicks, ticks > 0 {
        let resolution = UInt64(1_000_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK))))
        recording.kernelStart = (ticks * resolution, resolution)
      }
      self.init(recording)
      let shift = Trace.moment(observation.spawned, of: recording)
      addOutside(observation, shift: shift, mainTrack: "process")
      if until.isSeenFromOutside { markUntil(observation, at: shift, on: "process") }
    } else {
      let stamp = "\(app) \(observation.process) \(observation.spawned)"
      self.init(
        launch: LaunchFacts(
          id: Trace.identity(stamp), format: "launchpath.record/1",
          zero: "the moment before the process was spawned"))
      launch.app = app
      launch.kind = .cold
      launch.tool = "launchpath record"
      launch.startedAt = observation.wallClock
      launch.zeroUncertainty = 50_000
      addOutside(observation, shift: 0, mainTrack: "main")
      addOwnCode(observation)
    }
    marks.sort { $0.at < $1.at }
    launch.set("command", .text(command.arguments.joined(separator: " ")))
    describeEnd(observation)
  }

  private mutating func addOutside(
    _ observation: Observation, shift: Int64, mainTrack: String
  ) {
    tracks.append(
      TraceTrack(
        id: mainTrack, name: mainTrack == "main" ? "main" : "process creation",
        process: Int64(observation.process),
        thread: mainTrack == "main" ? Int64(observation.process) : nil))
    if let executed = observation.executed {
      addProcess("fork and exec", from: shift, to: shift + executed, on: mainTrack)
      var loading = executed
      if let resumed = observation.resumedAfterExecution {
        addHeld(from: shift + executed, to: shift + resumed, on: mainTrack)
        loading = resumed
      }
      if let entered = observation.entered {
        let count = observation.atEntry?.libraries.count ?? 0
        let name = count == 1 ? "load 1 library" : "load \(count) libraries"
        addProcess(name, from: shift + loading, to: shift + entered, on: mainTrack)
      }
      addEntry(observation, shift: shift, on: mainTrack)
    }
    if let facts = observation.atEntry {
      launch.set("librariesAtStart", .integer(Int64(facts.libraries.count)))
      launch.set("libraryBytesAtStart", .integer(facts.libraries.reduce(0) { $0 + $1.bytes }))
      launch.set("minorFaultsAtStart", .integer(facts.minorFaults))
      launch.set("majorFaultsAtStart", .integer(facts.majorFaults))
      launch.set("cpuAtStartNs", .integer(facts.cpuTime))
      launch.set("bytesReadAtStart", .integer(facts.bytesRead))
    }
    if let facts = observation.atExit {
      launch.set("libraries", .integer(Int64(facts.libraries.count)))
      launch.set("libraryBytes", .integer(facts.libraries.reduce(0) { $0 + $1.bytes }))
      launch.set("bytesRead", .integer(facts.bytesRead))
      launch.set("charactersRead", .integer(facts.charactersRead))
      let names = facts.libraries.compactMap { $0.path.split(separator: "/").last }
      launch.set("libraryNames", .text(names.joined(separator: " ")))
    }
    let used = observation.resources
    launch.set("minorFaults", .integer(used.minor_faults))
    launch.set("majorFaults", .integer(used.major_faults))
    launch.set("cpuNs", .integer(Int64(used.cpu_nanoseconds)))
    if let exited = observation.exited {
      launch.set("lifetimeNs", .integer(exited))
      launch.set("waitingNs", .integer(max(0, exited - Int64(used.cpu_nanoseconds))))
      if !observation.endedByUs {
        marks.append(TraceMark(name: LaunchMark.exit, at: shift + exited, track: mainTrack))
      }
    }
    launch.set("voluntarySwitches", .integer(used.voluntary_switches))
    launch.set("involuntarySwitches", .integer(used.involuntary_switches))
    if let bytes = observation.atExit?.largestResidentBytes {
      launch.set("maxResidentBytes", .integer(bytes))
    }
    launch.set("observedStopsNs", .integer(observation.stopped))
    if !observation.isTraced {
      note(
        "not-traced",
        "the system does not let programs be traced here: the libraries, and where "
          + "process creation ends, are unknown")
    }
  }

  /// The observer's stop at the first own instruction, and what ran before the program's recorder.
  private mutating func addEntry(_ observation: Observation, shift: Int64, on track: String) {
    guard let entered = observation.entered, let resumed = observation.resumedAfterEntry else {
      return
    }
    addHeld(from: shift + entered, to: shift + resumed, on: track)
    if let started = mark(LaunchMark.started), started > shift + resumed {
      addProcess("before LaunchPath", from: shift + resumed, to: started, on: track)
    }
  }

  /// The time in which the process stood still because it was observed: it did nothing.
  private mutating func addHeld(from start: Int64, to end: Int64, on track: String) {
    addProcess("held by the observer", from: start, to: end, on: track)
    spans[spans.count - 1].arguments = [TraceAttribute(name: "cpuNs", value: .integer(0))]
  }

  private mutating func addProcess(
    _ name: String, from start: Int64, to end: Int64, on track: String
  ) {
    spans.append(
      TraceSpan(
        id: "p\(spans.count)", track: track, name: name, category: SpanCategory.process.name,
        start: start, duration: max(0, end - start)))
  }

  private mutating func addOwnCode(_ observation: Observation) {
    let end = observation.until ?? observation.exited
    if let entered = observation.entered {
      marks.append(TraceMark(name: LaunchMark.started, at: entered, track: "main"))
      spans.append(
        TraceSpan(
          id: "p\(spans.count)", track: "main", name: "own code",
          category: SpanCategory.span.name, start: observation.resumedAfterEntry ?? entered,
          duration: end.map { max(0, $0 - (observation.resumedAfterEntry ?? entered)) },
          arguments: Self.ownCPUTime(observation)))
    }
    markUntil(observation, at: 0, on: "main")
    derivePhases()
  }

  /// The CPU time since the first own instruction, by which working is told from waiting.
  private static func ownCPUTime(_ observation: Observation) -> [TraceAttribute] {
    guard let before = observation.atEntry?.cpuTime else { return [] }
    let isOver = observation.until == nil && observation.exited != nil
    let used = isOver ? Int64(observation.resources.cpu_nanoseconds) : observation.cpuAtUntil
    return used.map { [TraceAttribute(name: "cpuNs", value: .integer(max(0, $0 - before)))] } ?? []
  }

  private mutating func markUntil(_ observation: Observation, at shift: Int64, on track: String) {
    guard let until = observation.until else { return }
    marks.append(TraceMark(name: LaunchMark.until, at: shift + until, track: track))
  }

  private mutating func describeEnd(_ observation: Observation) {
    if let status = observation.exitStatus {
      launch.set("exitStatus", .integer(Int64(status)))
      launch.set("processEnd", .text("ended"))
      // What failed was not what is to be measured: a misspelled command is no fast one.
      if status != 0 && !observation.endedByUs { launch.excluded.append("exit status \(status)") }
    }
    if let signal = observation.signal {
      launch.set("signal", .integer(Int64(signal)))
      launch.set("signalName", .text(SignalName.of(signal)))
    }
    if observation.endedByUs {
      launch.set("endedBy", .text("launchpath record"))
      launch.set("processEnd", .text("ended by launchpath record"))
    }
    if launch.outcome == .interactive || launch.outcome == .interrupted { return }
    if let signal = observation.signal, !observation.endedByUs {
      launch.outcome = SignalName.isCrash(signal) ? .crashed : .killed
    } else {
      launch.outcome = observation.timedOut ? .hung : .ended
    }
  }
}
