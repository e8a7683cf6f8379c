public import LaunchModel

/// What a launch was asked to do.
public struct LaunchRequest: Sendable, Hashable {
  /// What made the program come to the foreground.
  public var reason: LaunchReason
  /// Where it is to lead.
  public var target: String?

  /// Makes a request.
  public init(reason: LaunchReason = .unknown, target: String? = nil) {
    self.reason = reason
    self.target = target
  }

  /// The request in `LAUNCHPATH_LAUNCH`: percent-encoded pairs, `reason=link&target=news%3A…`.
  ///
  /// - Returns: The request; one of unknown reason if the variable is not set or makes no sense.
  public static func fromEnvironment() -> LaunchRequest {
    guard let text = Environment.value("LAUNCHPATH_LAUNCH"),
      text.utf8.count <= Limits.requestBytes
    else { return LaunchRequest() }
    return LaunchRequest(parsing: text)
  }

  /// Reads percent-encoded pairs; pairs that make no sense are passed over.
  package init(parsing text: String) {
    self.init()
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = Self.decode(parts[1]) else { continue }
      switch parts[0] {
      case "reason": reason = LaunchReason(name: value) ?? .unknown
      case "target": target = value.isEmpty ? nil : value
      default: break
      }
    }
  }

  private static func decode(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
