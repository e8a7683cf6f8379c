import LaunchModel

/// The moment from which a recording's times count, and how far it may be off.
struct RecordingZero {
  /// CLOCK_BOOTTIME, in nanoseconds.
  let time: UInt64
  /// Which moment it is, in words.
  let name: String
  /// How far it may be off, in nanoseconds; nil if nothing bounds it.
  let uncertainty: Int64?
  /// What was not believed, and why.
  let problems: [String]
  /// How old the process was then, in nanoseconds; nil if the moment is that of its creation.
  private(set) var age: Int64?

  /// A parent's stamp is believed only within the kernel's tick of this very process's start.
  ///
  /// The kernel's start time is cut to its clock tick, so the start lies within that tick. A stamp
  /// is taken a little before the process exists, hence one tick of room before it.
  ///
  /// The clock of a process that was made ahead starts when the person opens it.
  init(_ recording: Recording) {
    let created = Self.creation(recording)
    guard let activated = Self.activation(recording), activated >= created.time else {
      self = created
      return
    }
    self.init(activated, "when the process, made ahead, was opened", 0, created.problems)
    let (age, overflow) = activated.subtractingReportingOverflow(created.time)
    self.age = overflow ? nil : Int64(clamping: age)
  }

  /// The second launch entry of a process whose first one says that it was made ahead.
  private static func activation(_ recording: Recording) -> UInt64? {
    let launches = recording.threads.flatMap(\.entries).filter { $0.kind == .launch }
      .sorted { $0.time < $1.time }
    guard launches.count > 1,
      LaunchReason(rawValue: UInt8(truncatingIfNeeded: launches[0].b))?.isAhead == true
    else { return nil }
    return launches[1].time
  }

  private static func creation(_ recording: Recording) -> RecordingZero {
    let began = recording.clocks.boottime
    var problems: [String] = []
    if let stamp = recording.spawnedAt {
      if let start = recording.kernelStart {
        let earliest = start.time > start.resolution ? start.time - start.resolution : 0
        if (earliest...start.time + start.resolution).contains(stamp), stamp <= began {
          return RecordingZero(stamp, "the parent's stamp at spawn", 50_000, [])
        }
        problems.append("the parent's stamp is not of this process's start; it was not believed")
      } else {
        problems.append(
          "the process died before its start time was read, so the parent's stamp was not believed")
      }
    }
    // What the process had computed by then is the least that it had lived.
    var estimate = began > recording.cpuTime ? began - recording.cpuTime : 0
    guard let start = recording.kernelStart else {
      return RecordingZero(estimate, Self.estimated, nil, problems)
    }
    let clamped = min(max(estimate, start.time), min(start.time + start.resolution, began))
    let isClamped = clamped != estimate
    estimate = clamped
    return RecordingZero(
      estimate,
      "\(Self.estimated), \(isClamped ? "moved into" : "within") the kernel's tick",
      isClamped ? Int64(start.resolution) : 150_000, problems)
  }

  private static let estimated =
    "estimated, when the recorder began, less the CPU time used until then"

  private init(_ time: UInt64, _ name: String, _ uncertainty: Int64?, _ problems: [String]) {
    self.time = time
    self.name = name
    self.uncertainty = uncertainty
    self.problems = problems
  }

  /// How far away a moment can be: what lies between two of them has to be a time as well.
  static let farthest = Trace.farthestMoment / 2

  /// A moment after the zero, or before it; one that no process lived to see is as far away as can
  /// be.
  func relative(_ moment: UInt64) -> Int64 {
    max(-Self.farthest, min(Self.farthest, Int64(bitPattern: moment &- time)))
  }
}
