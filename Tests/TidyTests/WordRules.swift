extension Rule {
  static let words: [Rule] = [
    .eachLine("nothing is left for later", where: isOurText) { line in
      // Written in halves, so that this file keeps the rule too.
      let reminders = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
      if let word = reminders.first(where: { line.containsWord($0) }) {
        return "\(word): do it now, or leave the feature out"
      }
      let phrase = "not " + "implemented"
      return line.contains(phrase) || line.contains("N" + phrase.dropFirst())
        ? "\(phrase): leave the feature out until it is there" : nil
    },
    .eachLine("no merge is left open", where: isOurText) { line in
      let markers = ["<<<<<<< ", ">>>>>>> ", "||||||| "]
      return markers.contains { line.hasPrefix($0) } || line == String(repeating: "=", count: 7)
        ? "a merge marker: settle the conflict" : nil
    },
    Rule(name: "no path belongs to one machine", appliesTo: isOurText) { file in
      // The halves keep this file clean. A temporary folder is for tests alone.
      var folders = ["/wo" + "rk/", "/ho" + "me/", "/ro" + "ot/"]
      if file.isIn("Sources") { folders.append("/t" + "mp/") }
      return file.lines.enumerated().compactMap { index, line in
        folders.first { line.containsPath($0) }
          .map { (index + 1, "\($0) is a folder of one machine; take the path from the caller") }
      }
    },
    Rule(name: "no issue number stands in for the reason", appliesTo: isOurText) { file in
      // In the languages of the web a number sign starts a colour, and in Swift a macro; there
      // only comments are looked at.
      let lines = file.language == nil ? file.lines : file.comments
      let isStyle = ["css", "html"].contains(file.fileExtension)
      return lines.enumerated().compactMap { index, line in
        guard line.containsIssueNumber(afterWord: isStyle || file.language == .script) else {
          return nil
        }
        return (index + 1, "say the reason in words; a number is opaque to the reader")
      }
    },
  ]
}

extension String {
  /// Whether the text has the word, with no letter, digit or `_` beside it.
  func containsWord(_ word: String) -> Bool {
    occurrences(of: word).contains { before, after in
      !(before.map(\.isWordByte) ?? false) && !(after.map(\.isWordByte) ?? false)
    }
  }

  /// Whether the text has the absolute path, rather than a longer path that ends in it.
  func containsPath(_ path: String) -> Bool {
    occurrences(of: path).contains { before, _ in
      !(before.map { $0.isWordByte || $0 == UInt8(ascii: ".") } ?? false)
    }
  }

  /// Whether the text has a number sign and digits, as an issue is named.
  func containsIssueNumber(afterWord isWordNeeded: Bool) -> Bool {
    let lowercased = lowercased()
    let words = ["issue ", "issue #", "pull request ", "pull request #", "pr #"]
    let isNamed = words.contains { word in
      lowercased.occurrences(of: word).contains { before, after in
        !(before.map(\.isWordByte) ?? false) && (after.map(\.isDigit) ?? false)
      }
    }
    if isNamed || isWordNeeded { return isNamed }
    return occurrences(of: "#").contains { before, after in
      !(before.map { $0.isWordByte || $0 == UInt8(ascii: "&") } ?? false)
        && (after.map(\.isDigit) ?? false)
    }
  }

  /// The bytes before and after each place where the text stands.
  private func occurrences(of text: String) -> [(before: UInt8?, after: UInt8?)] {
    let wanted = Array(text.utf8)
    let bytes = Array(utf8)
    guard bytes.count >= wanted.count else { return [] }
    var found: [(before: UInt8?, after: UInt8?)] = []
    for start in 0...(bytes.count - wanted.count)
    where bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted) {
      let end = start + wanted.count
      found.append((start > 0 ? bytes[start - 1] : nil, end < bytes.count ? bytes[end] : nil))
    }
    return found
  }
}

extension UInt8 {
  /// A letter, a digit, `_`, or a part of a character beyond ASCII.
  var isWordByte: Bool {
    isDigit || self == UInt8(ascii: "_") || self > 127
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
