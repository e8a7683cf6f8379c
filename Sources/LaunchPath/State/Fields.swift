/// Appends little-endian numbers and counted bytes.
struct FieldWriter {
  var bytes: [UInt8] = []

  mutating func raw(_ more: [UInt8]) { bytes += more }

  mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }

  mutating func bytes(_ more: [UInt8]) {
    integer(UInt32(more.count))
    bytes += more
  }

  mutating func text(_ text: String) {
    integer(UInt32(text.utf8.count))
    bytes += text.utf8
  }

  mutating func optional<Value>(_ value: Value?, _ write: (inout FieldWriter, Value) -> Void) {
    integer(UInt8(value == nil ? 0 : 1))
    if let value { write(&self, value) }
  }

  mutating func field(_ tag: UInt8, _ write: (inout FieldWriter) -> Void) {
    var value = FieldWriter()
    write(&value)
    integer(tag)
    bytes(value.bytes)
  }
}

/// Reads what ``FieldWriter`` wrote, from bytes that may be anything.
struct FieldReader {
  private let source: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ source: [UInt8], from start: Int, to end: Int) {
    self.source = source
    position = start
    self.end = end
  }

  var isAtEnd: Bool { position == end }

  mutating func integer<Value: FixedWidthInteger>() throws(StateFormatError) -> Value {
    let size = Value.bitWidth / 8
    guard end - position >= size else { throw truncated() }
    var value: Value = 0
    for index in stride(from: size - 1, through: 0, by: -1) {
      // A single byte must not be shifted out by its own width.
      value = (size == 1 ? 0 : value << 8) | Value(truncatingIfNeeded: source[position + index])
    }
    position += size
    return value
  }

  mutating func bytes() throws(StateFormatError) -> [UInt8] {
    Array(source[try range()])
  }

  mutating func text() throws(StateFormatError) -> String {
    let range = try range()
    // The generic `String(validating:as:)` takes ten times as long for its first text.
    guard let text = try? UTF8Span(validating: source.span.extracting(range)) else {
      throw StateFormatError(description: "a text at byte \(range.lowerBound) is no UTF-8")
    }
    return String(copying: text)
  }

  mutating func isPresent() throws(StateFormatError) -> Bool {
    let flag: UInt8 = try integer()
    return flag != 0
  }

  mutating func field() throws(StateFormatError) -> FieldReader {
    let range = try range()
    return FieldReader(source, from: range.lowerBound, to: range.upperBound)
  }

  private mutating func range() throws(StateFormatError) -> Range<Int> {
    let count: UInt32 = try integer()
    guard end - position >= Int(count) else { throw truncated() }
    defer { position += Int(count) }
    return position..<position + Int(count)
  }

  private func truncated() -> StateFormatError {
    StateFormatError(description: "a field runs past its end at byte \(position)")
  }
}
