import LaunchInsights
import LaunchModel

/// Words for people, where the document's are written together.
enum Words {
  static func group(_ group: LaunchGroup) -> String {
    switch group {
    case .beforeFirstFrame: "before first frame"
    case .deferred: "deferred"
    case .lazy: "lazy"
    }
  }

  /// `firstFrame` as *first frame*.
  static func spaced(_ name: String) -> String {
    name.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }

  /// The value of a fact, with the unit that its name ends in: `lifetimeNs`, `libraryBytesAtStart`.
  static func value(of fact: TraceAttribute) -> String {
    switch fact.value {
    case .text(let text): return text
    case .real(let number): return "\(number)"
    case .flag(let flag): return "\(flag)"
    case .integer(let number):
      if fact.name.hasSuffix("Ns") { return LaunchSentence.time(number) }
      let moments = ["AtStart", "AtFirstFrame"]
      let moment = moments.first { fact.name.hasSuffix($0) } ?? ""
      let isSize = ["Bytes", "bytesRead", "charactersRead"]
        .contains { fact.name.dropLast(moment.count).hasSuffix($0) }
      return isSize ? bytes(number) : "\(number)"
    }
  }

  /// A number of bytes: `848 KB`.
  static func bytes(_ count: Int64) -> String {
    var value = Double(count)
    for unit in ["B", "KB", "MB", "GB"] {
      if value.magnitude < 1000 || unit == "GB" {
        let rounded = (value * 10).rounded() / 10
        return rounded == rounded.rounded() ? "\(Int64(rounded)) \(unit)" : "\(rounded) \(unit)"
      }
      value /= 1024
    }
    return "\(count) B"
  }
}
