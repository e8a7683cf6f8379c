/// A JSON value, with nothing lost: numbers keep their text, objects their order.
package indirect enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as it was written.
  case number(String)
  /// A text.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, in the order of its members.
  case object([JSONMember])

  /// A whole number.
  package static func integer(_ value: Int64) -> JSONValue { .number("\(value)") }

  /// The first member with this key, of an object.
  ///
  /// - Complexity: O(members).
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text, if it is one.
  package var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// The truth value, if it is one.
  package var bool: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  /// The number, if it is a whole one that 64 bits hold; `1e3` and `1.0` are not.
  package var int64: Int64? {
    if case .number(let text) = self { return Int64(text) }
    return nil
  }

  /// The number, if it is one that is not too large for 64 bits.
  package var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  /// The elements, if it is an array.
  package var array: [JSONValue]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  /// The members, if it is an object.
  package var object: [JSONMember]? {
    if case .object(let members) = self { return members }
    return nil
  }

  /// Whether it is `null`.
  package var isNull: Bool { self == .null }

  /// What kind of value it is, for messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A member of an object.
package struct JSONMember: Sendable, Hashable {
  /// The key.
  package var key: String
  /// The value.
  package var value: JSONValue
  /// The byte at which the key stands; it takes no part in equality.
  package var offset: Int

  /// Makes a member.
  package init(key: String, value: JSONValue, offset: Int = 0) {
    self.key = key
    self.value = value
    self.offset = offset
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}
