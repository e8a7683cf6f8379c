import Testing

/// A text that breaks a rule, and one beside it that keeps it.
struct Plant: Sendable, CustomTestStringConvertible {
  let rule: String
  let path: String
  let bad: String
  /// The lines of `bad` that are found, counted from 1.
  let lines: [Int]
  let good: String

  var testDescription: String { "\(rule), in \(path)" }

  init(_ rule: String, in path: String, bad: String, at lines: [Int], good: String) {
    self.rule = rule
    self.path = path
    self.bad = bad
    self.lines = lines
    self.good = good
  }
}

@Suite struct RuleTests {
  static let rules = Rule.all(programs: ["Tool"])

  @Test(arguments: Plant.all) func `a planted violation is found at its line`(plant: Plant) throws {
    let rule = try #require(Self.rules.first { $0.name == plant.rule })
    let found = rule.findings(in: SourceText(path: plant.path, text: plant.bad))
    #expect(found.map(\.line) == plant.lines)
    #expect(found.allSatisfy { $0.description.hasPrefix("\(plant.path):\($0.line): ") })
  }

  @Test(arguments: Plant.all) func `good text is left alone`(plant: Plant) throws {
    let rule = try #require(Self.rules.first { $0.name == plant.rule })
    #expect(rule.findings(in: SourceText(path: plant.path, text: plant.good)).isEmpty)
  }

  @Test(arguments: rules) func `every rule has been seen to fire`(rule: Rule) {
    #expect(Plant.all.contains { $0.rule == rule.name })
  }
}

extension Plant {
  static let all = layout + words + swift + functions

  private static let layout = [
    Plant(
      "a file has at most 600 lines", in: "Web/app.js",
      bad: String(repeating: "x\n", count: 601), at: [601],
      good: String(repeating: "x\n", count: 600)),
    Plant(
      "a line has at most 100 columns", in: "Sources/A/A.swift",
      bad: "short\n" + String(repeating: "x", count: 101) + "\n", at: [2],
      good: String(repeating: "é", count: 100) + "\n"),
    Plant(
      "no line ends in a blank", in: "README.md", bad: "a \nb\nc\t\nd\r\n", at: [1, 3, 4],
      good: "a\n\nb\n"),
    Plant(
      "blanks and not tabs indent", in: "Sources/A/A.swift", bad: "{\n\ta\n}\n", at: [2],
      good: "{\n  a\n}\n"),
    Plant(
      "blanks and not tabs indent", in: "Web/style.css", bad: "a {\n\tb: c;\n}\n", at: [2],
      good: "a {\n  b: c;\n}\n"),
    Plant("a file ends with one line end", in: ".ci/run.sh", bad: "a\nb", at: [2], good: "a\nb\n"),
    Plant("a file ends with one line end", in: "README.md", bad: "a\n\n", at: [2], good: ""),
  ]

  private static let words = [
    Plant(
      "nothing is left for later", in: "Sources/A/A.swift",
      bad: "// TO" + "DO: more\nfatalError(\"not " + "implemented\")\n", at: [1, 2],
      good: "// This is TO" + "DOS and mktemp aXXXXXX\n"),
    Plant(
      "no merge is left open", in: "Makefile",
      bad: "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n", at: [1, 3, 5],
      good: "a << b\n# =========\n"),
    Plant(
      "no path belongs to one machine", in: "Sources/A/A.swift",
      bad: "let a = \"/ho" + "me/me/a\"\nlet b = \"/t" + "mp/b\"\n", at: [1, 2],
      good: "let a = \"https://example.org/ho" + "me/a\"\nlet b = \"./t" + "mp/b\"\n"),
    Plant(
      "no path belongs to one machine", in: "Tests/A/A.swift",
      bad: "let a = \"/wo" + "rk/a\"\n", at: [1], good: "let b = \"/t" + "mp/b\"\n"),
    Plant(
      "no issue number stands in for the reason", in: "Sources/A/A.swift",
      bad: "let a = 1  // see #1" + "2\n/// As issue 4" + "5 says.\n", at: [1, 2],
      good: "#if os(Linux)\nlet a = \"#123\"  // the colour #fff\n#endif\n"),
    Plant(
      "no issue number stands in for the reason", in: "Web/style.css",
      bad: "a { color: red; } /* issue #1" + "2 */\n", at: [1], good: "a { color: #123456; }\n"),
    Plant(
      "no issue number stands in for the reason", in: "README.md", bad: "Mends #1" + "2.\n",
      at: [1], good: "## 1. A heading\n"),
  ]

