/// What may stand at the top of the repository.
enum TopLevel {
  static let allowed: Set<String> = [
    ".ci", ".gitignore", ".swift-format", "CHANGELOG.md", "Makefile", "Package.swift", "README.md",
    "Sources", "Tests", "Web", "traces",
  ]

  /// The paths under version control that stand elsewhere.
  static func findings(files: [String]) -> [Finding] {
    files.filter { path in
      !allowed.contains(path.prefix { $0 != "/" }.description)
    }.map { path in
      Finding(
        path: path, line: 1,
        message: "nothing but \(allowed.sorted().joined(separator: ", ")) stands at the top level; "
          + "find the folder where it belongs")
    }
  }
}
