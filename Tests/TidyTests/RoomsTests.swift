import Testing

@Suite struct RoomsTests {
  private let manifest = Manifest(
    text: """
      // .target(name: "Ghost"),
      let package = Package(
        products: [.library(name: "Engine", targets: ["Engine"])],
        targets: [
          .target(name: "CDoor"),
          .systemLibrary(name: "CBase", providers: [.apt(["base-dev"])]),
          .target(name: "Model"),
          .target(
            name: "Engine",
            dependencies: ["Model", "CDoor"]),
          .executableTarget(name: "Tool", dependencies: ["Engine", "CBase"]),
          .target(name: "Support", path: "Tests/Support"),
          .testTarget(name: "EngineTests", dependencies: ["Engine", "Support"]),
        ])
      """)

  private func rooms(_ rows: String) -> Rooms {
    Rooms(
      text: "| a | b |\n|---|---|\n| Other | x |\n\n## Rooms\n\n"
        + "| room | may import | what it is |\n|---|---|---|\n" + rows + "\n\n| After | - | - |\n")
  }

  private let whole = """
    | `CDoor` | - | a door |
    | `CBase` | - | a door |
    | `Model` | - | values |
    | `Engine` | `Model`, `CDoor` | the engine |
    | `Tool` | anything, CBase | the tool |
    """

  @Test func `the manifest names its targets and their dependencies`() {
    #expect(
      manifest.targets.map(\.name) == [
        "CDoor", "CBase", "Model", "Engine", "Tool", "Support", "EngineTests",
      ])
    #expect(manifest.target(named: "Engine")?.dependencies == ["Model", "CDoor"])
    #expect(manifest.target(named: "Model")?.dependencies == [])
    #expect(manifest.target(named: "Engine")?.line == 8)
    #expect(manifest.programs == ["Tool"])
  }

  @Test func `only the table of rooms is read`() {
    let rooms = rooms(whole)
    #expect(rooms.rows.map(\.room) == ["CDoor", "CBase", "Model", "Engine", "Tool"])
    #expect(rooms.row(for: "Engine")?.mayImport == ["Model", "CDoor"])
    #expect(rooms.row(for: "Engine")?.line == 12)
    #expect(rooms.row(for: "Tool")?.mayImportLibraries == true)
  }

  @Test func `a table that fits the targets has no findings`() {
    #expect(rooms(whole).findings(against: manifest) == [])
  }

  @Test func `a target without a row is found`() {
    let findings = rooms(whole.replacing("| `Model` | - | values |\n", with: ""))
      .findings(against: manifest)
    #expect(
      findings.map(\.description) == [
        "Package.swift:7: Model has no row in the table of rooms in README.md; add one"
      ])
  }

  @Test func `a row without a target is found`() {
    let findings = rooms(whole + "\n| Attic | Model | - |").findings(against: manifest)
    #expect(
      findings.map(\.description) == [
        "README.md:14: the row names Attic, which is no target of Package.swift"
      ])
  }

  @Test func `a row that names no target among what it imports is found`() {
    let findings = rooms(whole.replacing("`CDoor` | the", with: "`CDoor` Attic | the"))
      .findings(against: manifest)
    #expect(findings.map(\.line) == [12])
  }

  @Test func `a room with two rows is found`() {
    let findings = rooms(whole + "\n| Model | - | - |").findings(against: manifest)
    #expect(findings.map(\.description) == ["README.md:14: Model has two rows"])
  }

  @Test func `a dependency that the row does not allow is found`() {
    let findings = rooms(whole.replacing("`Model`, `CDoor`", with: "`Model`"))
      .findings(against: manifest)
    #expect(
      findings.map(\.description) == [
        "Package.swift:8: Engine may not depend on CDoor: see the table in README.md"
      ])
  }

  @Test func `a program names the doors that it uses`() {
    let findings = rooms(whole.replacing("anything, CBase", with: "anything"))
      .findings(against: manifest)
    #expect(findings.map(\.line) == [11])
  }

  private func findings(_ text: String, at path: String) -> [String] {
    rooms(whole).findings(in: SourceText(path: path, text: text), manifest: manifest)
      .map(\.message)
  }

  @Test func `an import that the row allows and the target declares passes`() {
    let text = """
      public import Model
      @_exported public import struct Model.Launch
      internal import CDoor
      import Glibc; import Synchronization
      import _Concurrency
      #if canImport(Darwin)
        // import Darwin
      #endif
      """
    #expect(findings(text, at: "Sources/Engine/A.swift") == [])
  }

  @Test func `an import that the row does not allow is found`() {
    #expect(
      findings("import Engine\n", at: "Sources/Model/A.swift") == [
        "Model may not import Engine: see the table in README.md"
      ])
    #expect(findings("import Dispatch\n", at: "Sources/Model/A.swift").count == 1)
    #expect(findings("@testable import Tool\n", at: "Sources/Engine/A.swift").count == 1)
  }

  @Test func `an import that the target does not declare is found`() {
    #expect(
      findings("import Model\n", at: "Sources/Tool/A.swift") == [
        "Tool does not declare Model in Package.swift; add the dependency"
      ])
    #expect(findings("@testable import Model\n", at: "Tests/EngineTests/A.swift").count == 1)
  }

  @Test func `a test imports what it declares, and Foundation`() {
    #expect(
      findings(
        "import Foundation\nimport Testing\n@testable import Engine\n",
        at: "Tests/EngineTests/A.swift") == [])
    #expect(findings("import Glibc\n", at: "Tests/Support/A.swift") == [])
  }

  @Test func `a folder of sources without a target is found`() {
    #expect(findings("\n", at: "Sources/Attic/A.swift").count == 1)
    #expect(findings("\n", at: "Tests/Scripts/a.swift").isEmpty)
  }

  @Test func `a test that depends on a program is found`() {
    let manifest = Manifest(
      text: """
        .executableTarget(name: "Tool"),
        .testTarget(name: "ToolTests", dependencies: [
          "Tool"
        ]),
        """)
    #expect(manifest.findings().map(\.line) == [2])
    #expect(self.manifest.findings() == [])
  }
}
