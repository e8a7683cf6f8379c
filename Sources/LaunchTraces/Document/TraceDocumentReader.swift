package import LaunchJSON
package import LaunchModel

extension TraceDocument {
  /// Reads a document.
  ///
  /// Members that this version does not know are passed over; a member of the wrong kind is an
  /// error that names its way from the top.
  ///
  /// - Parameter document: The whole document.
  /// - Returns: The launches in it.
  /// - Throws: ``TraceDocumentError``.
  package static func read(_ document: JSONValue) throws(TraceDocumentError) -> [Trace] {
    try Node(document, "document").list("traces").map(trace)
  }

  private static func trace(_ node: Node) throws(TraceDocumentError) -> Trace {
    var trace = Trace(launch: try launch(node.object("launch")))
    trace.phases = try node.list("phases").map { (node) throws(TraceDocumentError) in
      TracePhase(
        phase: try node.word("name"), start: try node.moment("startNs"),
        end: try node.moment("endNs"))
    }
    trace.marks = try node.list("marks").map { (node) throws(TraceDocumentError) in
      TraceMark(
        name: try node.text("name"), at: try node.moment("atNs"), track: try node.text("track"))
    }
    trace.screenEvents = try node.list("screenEvents").map { (node) throws(TraceDocumentError) in
      TraceScreenEvent(
        at: try node.moment("atNs"), section: try node.text("section"),
        shows: try node.word("shows"), age: try node.integer("ageNs"))
    }
    trace.inputs = try node.list("inputs").map { (node) throws(TraceDocumentError) in
      TraceInput(at: try node.moment("atNs"), served: try node.moment("servedNs"))
    }
    trace.tracks = try node.list("tracks").map { (node) throws(TraceDocumentError) in
      TraceTrack(
        id: try node.text("id"), name: try node.text("name"),
        process: try node.integer("process"), thread: try node.integer("thread"),
        parent: try node.text("parent"))
    }
    trace.spans = try node.list("spans").map(span)
    trace.counters = try node.list("counters").map(counter)
    trace.flows = try node.list("flows").map { (node) throws(TraceDocumentError) in
      TraceFlow(from: try node.text("from"), to: try node.text("to"))
    }
    trace.plan = try node.optional("plan").map(plan)
    trace.decision = try node.optional("decision").map(decision)
    trace.stores = try node.list("stores").map(store)
    trace.problems = try node.list("problems").map { (node) throws(TraceDocumentError) in
      let offset: Int64? = try node.integer("offset")
      let count: Int64 = try node.integer("count")
      guard (0...largestCount).contains(count) else { throw node.error("count", "is no count") }
      return TraceProblem(
        code: try node.text("code"), message: try node.text("message"),
        offset: offset.map(Int.init(clamping:)), count: Int(count))
    }
    return trace
  }

  /// What a recording may count at most: the overwritten entries of each of its segments.
  private static let largestCount: Int64 = 1 << 38

  private static func launch(_ node: Node) throws(TraceDocumentError) -> LaunchFacts {
    let source = try node.object("source")
    let clock = try node.object("clock")
    var launch = LaunchFacts(
      id: try node.text("id"), format: try source.text("format"), zero: try clock.text("zero"))
    launch.app = try node.text("app")
    launch.version = try node.text("version")
    launch.build = try node.text("build")
    launch.kind = try node.word("kind")
    launch.reason = try node.word("reason")
    if let text: String = try node.text("startedAt") {
      guard let time = Timestamp.nanoseconds(text) ?? Int64(text) else {
        throw node.error("startedAt", "is neither a time of RFC 3339 in UTC nor nanoseconds")
      }
      launch.startedAt = time
    }
    launch.outcome = try node.word("outcome")
    launch.diedIn = try node.text("diedIn")
    launch.excluded = try node.texts("excluded")
    launch.tool = try source.text("tool")
    launch.zeroUncertainty = try clock.integer("uncertaintyNs")
    launch.attributes = try node.attributes("attributes")
    return launch
  }

  private static func span(_ node: Node) throws(TraceDocumentError) -> TraceSpan {
    let duration: Int64? = try node.moment("durationNs")
    if let duration, duration < 0 { throw node.error("durationNs", "is less than nothing") }
    return TraceSpan(
      id: try node.text("id"), track: try node.text("track"), name: try node.text("name"),
      category: try node.text("category"), task: try node.text("task"),
      start: try node.moment("startNs"), duration: duration,
      outcome: try node.optionalWord("outcome"), arguments: try node.attributes("args"))
  }

  private static func counter(_ node: Node) throws(TraceDocumentError) -> TraceCounter {
    TraceCounter(
      track: try node.text("track"), name: try node.text("name"), unit: try node.text("unit"),
      samples: try node.list("samples").map { (node) throws(TraceDocumentError) in
        guard let pair = node.value.array, pair.count == 2, let at = pair[0].int64,
          at.magnitude <= Trace.farthestMoment.magnitude, let value = pair[1].double
        else { throw TraceDocumentError(description: "\(node.path) is no time with a value") }
        return TraceSample(at: at, value: value)
      })
  }

  private static func plan(_ node: Node) throws(TraceDocumentError) -> TracePlan {
    TracePlan(
      screen: try node.text("screen"),
      tasks: try node.list("tasks").map { (node) throws(TraceDocumentError) in
        TraceTask(
          id: try node.text("id"), name: try node.text("name"), key: try node.text("key"),
          group: try node.word("group"), why: try node.texts("why"),
          needs: try node.texts("needs"), affinity: try node.word("affinity"),
          policy: try node.text("policy"), declaredAt: try node.text("declaredAt"),
          outcome: try node.word("outcome"))
      })
  }

