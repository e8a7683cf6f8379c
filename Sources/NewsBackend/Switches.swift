import LaunchJSON

/// How the backend misbehaves, and what it announces.
struct Switches: Sendable {
  /// Maintenance that is announced.
  struct Maintenance: Sendable {
    var message: String
    /// When it ends, in seconds since 1970, if that is known.
    var until: Int64?
  }

  /// How long every answer takes beyond its work, in milliseconds.
  var delay = 0
  /// Whether everything is answered with 503.
  var isRefusing = false
  /// Whether connections are accepted and never answered.
  var isSilent = false
  /// Whether every token is refused.
  var isRefusingTokens = false
  var minimumVersion: String?
  var maintenance: Maintenance?
  var flags: [String: String] = ["reader": "on"]

  /// Changes what a JSON object names.
  ///
  /// - Throws: What is wrong with it, in words; nothing is changed then.
  mutating func apply(_ change: JSONValue) throws(SwitchError) {
    guard let members = change.object else {
      throw SwitchError(description: "the switches are an object, not \(change.kind)")
    }
    var changed = self
    for member in members { try changed.apply(member.key, member.value) }
    self = changed
  }

  private mutating func apply(_ key: String, _ value: JSONValue) throws(SwitchError) {
    switch (key, value) {
    case ("delay", _) where (0...Limits.delay).contains(value.int64.map { Int($0) } ?? -1):
      delay = Int(value.int64 ?? 0)
    case ("refuse", .bool(let flag)): isRefusing = flag
    case ("silent", .bool(let flag)): isSilent = flag
    case ("refuseTokens", .bool(let flag)): isRefusingTokens = flag
    case ("minimumVersion", .string(let text)): minimumVersion = text
    case ("minimumVersion", .null): minimumVersion = nil
    case ("maintenance", .null): maintenance = nil
    case ("maintenance", .string(let text)): maintenance = Maintenance(message: text)
    case ("maintenance", .object) where value["message"]?.string != nil:
      maintenance = Maintenance(
        message: value["message"]?.string ?? "", until: value["until"]?.int64)
    case ("flags", .object(let members)) where members.allSatisfy { $0.value.string != nil }:
      flags = Dictionary(members.map { ($0.key, $0.value.string ?? "") }) { $1 }
    default: throw SwitchError(description: "\(key) cannot be \(value.kind) like this")
    }
  }

  /// Writes the switches as `apply` reads them.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("delay", delay)
      writer.member("refuse", isRefusing)
      writer.member("silent", isSilent)
      writer.member("refuseTokens", isRefusingTokens)
      writeAnnouncements(to: &writer)
    }
  }

  /// Writes the members that clients read as their configuration.
  func writeAnnouncements(to writer: inout JSONWriter) {
    writer.member("minimumVersion", minimumVersion)
    writer.key("maintenance")
    if let maintenance {
      writer.object { writer in
        writer.member("message", maintenance.message)
        writer.member("until", maintenance.until)
      }
    } else {
      writer.null()
    }
    writer.key("flags")
    writer.object { writer in
      for (name, value) in flags.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
    }
  }
}

/// A switch that makes no sense.
struct SwitchError: Error, CustomStringConvertible {
  let description: String
}
