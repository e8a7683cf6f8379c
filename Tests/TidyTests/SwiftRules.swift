extension Rule {
  /// The rules about Swift, where `programs` are the executable targets: those may print.
  static func swift(programs: Set<String>) -> [Rule] {
    [
      .eachLine(
        "no product imports Foundation", of: \.code,
        where: { $0.language == .swift && $0.isIn("Sources") }
      ) { line in
        guard let module = Import(line: line)?.module, module.hasPrefix("Foundation") else {
          return nil
        }
        return "no product imports \(module); take it from the standard library or from a C door"
      },
      forbidden("@preconcurrency", "make the type Sendable, or keep it on its own thread"),
      forbidden("try" + "!", "handle the error, or throw it on"),
      .eachLine(
        "a library does not print", of: \.code,
        where: {
          $0.language == .swift && $0.isIn("Sources") && !programs.contains($0.target ?? "")
        }
      ) { line in
        guard line.callsFunction("print") || line.callsFunction("debugPrint") else { return nil }
        return "a library does not print; return the text, or record it"
      },
      Rule(
        name: "what the compiler does not check states its proof",
        appliesTo: { $0.language == .swift && $0.isIn("Sources") }
      ) { file in
        file.code.enumerated().compactMap { index, line in
          let claims = ["@unchecked Sendable", "nonisolated(unsafe)"]
          guard let claim = claims.first(where: { line.contains($0) }) else { return nil }
          // The claim's own line, or the comment before it.
          let nearby = file.comments[max(0, index - 8)...index]
          if nearby.contains(where: { $0.lowercased().containsWord("proof") }) { return nil }
          return (
            index + 1,
            "\(claim) states its proof: write why it holds in a comment `// Proof: …` before it"
          )
        }
      },
    ]
  }

  private static func forbidden(_ token: String, _ advice: String) -> Rule {
    .eachLine(
      "no source has \(token)", of: \.code,
      where: { $0.language == .swift && $0.isIn("Sources") }
    ) { line in
      line.contains(token) ? "\(token): \(advice)" : nil
    }
  }
}

extension String {
  /// Whether the code calls the free function; declaring one of the same name is no call.
  fileprivate func callsFunction(_ name: String) -> Bool {
    var rest = self[...]
    while let range = rest.firstRange(of: name + "(") {
      let before = rest[..<range.lowerBound]
      let isPartOfName = before.utf8.last.map { $0.isWordByte || $0 == UInt8(ascii: ".") } ?? false
      if !isPartOfName, !before.hasSuffix("func ") { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}
