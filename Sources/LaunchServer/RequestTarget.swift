/// What stands between the method and the version of a request: a path and a query.
///
/// It is read from the bytes as they came, because a library that decodes first loses the
/// difference between a slash and an encoded one, and all that follows an encoded zero.
struct RequestTarget: Sendable, Hashable {
  /// The parts of the path between slashes, percent-decoded; `/` has one, which is empty.
  let segments: [String]
  /// The fields of the query, percent-decoded, in order.
  let query: [Field]

  struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// Reads a target in O(bytes).
  ///
  /// - Returns: Nil for what is no absolute path, for blanks and controls, for escapes that are
  ///   none, for an encoded zero, for text that is not UTF-8, and for too many fields.
  init?(_ bytes: some Collection<UInt8>) {
    let isGraphic = bytes.allSatisfy { $0 > UInt8(ascii: " ") && $0 != 0x7F }
    guard bytes.first == UInt8(ascii: "/"), isGraphic else { return nil }
    let withoutFragment = bytes.prefix { $0 != UInt8(ascii: "#") }
    let halves = withoutFragment.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var segments: [String] = []
    for part in halves[0].dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let segment = Self.decode(part, isQuery: false) else { return nil }
      segments.append(segment)
    }
    var query: [Field] = []
    for part in halves.dropFirst().first?.split(separator: UInt8(ascii: "&")) ?? [] {
      let sides = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard query.count < Limits.queryFields,
        let name = Self.decode(sides[0], isQuery: true),
        let value = Self.decode(sides.dropFirst().first ?? part.prefix(0), isQuery: true)
      else { return nil }
      query.append(Field(name: name, value: value))
    }
    self.segments = segments
    self.query = query
  }

  private static func decode(_ text: some Collection<UInt8>, isQuery: Bool) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit),
          high << 4 | low != 0
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isQuery: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
