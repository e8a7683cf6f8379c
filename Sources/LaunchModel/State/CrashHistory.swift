/// What the crash ladder knows of the launches of one build that died before their first content.
public struct CrashHistory: Sendable, Hashable {
  /// A launch that died.
  public struct Crash: Sendable, Hashable {
    /// The file of its recording, which tells it from every other.
    public var recording: String
    /// The task that ran on the thread that died; nil if none did, or it is not known.
    public var task: String?
    /// Of what it died: a signal's name, or an exit status.
    public var cause: String
    /// When, in wall-clock nanoseconds since 1970.
    public var at: Int64

    /// Makes a crash.
    public init(recording: String, task: String?, cause: String, at: Int64) {
      self.recording = recording
      self.task = task
      self.cause = cause
      self.at = at
    }
  }

  /// A task that does not run for now.
  public struct Quarantine: Sendable, Hashable {
    /// The task's name.
    public var task: String
    /// Since when, in wall-clock nanoseconds since 1970.
    public var since: Int64

    /// Makes a quarantine.
    public init(task: String, since: Int64) {
      self.task = task
      self.since = since
    }
  }

  /// The version and build to which all of this belongs.
  public var build: String
  /// The crashes since a launch last got to its first content, oldest first.
  public var crashes: [Crash] = []
  /// The tasks that are in quarantine.
  public var quarantine: [Quarantine] = []

  /// Makes the history of a build that has none.
  public init(build: String) {
    self.build = build
  }

  /// Whether there is nothing to remember.
  public var isEmpty: Bool { crashes.isEmpty && quarantine.isEmpty }
}

/// What the crash ladder made of a launch that died, said by the launch after it.
public enum LadderStep: UInt8, Named {
  /// Nothing yet: no later launch has looked at it.
  case none = 0
  /// It proves no crash before the first content of this build.
  case noEvidence = 1
  /// It was counted.
  case counted = 2
  /// It was counted, and the task to blame is in quarantine.
  case quarantined = 3
  /// It was counted, and the launch after it began in safe mode.
  case safeMode = 4
}
