/// Writes JSON, value by value; `<`, `>` and the line separators are escaped, so that the text may
/// stand in a script of an HTML page.
///
/// Calls have to nest as the text does: a value in an object follows its key. A call out of order
/// traps.
package struct JSONWriter {
  private enum Place {
    case top
    case array(isEmpty: Bool)
    case object(isEmpty: Bool)
    case afterKey(isEmpty: Bool)
  }

  /// The text so far.
  package private(set) var bytes: [UInt8] = []
  private var places: [Place] = [.top]
  private let isPretty: Bool

  /// Makes a writer; pretty means a member or an element a line.
  package init(isPretty: Bool = false) {
    self.isPretty = isPretty
  }

  /// Writes an object whose members the closure writes.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    begin()
    bytes.append(UInt8(ascii: "{"))
    places.append(.object(isEmpty: true))
    members(&self)
    guard case .object(let isEmpty)? = places.popLast() else {
      preconditionFailure("a key without its value")
    }
    if !isEmpty { newLine() }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes an array whose elements the closure writes.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    begin()
    bytes.append(UInt8(ascii: "["))
    places.append(.array(isEmpty: true))
    elements(&self)
    guard case .array(let isEmpty)? = places.popLast() else {
      preconditionFailure("an array is not closed")
    }
    if !isEmpty { newLine() }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes an array with an element for each of some values.
  package mutating func array<Elements: Sequence>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array { writer in
      for element in elements { write(&writer, element) }
    }
  }

  /// Writes the key of the member whose value follows.
  package mutating func key(_ key: String) {
    guard case .object(let isEmpty)? = places.last else {
      preconditionFailure("a key stands in an object")
    }
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    newLine()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(0x20) }
    places[places.count - 1] = .afterKey(isEmpty: false)
  }

  /// Writes `null`.
  package mutating func null() {
    begin()
    bytes += "null".utf8
  }

  /// Writes a truth value.
  package mutating func value(_ value: Bool) {
    begin()
    bytes += (value ? "true" : "false").utf8
  }

  /// Writes a whole number.
  package mutating func value(_ value: some BinaryInteger) {
    begin()
    bytes += "\(value)".utf8
  }

  /// Writes a number with as few digits as give it back; what is not finite becomes `null`.
  package mutating func value(_ value: Double) {
    guard value.isFinite else { return null() }
    begin()
    bytes += "\(value)".utf8
  }

  /// Writes a text.
  package mutating func value(_ value: String) {
    begin()
    quote(value)
  }

  /// Writes a tree.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): self.value(value)
    case .number(let text):
      begin()
      bytes += text.utf8
    case .string(let text): self.value(text)
    case .array(let elements): array(elements) { $0.value($1) }
    case .object(let members):
      object { writer in
        for member in members {
          writer.key(member.key)
          writer.value(member.value)
        }
      }
    }
  }

  // MARK: - Members

  /// Writes a member with a text.
  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    self.value(value)
  }

  /// Writes a member with a text, or with `null`.
  package mutating func member(_ key: String, _ value: String?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }

  /// Writes a member with a whole number.
  package mutating func member(_ key: String, _ value: some BinaryInteger) {
    self.key(key)
    self.value(value)
  }

  /// Writes a member with a whole number, or with `null`.
  package mutating func member(_ key: String, _ value: Int64?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }

  /// Writes a member with a truth value.
  package mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    self.value(value)
  }

  // MARK: - Text

  private mutating func begin() {
    switch places[places.count - 1] {
    case .top: precondition(bytes.isEmpty, "one value a text")
    case .array(let isEmpty):
      if !isEmpty { bytes.append(UInt8(ascii: ",")) }
      newLine()
      places[places.count - 1] = .array(isEmpty: false)
    case .afterKey: places[places.count - 1] = .object(isEmpty: false)
    case .object: preconditionFailure("a value in an object follows its key")
    }
  }

  private mutating func newLine() {
    guard isPretty else { return }
    bytes.append(0x0A)
    bytes += Array(repeating: 0x20, count: 2 * (places.count - 1))
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case ..<" ", "<", ">", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        bytes += "\\u".utf8
        bytes += String(repeating: "0", count: 4 - digits.count).utf8
        bytes += digits.utf8
      default: bytes += UTF8.encode(scalar)!
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
