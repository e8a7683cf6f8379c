/// An import declaration, read from one line of code.
struct Import: Equatable {
  /// The module, without the declaration or submodule that is asked of it.
  let module: String

  /// Nil where the line is none.
  init?(line: String) {
    var words = line.split(whereSeparator: { $0 == " " || $0 == ";" })[...]
    let modifiers: Set = ["public", "package", "internal", "fileprivate", "private"]
    while let word = words.first, word.hasPrefix("@") || modifiers.contains(String(word)) {
      words.removeFirst()
    }
    guard words.popFirst() == "import" else { return nil }
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    if let word = words.first, kinds.contains(String(word)) { words.removeFirst() }
    guard let module = words.first?.split(separator: ".").first else { return nil }
    self.module = String(module)
  }

  /// What every room may use: the standard library and the C library.
  var isStandardLibrary: Bool {
    ["Swift", "Synchronization", "Glibc"].contains(module) || module.hasPrefix("_")
  }

  /// What a test may use besides.
  var isForTests: Bool { ["Testing", "Foundation", "FoundationNetworking"].contains(module) }
}
