import Testing

/// Something that a person has to mend: where it is, and what to do.
struct Finding: Sendable, Equatable, CustomStringConvertible {
  let path: String
  /// Counted from 1.
  let line: Int
  let message: String

  var description: String { "\(path):\(line): \(message)" }
}

/// A habit of the house that a single file keeps or breaks.
///
/// A pure function over the text, so that each rule is tested with a planted violation.
struct Rule: Sendable, CustomTestStringConvertible {
  /// The habit in words; each rule has its own.
  let name: String
  /// Which files it is about.
  let appliesTo: @Sendable (SourceText) -> Bool
  /// The lines, counted from 1, that break it, with what to do.
  let violations: @Sendable (SourceText) -> [(line: Int, message: String)]

  var testDescription: String { name }

  func findings(in file: SourceText) -> [Finding] {
    guard appliesTo(file) else { return [] }
    return violations(file).map { Finding(path: file.path, line: $0.line, message: $0.message) }
  }

  /// Every rule, where `programs` are the executable targets.
  static func all(programs: Set<String>) -> [Rule] {
    layout + words + swift(programs: programs) + [functionLength]
  }
}

extension Rule {
  /// A rule about lines taken one at a time.
  static func eachLine(
    _ name: String,
    of lines: @escaping @Sendable (SourceText) -> [String] = { $0.lines },
    where appliesTo: @escaping @Sendable (SourceText) -> Bool = { _ in true },
    check: @escaping @Sendable (String) -> String?
  ) -> Rule {
    Rule(name: name, appliesTo: appliesTo) { file in
      lines(file).enumerated().compactMap { index, line in
        check(line).map { (index + 1, $0) }
      }
    }
  }
}
