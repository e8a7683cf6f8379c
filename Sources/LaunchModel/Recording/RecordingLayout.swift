/// Where everything lies in a recording, version 1.
///
/// A recording is one file of one process, written through a mapping while the process runs:
///
///     header | names | segment 0 | segment 1 | …
///
/// All numbers are little-endian. A segment belongs to one thread and holds entries of one size.
/// An entry exists once the count of its segment includes it, and a name once the header's count
/// of name bytes includes it; both counts are stored last, so what they cover is whole however the
/// process ended. In a segment that goes round, the place of the next entry is the oldest one's,
/// which may be half overwritten and counts as gone.
public enum RecordingLayout {
  /// The first eight bytes.
  public static let magic: UInt64 = 0x4452_4F43_4552_504C  // "LPRECORD"
  /// The version that this code writes and reads.
  public static let version: UInt32 = 1
  /// The end of a recording's file name.
  public static let fileExtension = "lprec"
  /// The name of the file that a launch leaves for the next one: a recording that was not begun,
  /// or one whose process has not come to name it yet.
  @inlinable public static var spareName: String { "spare.lprec" }

  /// The size of the header; the first names share its page, because a launch pays for each page
  /// that it touches.
  public static let headerBytes = 256
  /// The size of the names; with the header they fill 64 KB.
  public static let nameBytes = 64 * 1024 - headerBytes
  /// The size of a segment.
  public static let segmentBytes = 64 * 1024
  /// The size of a segment's own header.
  public static let segmentHeaderBytes = 64
  /// The size of an entry.
  public static let entryBytes = 32
  /// The largest number of segments.
  public static let maximumSegments = 64
  /// The longest name, in bytes; what is longer is cut.
  public static let longestName = 1024
  /// The number of entries in a segment.
  public static let entriesPerSegment = (segmentBytes - segmentHeaderBytes) / entryBytes
  /// What stands in a segment's header once a thread has it.
  public static let segmentMagic: UInt32 = 0x4745_5350  // "PSEG"

  /// Where a segment begins.
  public static func segmentOffset(_ index: Int) -> Int {
    headerBytes + nameBytes + index * segmentBytes
  }

  /// The offsets of the header's fields.
  public enum Header {
    /// The magic number, 8 bytes.
    public static let magic = 0
    /// The version, 4.
    public static let version = 8
    /// The size of the header, 4.
    public static let headerBytes = 12
    /// The size of the names, 4.
    public static let nameBytes = 16
    /// The size of a segment, 4.
    public static let segmentBytes = 20
    /// The process, 4.
    public static let process = 24
    /// CLOCK_BOOTTIME at the beginning, in nanoseconds, 8.
    public static let boottime = 32
    /// CLOCK_MONOTONIC at the same moment, 8.
    public static let monotonic = 40
    /// CLOCK_REALTIME at the same moment, 8.
    public static let realtime = 48
    /// The process's CPU time at the beginning, in nanoseconds, 8.
    public static let cpuTime = 56
    /// The parent's stamp, CLOCK_BOOTTIME in nanoseconds, 8; 0 if there was none.
    public static let spawnedAt = 64
    /// The kernel's start time of the process, in ticks since boot, 8; 0 until it was read.
    public static let kernelStartTicks = 72
    /// Ticks a second, 4.
    public static let ticksPerSecond = 80
    /// The name of the program, 4.
    public static let app = 84
    /// The name of its version, 4.
    public static let appVersion = 88
    /// The name of its build, 4.
    public static let appBuild = 92
    /// How the process ended, 4: a ``RecordingEnd``.
    public static let end = 96
    /// The number of name bytes in use, 4; stored last.
    public static let namesUsed = 100
    /// The number of segments in use, 4.
    public static let segmentsUsed = 104
    /// The number of entries that found no room, 4.
    public static let droppedEntries = 108
    /// The number of names that found no room, 4.
    public static let droppedNames = 112
    /// The process that took a spare file for this recording, 4; 0 if it was no spare.
    public static let claimed = 116
    /// CLOCK_BOOTTIME at the clean end, 8; 0 before.
    public static let endedAt = 120
    /// What a fatal signal left, 32: see ``Crash``.
    public static let crash = 128
    /// The status with which the process called exit, 4.
    public static let exitStatus = 160
    /// The thread that called it, 4; 0 if none did.
    public static let exitThread = 164
    /// What the process had used when its recorder began, 40: see ``Facts``.
    public static let factsAtStart = 176
    /// The same at its first frame, 40.
    public static let factsAtFirstFrame = 216
    /// What the next launch made of it, 4: a ``LadderStep``.
    public static let ladderStep = 168
  }

