/// When a task runs: the three groups into which a plan sorts them.
public enum LaunchGroup: UInt8, Named {
  /// The decided screen draws with it, or it asked for this moment.
  case beforeFirstFrame = 1
  /// After the first frame, without being asked.
  case deferred = 2
  /// On first use.
  case lazy = 3
}

/// Which thread may run a task.
public enum TaskAffinity: UInt8, Named {
  /// Any thread of the launch.
  case any = 1
  /// The main thread alone.
  case main = 2
  /// A thread of its own, because it blocks.
  case blocking = 3
  /// No thread: it suspends.
  case asynchronous = 4
}

/// What became of a task.
public enum TaskOutcome: UInt8, Named {
  /// It began and has not ended.
  case unfinished = 0
  /// It gave its value.
  case done = 1
  /// It threw an error, or could not be planned.
  case failed = 2
  /// Its limit passed.
  case timedOut = 3
  /// Something that it cannot do without has no value.
  case skipped = 4
  /// It went on without a value that it wanted.
  case fallback = 5
  /// It was told to stop.
  case cancelled = 6
  /// The crash ladder keeps it from running.
  case quarantined = 7
  /// Nothing asked for it.
  case unused = 8
}

/// What a span's time was, told apart because waiting is not work.
public enum SpanCategory: UInt8, Named {
  /// A piece of work inside the program, named by it.
  case span = 1
  /// A task's own work.
  case task = 2
  /// Nothing but waiting; the span's arguments say for what.
  case wait = 3
  /// What the system did to create the process.
  case process = 4
  /// Reading or writing.
  case io = 5
}

/// What a wait was for.
public enum WaitCause: UInt8, Named {
  /// A task that is running elsewhere.
  case task = 1
  /// A thread that could do the work.
  case worker = 2
  /// The main thread.
  case mainThread = 3
  /// A disk or another local device.
  case io = 4
  /// Another machine.
  case network = 5
}
