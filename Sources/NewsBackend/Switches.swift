import LaunchJSON

/// How the backend misbehaves, and what it announces.
struct Switches: Sendable {
  /// How long every answer takes beyond its work, in milliseconds.
  var delay = 0
  /// Whether everything is answered with 503.
  var isRefusing = false
  /// Whether connections are accepted and never answered.
  var isSilent = false
  /// Whether every token is refused.
  var isRefusingTokens = false
  var minimumVersion: String?
  var maintenance: String?
  var flags: [String: String] = ["reader": "on"]

  /// Changes what a JSON object names.
  ///
  /// - Throws: What is wrong with it, in words.
  mutating func apply(_ change: JSONValue) throws(SwitchError) {
    guard let members = change.object else {
      throw SwitchError(description: "the switches are an object, not \(change.kind)")
    }
    for member in members {
      let (key, value) = (member.key, member.value)
      switch (key, value) {
      case ("delay", _) where (0...600_000).contains(value.int64 ?? -1):
        delay = Int(value.int64 ?? 0)
      case ("refuse", .bool(let flag)): isRefusing = flag
      case ("silent", .bool(let flag)): isSilent = flag
      case ("refuseTokens", .bool(let flag)): isRefusingTokens = flag
      case ("minimumVersion", .string(let text)): minimumVersion = text
      case ("minimumVersion", .null): minimumVersion = nil
      case ("maintenance", .string(let text)): maintenance = text
      case ("maintenance", .null): maintenance = nil
      default: throw SwitchError(description: "\(key) cannot be \(value.kind)")
      }
    }
  }
}

/// A switch that makes no sense.
struct SwitchError: Error, CustomStringConvertible {
  let description: String
}