  /// The offsets of the fields of what a process had used, from their beginning.
  public enum Facts {
    /// The shared objects, 4; 0 if nobody looked.
    public static let libraries = 0
    /// The faults that needed no disk, 4.
    public static let minorFaults = 4
    /// The faults that needed a disk, 4.
    public static let majorFaults = 8
    /// The bytes of the shared objects as they are mapped, 8.
    public static let libraryBytes = 16
    /// The bytes that were read from a disk, 8.
    public static let bytesRead = 24
    /// The CPU time, in nanoseconds, 8.
    public static let cpuTime = 32
  }

  /// The offsets of the fields of what a fatal signal left.
  public enum Crash {
    /// The signal, 4; 0 if there was none; stored last.
    public static let signal = Header.crash
    /// The thread that it killed, 4.
    public static let thread = Header.crash + 4
    /// The signal's code (sigaction(2)), 4.
    public static let code = Header.crash + 8
    /// The address at which a fault happened, 8.
    public static let address = Header.crash + 16
    /// CLOCK_BOOTTIME in nanoseconds, 8.
    public static let time = Header.crash + 24
  }

  /// The offsets of the fields in a segment's header.
  public enum Segment {
    /// The magic number, 4.
    public static let magic = 0
    /// The thread, 4.
    public static let thread = 4
    /// The name of the thread, 4.
    public static let name = 8
    /// The number of entries that were written, 4; stored last.
    public static let count = 12
    /// What becomes of entries beyond its size, 4: a ``RecordingSegmentKind``.
    public static let kind = 16
  }

  /// The offsets of an entry's fields.
  public enum Entry {
    /// CLOCK_BOOTTIME in nanoseconds, 8.
    public static let time = 0
    /// A name, 4.
    public static let name = 8
    /// What the entry is, 1: a ``RecordingEntryKind``.
    public static let kind = 12
    /// A code whose meaning the kind gives, 1.
    public static let detail = 13
    /// The index of a task in the plan, 2; ``RecordingEntry/noTask`` if it is of none.
    public static let task = 14
    /// A number whose meaning the kind gives, 8.
    public static let a = 16
    /// Another, 4.
    public static let b = 24
    /// Another, 4.
    public static let c = 28
  }
}

/// What becomes of the entries of a segment once it is full.
///
/// A thread keeps its first entries for good, in segments that fill up, and then its newest ones in
/// one that goes round.
public enum RecordingSegmentKind: UInt8, Named {
  /// They stay.
  case kept = 0
  /// The oldest makes room for the newest.
  case ring = 1
}

/// How the process of a recording ended, by its own word.
public enum RecordingEnd: UInt8, Named {
  /// It said nothing: it lives, or it died.
  case none = 0
  /// It ended cleanly.
  case ended = 1
  /// It called exit with a status that tells of a failure.
  case failed = 2
}

