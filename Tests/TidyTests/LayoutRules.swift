extension Rule {
  /// How large a thing may grow before it is two things.
  enum Limit {
    static let fileLines = 600
    static let functionLines = 70
    static let columns = 100
  }

  static let layout: [Rule] = [
    Rule(name: "a file has at most \(Limit.fileLines) lines", appliesTo: isSource) { file in
      guard file.lines.count > Limit.fileLines else { return [] }
      return [
        (
          Limit.fileLines + 1,
          "the file has \(file.lines.count) lines; find the two things in it and give each a file"
        )
      ]
    },
    .eachLine("a line has at most \(Limit.columns) columns", where: isSource) { line in
      // Bytes first: counting characters is slow, and no line has more characters than bytes.
      guard line.utf8.count > Limit.columns, line.count > Limit.columns else { return nil }
      return "the line has \(line.count) columns; break it at \(Limit.columns)"
    },
    .eachLine("no line ends in a blank", where: isOurText) { line in
      guard let last = line.utf8.last else { return nil }
      let blanks: [UInt8] = Array(" \t\r".utf8)
      return blanks.contains(last) ? "remove the blanks at the end of the line" : nil
    },
    .eachLine(
      "blanks and not tabs indent",
      where: { isSource($0) && $0.path != "Makefile" }
    ) { line in
      line.utf8.contains(UInt8(ascii: "\t")) ? "put blanks in place of the tab" : nil
    },
    Rule(name: "a file ends with one line end", appliesTo: isOurText) { file in
      if file.text.isEmpty || (file.text.hasSuffix("\n") && file.lines.last != "") { return [] }
      return [(max(file.lines.count, 1), "end the file with exactly one line end")]
    },
  ]

  /// What people write and read as code: everything that is compiled, run or served.
  @Sendable static func isSource(_ file: SourceText) -> Bool {
    let extensions: Set = ["swift", "c", "h", "js", "mjs", "css", "html", "py", "sh"]
    guard file.path == "Package.swift" || isInCodeFolder(file) || file.path == "Makefile" else {
      return false
    }
    return extensions.contains(file.fileExtension) || file.text.hasPrefix("#!")
      || file.path == "Makefile"
  }

  /// Everything but samples and fixtures, which are what other programs wrote.
  @Sendable static func isOurText(_ file: SourceText) -> Bool {
    isSource(file) || ["md", "modulemap"].contains(file.fileExtension)
      || ["Makefile", ".swift-format", ".gitignore"].contains(file.path)
  }

  private static func isInCodeFolder(_ file: SourceText) -> Bool {
    ["Sources", "Tests", "Web", ".ci"].contains { file.isIn($0) }
  }
}
