/// A source text split into its code and its comments, each with the rest blanked.
///
/// Both keep the line ends and the number of bytes of every line, so that a position in one is the
/// position in the other. The contents of literals are in neither. This is a tokenizer for the
/// house's own style and not for every program: it knows strings with any number of `#`, nested
/// comments, interpolations, template literals and regular expressions.
struct Masked {
  private(set) var code: String
  private(set) var comments: String

  init(_ text: String, language: SourceText.Language) {
    var scanner = Scanner(bytes: Array(text.utf8), language: language)
    scanner.scan(until: nil, keeping: true)
    code = String(decoding: scanner.code, as: UTF8.self)
    comments = String(decoding: scanner.comments, as: UTF8.self)
  }
}

private struct Scanner {
  let bytes: [UInt8]
  let language: SourceText.Language
  var index = 0
  var code: [UInt8]
  var comments: [UInt8]
  /// The last byte of code that is not a blank, which tells a division from a regular expression.
  var last: UInt8 = UInt8(ascii: "(")

  init(bytes: [UInt8], language: SourceText.Language) {
    self.bytes = bytes
    self.language = language
    let newline = UInt8(ascii: "\n")
    let blank = bytes.map { $0 == newline ? newline : UInt8(ascii: " ") }
    code = blank
    comments = blank
  }

  func peek(_ offset: Int = 0) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  func starts(with text: String) -> Bool {
    for (offset, byte) in text.utf8.enumerated() where peek(offset) != byte { return false }
    return true
  }

  /// Scans code to the end, or past the bracket that closes what has just been opened.
  mutating func scan(until close: UInt8?, keeping: Bool) {
    let open = close == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "{")
    var depth = 1
    while index < bytes.count {
      if skipComment() || skipLiteral(keeping: keeping) { continue }
      let byte = bytes[index]
      if keeping { code[index] = byte }
      if byte > UInt8(ascii: " ") { last = byte }
      index += 1
      guard let close else { continue }
      if byte == open { depth += 1 }
      if byte == close {
        depth -= 1
        if depth == 0 { return }
      }
    }
  }

  mutating func skipComment() -> Bool {
    if starts(with: "//") {
      while index < bytes.count, peek() != UInt8(ascii: "\n") { keepComment() }
      return true
    }
    guard starts(with: "/*") else { return false }
    var depth = 0
    repeat {
      if starts(with: "/*"), depth == 0 || language == .swift {
        depth += 1
        keepComment()
      } else if starts(with: "*/") {
        depth -= 1
        keepComment()
      }
      keepComment()
    } while index < bytes.count && depth > 0
    return true
  }

  mutating func keepComment() {
    guard index < bytes.count else { return }
    comments[index] = bytes[index]
    index += 1
  }

  mutating func skipLiteral(keeping: Bool) -> Bool {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\""):
      language == .swift ? skipSwiftString(hashes: 0) : skipQuoted(byte)
    case UInt8(ascii: "'") where language != .swift: skipQuoted(byte)
    case UInt8(ascii: "`"): skipQuoted(byte)
    case UInt8(ascii: "#") where language == .swift:
      var hashes = 0
      while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
      if peek(hashes) == UInt8(ascii: "\"") {
        index += hashes
        skipSwiftString(hashes: hashes)
      } else if peek(hashes) == UInt8(ascii: "/") {
        index += hashes
        skipExtendedExpression(hashes: hashes)
      } else {
        return false
      }
    case UInt8(ascii: "/") where language != .c && startsExpression(): skipExpression()
    default: return false
    }
    // What follows a literal is an operator, never another literal.
    last = UInt8(ascii: ")")
    return true
  }

  /// Skips a quoted text: an escaped identifier of Swift, or a string of the other languages.
  mutating func skipQuoted(_ quote: UInt8) {
    let isTemplate = quote == UInt8(ascii: "`") && language == .script
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), language != .swift {
        index += 2
      } else if isTemplate, starts(with: "${") {
        index += 2
        scan(until: UInt8(ascii: "}"), keeping: false)
      } else if byte == quote || (byte == UInt8(ascii: "\n") && !isTemplate) {
        index += 1
        return
      } else {
        index += 1
      }
    }
  }

  mutating func skipSwiftString(hashes: Int) {
    let isMultiline = starts(with: "\"\"\"")
    let quotes = isMultiline ? 3 : 1
    index += quotes
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), run(of: UInt8(ascii: "#"), at: 1) >= hashes {
        index += 1 + hashes
        let isInterpolation = peek() == UInt8(ascii: "(")
        index += 1
        if isInterpolation { scan(until: UInt8(ascii: ")"), keeping: false) }
      } else if byte == UInt8(ascii: "\n"), !isMultiline {
        return
      } else if run(of: UInt8(ascii: "\""), at: 0) >= quotes,
        run(of: UInt8(ascii: "#"), at: quotes) >= hashes
      {
        index += quotes + hashes
        return
      } else {
        index += 1
      }
    }
  }

  func run(of byte: UInt8, at offset: Int) -> Int {
    var count = 0
    while peek(offset + count) == byte { count += 1 }
    return count
  }

  func startsExpression() -> Bool {
    let next = peek(1)
    guard next != UInt8(ascii: " "), next != UInt8(ascii: "="), next != UInt8(ascii: "\n") else {
      return false
    }
    let before: [UInt8] = Array("(,=:[!&|?{};".utf8)
    return before.contains(last)
  }

  mutating func skipExpression() {
    index += 1
    var isInSet = false
    while index < bytes.count, peek() != UInt8(ascii: "\n") {
      switch peek() {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case UInt8(ascii: "/") where !isInSet:
        index += 1
        return
      default: break
      }
      index += 1
    }
  }

  mutating func skipExtendedExpression(hashes: Int) {
    index += 1
    while index < bytes.count {
      if peek() == UInt8(ascii: "/"), run(of: UInt8(ascii: "#"), at: 1) >= hashes {
        index += 1 + hashes
        return
      }
      index += 1
    }
  }
}
