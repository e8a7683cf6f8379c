/// Why bytes are no JSON, or not the JSON that was expected.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is.
  package enum Code: Sendable, Hashable {
    /// The text does not follow RFC 8259.
    case malformed
    /// It ends before the value does.
    case truncated
    /// It is larger or deeper than it may be.
    case tooLarge
    /// An object has a key twice.
    case duplicateKey
    /// A value is of another kind than it has to be.
    case unexpected
  }

  /// What kind of fault it is.
  package let code: Code
  /// The byte at which it was met.
  package let offset: Int
  /// Its line, from 1.
  package let line: Int
  /// Its column in bytes, from 1.
  package let column: Int
  /// What is wrong, without the place.
  package let message: String

  /// Makes an error at a byte of a text.
  package init(_ code: Code, _ message: String, at offset: Int, in bytes: [UInt8]) {
    self.code = code
    self.message = message
    self.offset = offset
    let before = bytes.prefix(offset)
    line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    column = offset - start + 1
  }

  /// The place and the fault: `12:7: an object wants a key here`.
  package var description: String { "\(line):\(column): \(message)" }
}
