/// A phase with both its ends.
public struct TracePhase: Sendable, Hashable {
  /// Which phase.
  public var phase: LaunchPhase
  /// Where it begins.
  public var start: Int64
  /// Where it ends.
  public var end: Int64

  /// Makes a phase.
  public init(phase: LaunchPhase, start: Int64, end: Int64) {
    self.phase = phase
    self.start = start
    self.end = end
  }
}

/// A moment with a name.
public struct TraceMark: Sendable, Hashable {
  /// The mark's name; those of ``LaunchMark`` are understood.
  public var name: String
  /// When.
  public var at: Int64
  /// The track on which it was set, if known.
  public var track: String?

  /// Makes a mark.
  public init(name: String, at: Int64, track: String? = nil) {
    self.name = name
    self.at = at
    self.track = track
  }
}

/// A change of what the person sees.
public struct TraceScreenEvent: Sendable, Hashable {
  /// When.
  public var at: Int64
  /// Which part of the screen.
  public var section: String
  /// What it shows from now on.
  public var shows: ScreenShows
  /// How old the content is, in nanoseconds.
  public var age: Int64?

  /// Makes a screen event.
  public init(at: Int64, section: String, shows: ScreenShows, age: Int64? = nil) {
    self.at = at
    self.section = section
    self.shows = shows
    self.age = age
  }
}

/// An input and the moment at which the program had dealt with it.
public struct TraceInput: Sendable, Hashable {
  /// When it arrived.
  public var at: Int64
  /// When it was served; nil if it never was.
  public var served: Int64?

  /// Makes an input.
  public init(at: Int64, served: Int64?) {
    self.at = at
    self.served = served
  }
}

/// A lane on which spans lie: a thread, as a rule.
public struct TraceTrack: Sendable, Hashable {
  /// Tells it from the others of this trace.
  public var id: String
  /// What people call it.
  public var name: String
  /// The process, if known.
  public var process: Int64?
  /// The thread, if it is one.
  public var thread: Int64?
  /// The track that it belongs under.
  public var parent: String?

  /// Makes a track.
  public init(
    id: String, name: String, process: Int64? = nil, thread: Int64? = nil, parent: String? = nil
  ) {
    self.id = id
    self.name = name
    self.process = process
    self.thread = thread
    self.parent = parent
  }
}

/// Something that took time on a track.
public struct TraceSpan: Sendable, Hashable {
  /// Tells it from the others of this trace.
  public var id: String
  /// The track's id.
  public var track: String
  /// What it is called.
  public var name: String
  /// What the time was: work, waiting; a foreign file may use words of its own.
  public var category: String
  /// The id of the task in the plan whose time it is.
  public var task: String?
  /// Where it begins.
  public var start: Int64
  /// How long it took, in nanoseconds; nil if it never ended.
  public var duration: Int64?
  /// What became of it.
  public var outcome: TaskOutcome?
  /// Whatever else is known of it.
  public var arguments: [TraceAttribute]

  /// Makes a span.
  public init(
    id: String, track: String, name: String, category: String, task: String? = nil, start: Int64,
    duration: Int64?, outcome: TaskOutcome? = nil, arguments: [TraceAttribute] = []
  ) {
    self.id = id
    self.track = track
    self.name = name
    self.category = category
    self.task = task
    self.start = start
    self.duration = duration
    self.outcome = outcome
    self.arguments = arguments
  }

  /// Where it ends; nil if it never did.
  public var end: Int64? { duration.map { start + $0 } }
}

/// A value over time.
public struct TraceCounter: Sendable, Hashable {
  /// The track's id.
  public var track: String
  /// The counter's name.
  public var name: String
  /// The unit of its values.
  public var unit: String
  /// Its samples, in order of time.
  public var samples: [TraceSample]

  /// Makes a counter.
  public init(track: String, name: String, unit: String, samples: [TraceSample]) {
    self.track = track
    self.name = name
    self.unit = unit
    self.samples = samples
  }
}

/// One value of a counter.
public struct TraceSample: Sendable, Hashable {
  /// When.
  public var at: Int64
  /// The value from then on.
  public var value: Double

  /// Makes a sample.
  public init(at: Int64, value: Double) {
    self.at = at
    self.value = value
  }
}

/// An arrow from one span to another.
public struct TraceFlow: Sendable, Hashable {
  /// The id of the span that it leaves.
  public var from: String
  /// The id of the span at which it arrives.
  public var to: String

  /// Makes a flow.
  public init(from: String, to: String) {
    self.from = from
    self.to = to
  }
}

/// Something that the reader met and did not hide.
public struct TraceProblem: Sendable, Hashable {
  /// A short name that does not change between versions.
  public var code: String
  /// What it is, in words, with the first example.
  public var message: String
  /// The byte of the file at which it was first met.
  public var offset: Int?
  /// How often it was met.
  public var count: Int

  /// Makes a problem.
  public init(code: String, message: String, offset: Int?, count: Int) {
    self.code = code
    self.message = message
    self.offset = offset
    self.count = count
  }
}
