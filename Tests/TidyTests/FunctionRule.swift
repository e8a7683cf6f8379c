extension Rule {
  static let functionLength = Rule(
    name: "a function has at most \(Limit.functionLines) lines",
    appliesTo: { $0.language != nil }
  ) { file in
    guard let language = file.language else { return [] }
    let finder = FunctionFinder(file.code.joined(separator: "\n"))
    let functions = language == .swift ? finder.swiftFunctions() : finder.bracedFunctions()
    return functions.filter { $0.count > Limit.functionLines }.map { lines in
      (
        lines.lowerBound,
        "the function has \(lines.count) lines; name its parts (\(Limit.functionLines) at most)"
      )
    }
  }
}

/// Finds where functions start and end, in code whose comments and literals are blanked.
struct FunctionFinder {
  private let code: [UInt8]
  /// Where each line starts.
  private let lineStarts: [Int]

  init(_ code: String) {
    let bytes = Array(code.utf8)
    let newline = UInt8(ascii: "\n")
    self.code = bytes
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == newline }.map { $0 + 1 }
  }

  /// The lines of the functions of Swift code, counted from 1.
  func swiftFunctions() -> [ClosedRange<Int>] {
    let starters: Set = ["func", "init", "deinit", "subscript"]
    return words().compactMap { word in
      guard starters.contains(word.text) else { return nil }
      // `T.init(…)` is a call.
      if word.start > 0, code[word.start - 1] == UInt8(ascii: ".") { return nil }
      guard let open = body(after: word.end), let close = close(of: open) else { return nil }
      return line(of: word.start)...line(of: close)
    }
  }

  /// The lines of the functions of a language in which a body follows `)` or `=>`.
  func bracedFunctions() -> [ClosedRange<Int>] {
    let control: Set = ["if", "for", "while", "switch", "catch", "with"]
    var found: [ClosedRange<Int>] = []
    var opened: [Int] = []
    // Where the parentheses that closed last were opened.
    var parentheses = 0
    var previous = 0
    for (index, byte) in code.enumerated() where byte > UInt8(ascii: " ") {
      defer { previous = index }
      switch byte {
      case UInt8(ascii: "("): opened.append(index)
      case UInt8(ascii: ")"): parentheses = opened.popLast() ?? index
      case UInt8(ascii: "{"):
        let isArrow =
          code[previous] == UInt8(ascii: ">") && previous > 0
          && code[previous - 1] == UInt8(ascii: "=")
        let isNamed = code[previous] == UInt8(ascii: ")")
        guard isArrow || isNamed else { continue }
        let name = word(before: parentheses)
        if isNamed, name.isEmpty || control.contains(name) { continue }
        guard let close = close(of: index) else { continue }
        found.append(line(of: isNamed ? parentheses : index)...line(of: close))
      default: break
      }
    }
    return found
  }

  private func words() -> [(text: String, start: Int, end: Int)] {
    var found: [(String, Int, Int)] = []
    var start: Int?
    for index in 0...code.count {
      if index < code.count, code[index].isWordByte {
        if start == nil { start = index }
      } else if let first = start {
        found.append((String(decoding: code[first..<index], as: UTF8.self), first, index))
        start = nil
      }
    }
    return found
  }

  /// The brace that opens the body of a declaration, or nil where the declaration has none.
  private func body(after start: Int) -> Int? {
    let next: Set = [
      "func", "init", "deinit", "subscript", "var", "let", "case", "struct", "enum", "class",
      "protocol", "extension", "typealias", "associatedtype", "static", "mutating",
    ]
    var depth = 0
    var word: [UInt8] = []
    for index in start..<code.count {
      let byte = code[index]
      if byte.isWordByte {
        word.append(byte)
        continue
      }
      if depth == 0, next.contains(String(decoding: word, as: UTF8.self)) { return nil }
      word = []
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "{") where depth == 0: return index
      case UInt8(ascii: "}") where depth == 0: return nil
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  private func close(of open: Int) -> Int? {
    var depth = 0
    for index in open..<code.count {
      if code[index] == UInt8(ascii: "{") { depth += 1 }
      if code[index] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  private func word(before index: Int) -> String {
    var end = index
    while end > 0, code[end - 1] == UInt8(ascii: " ") { end -= 1 }
    var start = end
    while start > 0, code[start - 1].isWordByte { start -= 1 }
    return String(decoding: code[start..<end], as: UTF8.self)
  }

  /// The line of a position, counted from 1; O(log lines).
  private func line(of index: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
