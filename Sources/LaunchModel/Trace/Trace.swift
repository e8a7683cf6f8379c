/// One launch as the observing half sees it, read from whatever tool recorded it.
///
/// Times are nanoseconds relative to the launch's zero, signed. What a file does not say is absent
/// or unknown, never invented.
public struct Trace: Sendable, Hashable {
  /// What the launch was.
  public var launch: LaunchFacts
  /// The phases that ended, in order.
  public var phases: [TracePhase] = []
  /// Moments with a name.
  public var marks: [TraceMark] = []
  /// What the person saw.
  public var screenEvents: [TraceScreenEvent] = []
  /// Inputs, with the moment at which each was served.
  public var inputs: [TraceInput] = []
  /// The lanes on which spans lie.
  public var tracks: [TraceTrack] = []
  /// What took time.
  public var spans: [TraceSpan] = []
  /// Values over time.
  public var counters: [TraceCounter] = []
  /// Arrows between spans.
  public var flows: [TraceFlow] = []
  /// The plan, if the program had one.
  public var plan: TracePlan?
  /// The decision, if the program made one.
  public var decision: TraceDecision?
  /// The stores that were opened.
  public var stores: [TraceStore] = []
  /// What the reader met and did not hide.
  public var problems: [TraceProblem] = []

  /// Makes a trace of a launch, with nothing in it.
  public init(launch: LaunchFacts) {
    self.launch = launch
  }

  /// The farthest that a moment lies from the zero, in nanoseconds: nine years, so that differences
  /// of moments, and small multiples of them, fit into 64 bits whatever a file claims.
  package static let farthestMoment: Int64 = 1 << 58

  /// When a mark was reached; the first of this name, or nil.
  public func mark(_ name: String) -> Int64? {
    marks.first { $0.name == name }?.at
  }

  /// Adds to the count of a problem, or adds the problem.
  ///
  /// - Complexity: O(number of distinct problems), which is small.
  public mutating func note(_ code: String, _ message: String, offset: Int? = nil, count: Int = 1) {
    if let index = problems.firstIndex(where: { $0.code == code }) {
      problems[index].count += count
    } else {
      problems.append(
        TraceProblem(code: code, message: message, offset: offset, count: count))
    }
  }
}

/// What a launch was, apart from what happened in it.
public struct LaunchFacts: Sendable, Hashable {
  /// Tells this launch from every other.
  public var id: String
  /// The program's name.
  public var app: String?
  /// The program's version.
  public var version: String?
  /// The program's build.
  public var build: String?
  /// Cold, warm, resume.
  public var kind: LaunchKind = .unknown
  /// What made it come to the foreground.
  public var reason: LaunchReason = .unknown
  /// The wall clock at its zero, in nanoseconds since 1970; nil if nobody wrote it down.
  public var startedAt: Int64?
  /// How it ended.
  public var outcome: LaunchOutcome = .unknown
  /// The id of the span in which its process died, as far as that is known.
  public var diedIn: String?
  /// Why it counts in no statistic; empty if it counts.
  public var excluded: [String] = []
  /// The file's format.
  public var format: String
  /// What wrote it.
  public var tool: String?
  /// Which moment its zero is, in words.
  public var zero: String
  /// How far the zero may be off, in nanoseconds; nil if that is unknown.
  public var zeroUncertainty: Int64?
  /// Everything else that is known of it, in the order in which it was read.
  public var attributes: [TraceAttribute] = []

  /// Makes the facts of a launch of which only the origin is known.
  public init(id: String, format: String, zero: String) {
    self.id = id
    self.format = format
    self.zero = zero
  }

  /// The attribute with this name.
  public subscript(attribute name: String) -> AttributeValue? {
    attributes.first { $0.name == name }?.value
  }

  /// Sets an attribute, in place of one with the same name.
  public mutating func set(_ name: String, _ value: AttributeValue) {
    if let index = attributes.firstIndex(where: { $0.name == name }) {
      attributes[index].value = value
    } else {
      attributes.append(TraceAttribute(name: name, value: value))
    }
  }
}

/// A fact with a name.
public struct TraceAttribute: Sendable, Hashable {
  /// The fact's name, with its unit last where it has one.
  public var name: String
  /// The fact.
  public var value: AttributeValue

  /// Makes an attribute.
  public init(name: String, value: AttributeValue) {
    self.name = name
    self.value = value
  }
}

/// The value of an attribute or an argument.
public enum AttributeValue: Sendable, Hashable {
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// True or false.
  case flag(Bool)
}