/// What an entry says, and what its numbers mean.
///
/// Fields that a kind does not name are zero.
public enum RecordingEntryKind: UInt8, Named {
  /// A span begins on this thread. name; detail: ``SpanCategory``; task; for a wait a: the
  /// ``WaitCause``, b: the index of the task that is waited for, plus one.
  case begin = 1
  /// The innermost open span of this thread ends. task; detail: ``TaskOutcome``.
  case end = 2
  /// Something happened. name.
  case instant = 3
  /// A mark. name.
  case mark = 4
  /// The screen changed. name: section; detail: ``ScreenShows``; a: age in nanoseconds, or -1.
  case screenEvent = 5
  /// An input was served now. a: when it arrived.
  case input = 6
  /// A sample. name; a: value; b: name of the unit.
  case counter = 7
  /// A task of the plan. name; task; detail: ``LaunchGroup``, and 16 times ``TaskAffinity``;
  /// a: name of the key in the low half, name of the file in the high half; b: line; c: the task
  /// that needs it plus one, 0 if none does, `0xFFFF_FFFF` for the screen, `0xFFFF_FFFE` if it is
  /// declared for the first frame.
  case planTask = 8
  /// A need. task; a: the index of the needed task.
  case planNeed = 9
  /// A task settled without running here. task; detail: ``TaskOutcome``; name: why, if known.
  case settled = 10
  /// A rule. name; detail: ``RuleOutcome``, and 16 times ``InputState``; a: age in nanoseconds,
  /// or -1; b: name of the input; c: ``InputSource``, 0 if none.
  case decisionStep = 11
  /// The decision. name: the screen; b: name of what it was given, 0 if nothing.
  case decision = 12
  /// A store was opened. name; detail: ``StoreVerdict``; a: the expected verdict, 0 if none;
  /// b: ``StoreClass``; c: name of the detail.
  case store = 13
  /// A step of opening the store whose entry follows. name; a: nanoseconds.
  case storeStep = 14
  /// A launch begins. detail: ``LaunchKind``; b: ``LaunchReason``; name: target.
  case launch = 15
  /// A fact with a text. name; b: name of the text.
  case text = 16
  /// A fact with a number. name; a.
  case number = 17
  /// A task without a thread begins. task; name.
  case asyncBegin = 18
  /// It ends. task; detail: ``TaskOutcome``.
  case asyncEnd = 19
  /// The person left the program.
  case left = 20
  /// A task holds the main thread, and has for a while. task; name; a: for how long, in
  /// nanoseconds.
  case held = 21
  /// The program drew a frame.
  case frame = 22
  /// The other clocks at this moment. a: CLOCK_MONOTONIC in nanoseconds; b: the low half of
  /// CLOCK_REALTIME; c: its high half.
  case clocks = 23
  /// The innermost open span of this thread leads on to others. a: the number of the flow.
  case flowOut = 24
  /// The innermost open span of this thread goes on with what a flow began. a: its number.
  case flowIn = 25
  /// Something is said of the innermost open span of this thread. name; b: name of the text.
  case spanText = 26
  /// The same with a number. name; a.
  case spanNumber = 27
}

/// An entry of a recording.
public struct RecordingEntry: Sendable, Hashable {
  /// The task index of an entry that is of no task.
  public static let noTask: UInt16 = 0xFFFF

  /// CLOCK_BOOTTIME in nanoseconds.
  public var time: UInt64
  /// What it says.
  public var kind: RecordingEntryKind
  /// A code whose meaning the kind gives.
  public var detail: UInt8
  /// The index of a task, or ``noTask``.
  public var task: UInt16
  /// A name.
  public var name: UInt32
  /// A number whose meaning the kind gives.
  public var a: Int64
  /// Another.
  public var b: UInt32
  /// Another.
  public var c: UInt32

  /// Makes an entry.
  public init(
    time: UInt64, kind: RecordingEntryKind, detail: UInt8 = 0, task: UInt16 = Self.noTask,
    name: UInt32 = 0, a: Int64 = 0, b: UInt32 = 0, c: UInt32 = 0
  ) {
    self.time = time
    self.kind = kind
    self.detail = detail
    self.task = task
    self.name = name
    self.a = a
    self.b = b
    self.c = c
  }
}
