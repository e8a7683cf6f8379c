import Foundation

/// One text file of the package, as the rules see it.
struct SourceText: Sendable {
  enum Language: Sendable {
    case swift, c, script
  }

  /// The path relative to the package's root, with `/` between the parts.
  let path: String
  let text: String
  /// The lines without their line ends.
  let lines: [String]
  /// The lines with comments and the contents of literals blanked; the text itself for a language
  /// that is not masked.
  let code: [String]
  /// The lines with everything but comments blanked; empty for a language that is not masked.
  let comments: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = Self.split(text)
    if let language = Self.language(of: path) {
      let masked = Masked(text, language: language)
      code = Self.split(masked.code)
      comments = Self.split(masked.comments)
    } else {
      code = lines
      comments = []
    }
  }

  var fileExtension: String {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else {
      return ""
    }
    return String(name[name.index(after: dot)...])
  }

  /// Whether the file lies in the folder, at any depth.
  func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

  /// The target under `Sources` or `Tests` that the file belongs to.
  var target: String? {
    let parts = path.split(separator: "/")
    guard parts.count > 2, parts[0] == "Sources" || parts[0] == "Tests" else { return nil }
    return String(parts[1])
  }

  var language: Language? { Self.language(of: path) }

  private static func language(of path: String) -> Language? {
    if path.hasSuffix(".swift") { return .swift }
    if path.hasSuffix(".c") || path.hasSuffix(".h") { return .c }
    if path.hasSuffix(".js") || path.hasSuffix(".mjs") { return .script }
    return nil
  }

  private static func split(_ text: String) -> [String] {
    // UTF-8 rather than characters, because "\r\n" is one character and would hide a line end.
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
