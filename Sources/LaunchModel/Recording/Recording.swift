/// What a recording holds, as it lies in the file: nothing interpreted, nothing hidden.
public struct Recording: Sendable {
  /// The process.
  public var process: UInt32
  /// CLOCK_BOOTTIME, CLOCK_MONOTONIC and CLOCK_REALTIME at one moment near the beginning, in
  /// nanoseconds.
  public var clocks: (boottime: UInt64, monotonic: UInt64, realtime: UInt64)
  /// The process's CPU time at that moment, in nanoseconds.
  public var cpuTime: UInt64
  /// The parent's stamp, or nil.
  public var spawnedAt: UInt64?
  /// The kernel's start time of the process, in nanoseconds since boot, and how coarse it is.
  public var kernelStart: (time: UInt64, resolution: UInt64)?
  /// The program's name.
  public var app: String
  /// Its version.
  public var appVersion: String
  /// Its build.
  public var appBuild: String
  /// How the process ended, by its own word.
  public var end: RecordingEnd
  /// When it said so.
  public var endedAt: UInt64?
  /// The fatal signal of which it died.
  public var crash: RecordingCrash?
  /// The status and the thread with which it called exit.
  public var exit: (status: Int32, thread: UInt32)?
  /// What the process had used when its recorder began; nil if nobody looked.
  public var factsAtStart: RecordingFacts?
  /// The same at its first frame.
  public var factsAtFirstFrame: RecordingFacts?
  /// What the launch after it made of its end.
  public var ladderStep: LadderStep
  /// The entries that found no room.
  public var droppedEntries: Int
  /// The names that found no room.
  public var droppedNames: Int
  /// The threads, in the order in which they wrote their first entry.
  public var threads: [RecordingThread]
  /// What the reader met and did not hide.
  public var problems: [TraceProblem]

  var names: [UInt32: String]

  /// The name that an entry refers to; empty for the name 0, a placeholder text if it is missing.
  public func name(_ id: UInt32) -> String {
    if id == 0 { return "" }
    return names[id] ?? "name \(id) is missing"
  }
}

/// What a process had used at a moment of its launch, by its own look.
public struct RecordingFacts: Sendable, Hashable {
  /// The shared objects, without the program itself.
  public var libraries: Int64
  /// Their bytes, as they are mapped.
  public var libraryBytes: Int64
  /// The faults that needed no disk.
  public var minorFaults: Int64
  /// The faults that needed a disk.
  public var majorFaults: Int64
  /// The bytes that were read from a disk.
  public var bytesRead: Int64
  /// The CPU time, in nanoseconds.
  public var cpuTime: Int64
}

/// A fatal signal, as its handler wrote it down.
public struct RecordingCrash: Sendable, Hashable {
  /// The signal.
  public var signal: Int32
  /// What the kernel says of its cause (sigaction(2)): above zero if the thread did it itself.
  public var code: Int32
  /// The thread.
  public var thread: UInt32
  /// The address at which a fault happened; 0 if there was none.
  public var address: UInt64
  /// CLOCK_BOOTTIME in nanoseconds.
  public var time: UInt64
}

/// The entries of one thread.
public struct RecordingThread: Sendable {
  /// The thread's id.
  public var id: UInt32
  /// Its name.
  public var name: String
  /// Its entries, in the order in which it wrote them.
  public var entries: [RecordingEntry]
  /// Where entries are missing that newer ones have overwritten, and how many.
  public var gap: RecordingGap?
}

/// Entries that newer ones of the same thread have overwritten.
public struct RecordingGap: Sendable, Hashable {
  /// The index of the first entry after them.
  public var index: Int
  /// How many they were.
  public var count: Int
}

/// Why a file cannot be read as a recording at all.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Code: Sendable, Hashable {
    /// It does not begin as a recording does.
    case notARecording
    /// It is a recording of a version that this code does not know.
    case foreignVersion
    /// It ends within its own header.
    case truncated
  }

  /// What kind of failure it is.
  public var code: Code
  /// What was found, in words.
  public var description: String
}
