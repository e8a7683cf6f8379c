import Testing

/// The tree keeps the habits of the house.
@Suite struct TreeTests {
  @Test(arguments: Rule.all(programs: Tree.manifest.programs))
  func `the tree keeps the rule`(rule: Rule) {
    for file in Tree.files {
      for finding in rule.findings(in: file) { finding.record() }
    }
  }

  @Test func `Git lists the files`() throws {
    // Without this, a tree that cannot be read would keep every rule.
    #expect(Tree.files.contains { $0.path == "Package.swift" })
    #expect(Tree.files.contains { $0.path == "Tests/TidyTests/TreeTests.swift" })
    #expect(Tree.files.count > 20)
  }

  @Test func `every room imports what the table allows`() throws {
    let rooms = Rooms(text: try #require(Tree.file(at: Rooms.path)).text)
    #expect(!rooms.rows.isEmpty, "README.md has a table | room | may import | what it is |")
    #expect(!Tree.manifest.targets.isEmpty)
    for finding in rooms.findings(against: Tree.manifest) { finding.record() }
    for file in Tree.files {
      for finding in rooms.findings(in: file, manifest: Tree.manifest) { finding.record() }
    }
  }

  @Test func `no test depends on a program`() {
    for finding in Tree.manifest.findings() { finding.record() }
  }

  @Test func `nothing else stands at the top level`() {
    for finding in TopLevel.findings(files: Tree.paths(["--cached"])) { finding.record() }
  }

  @Test func `every file of the dashboard is embedded`() throws {
    let files = Tree.files.map(\.path).filter { $0.hasPrefix("Web/") }
    let list = try #require(Tree.file(at: Assets.listPath))
    for finding in Assets.findings(list: list, files: Set(files)) { finding.record() }
  }

  @Test func `the formatter asks for documentation`() throws {
    let settings = try #require(Tree.file(at: FormatSettings.path))
    for finding in FormatSettings.findings(text: settings.text) { finding.record() }
  }
}
