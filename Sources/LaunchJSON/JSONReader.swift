/// Reads a JSON text (RFC 8259) from bytes that may be anything.
///
/// Nesting is followed with a stack of its own, so depth costs memory and never the thread's stack.
package struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private let maximumDepth: Int

  private init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8; a byte order mark is passed over.
  ///   - maximumBytes: How large it may be.
  ///   - maximumDepth: How deep it may be nested.
  /// - Returns: The value.
  /// - Throws: ``JSONError`` with the place of the first fault; a key twice in an object is one.
  /// - Complexity: O(bytes).
  package static func read(
    _ bytes: [UInt8], maximumBytes: Int = Limits.bytes, maximumDepth: Int = Limits.depth
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, maximumDepth: maximumDepth)
    guard bytes.count <= maximumBytes else {
      throw reader.error(.tooLarge, "it has more than \(maximumBytes) bytes", at: maximumBytes)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let value = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else {
      throw reader.error(.malformed, "nothing may follow the value")
    }
    return value
  }

  private func error(_ code: JSONError.Code, _ message: String, at offset: Int? = nil) -> JSONError
  {
    JSONError(code, message, at: offset ?? position, in: bytes)
  }

  private func unexpected(_ wanted: String) -> JSONError {
    position >= bytes.count
      ? error(.truncated, "the text ends where \(wanted) was expected")
      : error(.malformed, "\(wanted) was expected")
  }

  // MARK: - Structure

  /// An array or object that is not closed yet; its values lie at the end of those read so far.
  private struct Open {
    let isObject: Bool
    let firstValue: Int
    let firstKey: Int
  }

  private var opened: [Open] = []
  private var values: [JSONValue] = []
  private var keys: [(text: String, offset: Int)] = []

  private mutating func value() throws(JSONError) -> JSONValue {
    while true {
      skipSpace()
      guard position < bytes.count else { throw unexpected("a value") }
      switch bytes[position] {
      case UInt8(ascii: "["):
        try open(isObject: false)
        if !take(UInt8(ascii: "]")) { continue }
        try close()
      case UInt8(ascii: "{"):
        try open(isObject: true)
        guard take(UInt8(ascii: "}")) else {
          try key()
          continue
        }
        try close()
      default: values.append(try scalar())
      }
      if try closeWhatEnds() { return values[0] }
    }
  }

  private mutating func open(isObject: Bool) throws(JSONError) {
    guard opened.count < maximumDepth else {
      throw error(.tooLarge, "it is nested deeper than \(maximumDepth) levels")
    }
    position += 1
    opened.append(Open(isObject: isObject, firstValue: values.count, firstKey: keys.count))
    skipSpace()
  }

  /// Passes over what follows a value: a comma and perhaps a key, or the end of what is open.
  ///
  /// - Returns: Whether the whole text is read.
  private mutating func closeWhatEnds() throws(JSONError) -> Bool {
    while let innermost = opened.last {
      skipSpace()
      if take(innermost.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        try close()
        continue
      }
      guard take(UInt8(ascii: ",")) else {
        throw unexpected("a comma or the end of the \(innermost.isObject ? "object" : "array")")
      }
      if innermost.isObject {
        skipSpace()
        try key()
      }
      return false
    }
    return true
  }

  /// Makes one value of those that lie in the innermost array or object.
  private mutating func close() throws(JSONError) {
    let innermost = opened.removeLast()
    let value = try made(innermost)
    if innermost.isObject { keys.removeSubrange(innermost.firstKey...) }
    values.removeSubrange(innermost.firstValue...)
    values.append(value)
  }

  /// Apart from ``close()``, because a slice that is still held when its array is cut makes the
  /// array copy itself, whole, for every value in it.
  private func made(_ innermost: Open) throws(JSONError) -> JSONValue {
    let inside = values[innermost.firstValue...]
    guard innermost.isObject else { return .array(Array(inside)) }
    let keys = self.keys[innermost.firstKey...]
    try checkUnique(keys)
    return .object(
      zip(keys, inside).map { JSONMember(key: $0.text, value: $1, offset: $0.offset) })
  }

  /// Compares bytes: two spellings of one accented letter are two keys.
  private func checkUnique(_ keys: ArraySlice<(text: String, offset: Int)>) throws(JSONError) {
    var seen = Set<[UInt8]>(minimumCapacity: keys.count)
    for key in keys where !seen.insert(Array(key.text.utf8)).inserted {
      throw error(.duplicateKey, "the key \"\(key.text)\" stands here twice", at: key.offset)
    }
  }

  private mutating func key() throws(JSONError) {
    let offset = position
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      throw unexpected("a key in quotation marks")
    }
    let text = try string()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw unexpected("a colon") }
    keys.append((text, offset))
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  // MARK: - Scalars

  private mutating func scalar() throws(JSONError) -> JSONValue {
    switch bytes[position] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected("a value")
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in word.utf8 {
      guard take(byte) else { throw unexpected("\"\(word)\"") }
    }
    return value
  }

  private mutating func number() throws(JSONError) -> String {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    if position == start { throw unexpected("a digit") }
  }

  private mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    let first = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = bytes[first..<position]
        position += 1
        return try validated(text, from: start)
      case UInt8(ascii: "\\"): return try escapedString(start, first)
      case ..<0x20: throw error(.malformed, "a control character has to be escaped")
      default: position += 1
      }
    }
    throw error(.truncated, "a text does not end", at: start)
  }

  private mutating func escapedString(_ start: Int, _ first: Int) throws(JSONError) -> String {
    var text = Array(bytes[first..<position])
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try validated(text[...], from: start)
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &text)
      case ..<0x20: throw error(.malformed, "a control character has to be escaped")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw error(.truncated, "a text does not end", at: start)
  }

  private func validated(_ text: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      throw error(.malformed, "a text is no UTF-8", at: start)
    }
    return string
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard position < bytes.count else { throw unexpected("an escaped character") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): try escapedScalar(into: &text)
    default: throw error(.malformed, "no such escape", at: position - 1)
    }
  }

  private mutating func escapedScalar(into text: inout [UInt8]) throws(JSONError) {
    let start = position - 2
    var code = try hexadecimal()
    if (0xD800...0xDBFF).contains(code) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw error(.malformed, "half a surrogate pair", at: start)
      }
      let low = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(low) else {
        throw error(.malformed, "half a surrogate pair", at: start)
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw error(.malformed, "half a surrogate pair", at: start)
    }
    text += Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count,
        let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue
      else { throw unexpected("a hexadecimal digit") }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}
