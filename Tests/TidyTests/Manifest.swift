/// The targets of `Package.swift`, read from its text.
///
/// The text and not `swift package describe`, which would wait for the build that runs the tests.
struct Manifest: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case library = "target"
    case executable = "executableTarget"
    case system = "systemLibrary"
    case test = "testTarget"
  }

  struct Target: Sendable, Equatable {
    let kind: Kind
    let name: String
    let dependencies: [String]
    /// Whether it is a test, or what tests share.
    let isForTests: Bool
    /// Where it is declared, counted from 1.
    let line: Int
  }

  let targets: [Target]

  init(text: String) {
    // Comments go, so that an example in one declares nothing; blanking keeps the positions.
    let code = Array(Masked(text, language: .swift).code.utf8)
    let bytes = Array(text.utf8)
    var found: [Target] = []
    for kind in Kind.allCases {
      for start in Self.starts(of: "." + kind.rawValue + "(", in: code) {
        let call = Self.call(in: code, from: start)
        let line = 1 + code[..<start].count { $0 == UInt8(ascii: "\n") }
        let name = Self.strings(after: "name:", in: call, of: code, text: bytes).first
        guard let name else { continue }
        let dependencies = Self.strings(after: "dependencies:", in: call, of: code, text: bytes)
        let path = Self.strings(after: "path:", in: call, of: code, text: bytes).first ?? ""
        found.append(
          Target(
            kind: kind, name: name, dependencies: dependencies,
            isForTests: kind == .test || path.hasPrefix("Tests/"), line: line))
      }
    }
    targets = found.sorted { $0.line < $1.line }
  }

  func target(named name: String) -> Target? { targets.first { $0.name == name } }

  var programs: Set<String> { Set(targets.filter { $0.kind == .executable }.map(\.name)) }

  /// What the targets must keep, whatever the rooms are.
  func findings() -> [Finding] {
    targets.filter(\.isForTests).flatMap { test in
      test.dependencies.filter(programs.contains).map { program in
        Finding(
          path: "Package.swift", line: test.line,
          message: "\(test.name) depends on the program \(program); "
            + "find the built program beside the test bundle instead")
      }
    }
  }

  private static func starts(of text: String, in code: [UInt8]) -> [Int] {
    let wanted = Array(text.utf8)
    guard code.count >= wanted.count else { return [] }
    return (0...(code.count - wanted.count)).filter {
      code[$0] == wanted[0] && code[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  /// The bytes from the first parenthesis or bracket to the one that closes it.
  private static func call(in code: [UInt8], from start: Int) -> Range<Int> {
    var depth = 0
    var open = start
    for index in start..<code.count {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["):
        if depth == 0 { open = index }
        depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return open..<index }
      default: break
      }
    }
    return open..<code.count
  }

  /// The string or the strings of the list that the argument is.
  private static func strings(
    after label: String, in call: Range<Int>, of code: [UInt8], text: [UInt8]
  ) -> [String] {
    guard let at = starts(of: label, in: Array(code[call])).first.map({ $0 + call.lowerBound })
    else { return [] }
    let start = at + label.utf8.count
    let rest = text[start..<call.upperBound]
    let isList = rest.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "[")
    let list = isList ? Self.call(in: code, from: start) : start..<call.upperBound
    let quoted = text[list].split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    let strings = stride(from: 1, to: quoted.count, by: 2).map {
      String(decoding: quoted[$0], as: UTF8.self)
    }
    return isList ? strings : Array(strings.prefix(1))
  }
}
