import Foundation

/// The settings of the formatter, which checks what the rules here do not: that each public
/// declaration is documented.
enum FormatSettings {
  static let path = ".swift-format"

  static func findings(text: String) -> [Finding] {
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let settings = object as? [String: Any] else {
      return [Finding(path: path, line: 1, message: "the settings are not a JSON object")]
    }
    var messages: [String] = []
    if settings["lineLength"] as? Int != Rule.Limit.columns {
      messages.append("lineLength is \(Rule.Limit.columns)")
    }
    let rules = settings["rules"] as? [String: Bool] ?? [:]
    let needed = [
      "AllPublicDeclarationsHaveDocumentation", "BeginDocumentationCommentWithOneLineSummary",
      "ValidateDocumentationComments",
    ]
    for rule in needed where rules[rule] != true {
      messages.append("rules turns \(rule) on")
    }
    return messages.map { Finding(path: path, line: 1, message: "set it so that \($0)") }
  }
}
