/// What bounds the embedded half.
package enum Limits {
  /// The largest state file, in bytes: it is read before the first frame.
  package static let stateBytes = 64 * 1024
  /// The segments that a recording has before it has to grow.
  package static let firstSegments = 3
  /// The segments of one thread that are kept for good, before one that goes round.
  package static let keptSegments = 3
  /// For how long after the beginning a thread gets segments that are kept, in nanoseconds.
  package static let keptTime: UInt64 = 10_000_000_000
  /// The threads beside the main one and the helpers, for tasks that block.
  package static let blockingThreads = 4
  /// How much work a plan has to hold before a helper is worth its start, in nanoseconds.
  package static let helperWorth: Int64 = 150_000
  /// How old a launch is, in nanoseconds, before work of unknown length gets a helper.
  package static let helperPatience: UInt64 = 50_000
  /// How long a task is expected to take, in nanoseconds, for its CPU time to be worth asking for.
  package static let meteredWork: Int64 = 20_000
  /// The scheduling priority of deferred work.
  package static let deferredNice: Int32 = 10
  /// The longest launch request that is read from the environment, in bytes.
  package static let requestBytes = 8 * 1024
  /// How long after its first frame a launch is watched for its first content, in nanoseconds.
  package static let launchWatch: UInt64 = 10_000_000_000
  /// For how long after its beginning a launch records inputs and frames, in nanoseconds.
  package static let watchedInteraction: UInt64 = 10_000_000_000
  /// How long a task holds the main thread before that is noted, in nanoseconds; then it is noted
  /// again whenever the time has doubled.
  package static let hold: UInt64 = 100_000_000
  /// How often it is looked who holds the main thread, in microseconds.
  package static let holdCheck: UInt32 = 50_000
  /// How long a task has to be expected to take, in nanoseconds, to be watched before the first
  /// frame: a thread that watches costs tens of microseconds.
  package static let watchedWork: Int64 = 10_000_000
  /// The recordings that are kept in the program's own folder.
  package static let keptRecordings = 64
  /// The bytes that they may have together.
  package static let keptRecordingBytes = 64 << 20
}