  private static let swift = [
    Plant(
      "no product imports Foundation", in: "Sources/A/A.swift",
      bad: "import Glibc\npublic import struct FoundationEssentials.Date\nimport Foundation\n",
      at: [2, 3], good: "// import Foundation\nlet a = \"import Foundation\"\n"),
    Plant(
      "no product imports Foundation", in: "Sources/A/A.swift",
      bad: "@preconcurrency import Foundation\n", at: [1], good: "import FoundingFathers\n"),
    Plant(
      "no source has @preconcurrency", in: "Sources/A/A.swift",
      bad: "@preconcurrency import Glibc\n", at: [1], good: "// @preconcurrency hides races.\n"),
    Plant(
      "no source has try" + "!", in: "Sources/A/A.swift", bad: "let a = try" + "! f()\n", at: [1],
      good: "let a = try? f()\nlet b = \"try" + "!\"\n"),
    Plant(
      "a library does not print", in: "Sources/A/A.swift", bad: "a()\n  print(a)\n", at: [2],
      good: "func print(_ a: Int) {}\nout.print(a)\nfingerprint(a)\n// print(a)\n"),
    Plant(
      "a library does not print", in: "Sources/A/A.swift", bad: "debugPrint(a)\n", at: [1],
      good: "\"\"\"\nprint(a)\n\"\"\"\n"),
    Plant(
      "what the compiler does not check states its proof", in: "Sources/A/A.swift",
      bad: "/// A box.\nfinal class A: @unchecked Sendable {\n  nonisolated(unsafe) var a = 1\n}\n",
      at: [2, 3],
      good: """
        /// A box.
        ///
        /// Proof: the lock is held at every use.
        final class A: @unchecked Sendable {
          nonisolated(unsafe) var a = 1  // Proof: as above.
        }
        // An @unchecked Sendable in a comment.

        """),
  ]

  private static func function(_ head: String, bodyLines: Int) -> String {
    "\n\(head) {\n" + String(repeating: "  a()\n", count: bodyLines) + "}\n"
  }

  private static let name = "a function has at most 70 lines"

  private static let functions =
    [
      "func a() where A: B", "init?(_ a: Int = { 1 }())", "deinit", "subscript(a: Int) -> Int",
      "func `a test with \"words\" and {`()", "func a() async throws(E) -> [Int: (Int) -> Void]",
    ].map {
      Plant(
        name, in: "Sources/A/A.swift", bad: function($0, bodyLines: 69), at: [2],
        good: function($0, bodyLines: 68))
    }
    + [
      "function a()", "export async function a(b = 1)", "const a = (b) =>", "get a()",
      "on('x', () =>",
    ].map {
      Plant(
        name, in: "Web/app.js", bad: function($0, bodyLines: 69), at: [2],
        good: function($0, bodyLines: 68))
    }
    + [
      Plant(
        name, in: "Sources/CA/CA.c", bad: function("int a(void)", bodyLines: 69), at: [2],
        good: "struct a b =" + function("", bodyLines: 100)),
      Plant(
        name, in: "Sources/A/A.swift",
        bad: "protocol A { func b() }" + function("func c()", bodyLines: 80), at: [2],
        good: function("protocol A { func b() }; extension A", bodyLines: 80)),
    ]
}