  private static func decision(_ node: Node) throws(TraceDocumentError) -> TraceDecision {
    TraceDecision(
      screen: try node.text("screen"),
      steps: try node.list("steps").map { (node) throws(TraceDocumentError) in
        DecisionStep(
          rule: try node.text("rule"), input: try node.text("input"),
          state: try node.word("state"), source: try node.optionalWord("source"),
          ageNanoseconds: try node.integer("ageNs"), outcome: try node.word("outcome"))
      })
  }

  private static func store(_ node: Node) throws(TraceDocumentError) -> TraceStore {
    TraceStore(
      name: try node.text("name"), storeClass: try node.word("class"),
      verdict: try node.word("verdict"), expected: try node.optionalWord("expected"),
      steps: try node.list("steps").map { (node) throws(TraceDocumentError) in
        TraceStoreStep(name: try node.text("name"), duration: try node.integer("durationNs"))
      }, detail: try node.text("detail"), span: try node.text("span"))
  }
}

/// Why a document is no trace document.
package struct TraceDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The member and what is wrong with it.
  package let description: String
}

/// A value of a document, with its way from the top.
private struct Node {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, _ path: String) {
    self.value = value
    self.path = path
  }

  func error(_ key: String, _ what: String) -> TraceDocumentError {
    TraceDocumentError(description: "\(path).\(key) \(what)")
  }

  private func member(_ key: String) -> JSONValue? {
    guard let member = value[key], !member.isNull else { return nil }
    return member
  }

  func object(_ key: String) throws(TraceDocumentError) -> Node {
    guard let node = try optional(key) else { throw error(key, "is missing") }
    return node
  }

  func optional(_ key: String) throws(TraceDocumentError) -> Node? {
    guard let member = member(key) else { return nil }
    guard member.object != nil else { throw error(key, "is \(member.kind), not an object") }
    return Node(member, "\(path).\(key)")
  }

  /// The elements of an array; none if it is missing.
  func list(_ key: String) throws(TraceDocumentError) -> [Node] {
    guard let member = member(key) else { return [] }
    guard let elements = member.array else { throw error(key, "is \(member.kind), not an array") }
    return elements.enumerated().map { Node($1, "\(path).\(key)[\($0)]") }
  }

  func text(_ key: String) throws(TraceDocumentError) -> String? {
    guard let member = member(key) else { return nil }
    guard let text = member.string else { throw error(key, "is \(member.kind), not a text") }
    return text
  }

  func text(_ key: String) throws(TraceDocumentError) -> String {
    guard let text: String = try text(key) else { throw error(key, "is missing") }
    return text
  }

  func texts(_ key: String) throws(TraceDocumentError) -> [String] {
    try list(key).map { (node) throws(TraceDocumentError) in
      guard let text = node.value.string else {
        throw TraceDocumentError(description: "\(node.path) is \(node.value.kind), not a text")
      }
      return text
    }
  }

  func integer(_ key: String) throws(TraceDocumentError) -> Int64? {
    guard let member = member(key) else { return nil }
    guard let value = member.int64 else {
      throw error(key, "is \(member.kind), not a whole number of 64 bits")
    }
    return value
  }

  func integer(_ key: String) throws(TraceDocumentError) -> Int64 {
    guard let value: Int64 = try integer(key) else { throw error(key, "is missing") }
    return value
  }

  /// A time that a trace can hold.
  func moment(_ key: String) throws(TraceDocumentError) -> Int64? {
    guard let value: Int64 = try integer(key) else { return nil }
    guard value.magnitude <= Trace.farthestMoment.magnitude else {
      throw error(key, "lies years away from the launch")
    }
    return value
  }

  func moment(_ key: String) throws(TraceDocumentError) -> Int64 {
    guard let value: Int64 = try moment(key) else { throw error(key, "is missing") }
    return value
  }

  func optionalWord<Word: Named>(_ key: String) throws(TraceDocumentError) -> Word? {
    guard let text: String = try text(key) else { return nil }
    guard let word = Word(name: text) else {
      throw error(key, "is \"\(text)\", which is no such word")
    }
    return word
  }

  func word<Word: Named>(_ key: String) throws(TraceDocumentError) -> Word {
    guard let word: Word = try optionalWord(key) else { throw error(key, "is missing") }
    return word
  }

  func attributes(_ key: String) throws(TraceDocumentError) -> [TraceAttribute] {
    guard let node = try optional(key) else { return [] }
    var attributes: [TraceAttribute] = []
    for member in node.value.object ?? [] {
      let value: AttributeValue
      switch member.value {
      case .string(let text): value = .text(text)
      case .bool(let flag): value = .flag(flag)
      case .number:
        if let number = member.value.int64 {
          value = .integer(number)
        } else if let number = member.value.double {
          value = .real(number)
        } else {
          throw node.error(member.key, "is a number too large for 64 bits")
        }
      case .null: continue
      case .array, .object:
        throw node.error(member.key, "is \(member.value.kind), not a text or a number")
      }
      attributes.append(TraceAttribute(name: member.key, value: value))
    }
    return attributes
  }
}

extension Array {
  /// `map` that keeps the type of what is thrown.
  fileprivate func map<Value, Failure>(
    _ transform: (Element) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for element in self { values.append(try transform(element)) }
    return values
  }
}
