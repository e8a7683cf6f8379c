import Testing

@Suite struct MaskedTests {
  private func code(_ text: String, _ language: SourceText.Language = .swift) -> String {
    Masked(text, language: language).code
  }

  @Test func `the contents of strings are blanked and positions stay`() {
    let text = "let a = \"b { \\(c(\"}\")) é\" + d"
    let masked = code(text)
    #expect(masked.utf8.count == text.utf8.count)
    #expect(masked.hasPrefix("let a = ") && masked.hasSuffix(" + d"))
    #expect(!masked.contains("{") && !masked.contains("}"))
  }

  @Test(arguments: [
    "a(#\"b \" \\( } \"#)", "a(\"\"\"\n b \" }\n\"\"\")", "a(##\"\"\"\n \"\"\"# }\n\"\"\"##)",
    "a(\"\\\\\")", "a(`b }`)", "a(/b\" }/)", "a(#/b } \"/#)", "a(\"\\\"}\")",
    "a(\"\\(\"\\(\"}\")\")\")",
  ])
  func `a literal of Swift ends where it ends`(text: String) {
    let masked = code(text)
    #expect(masked.filter { $0 != " " && $0 != "\n" } == "a()")
    #expect(masked.filter { $0 == "\n" }.count == text.filter { $0 == "\n" }.count)
  }

  @Test(arguments: [
    "a('\"}')", "a(`b ${c(`}`)} }`)", "a(/[/\"}]/)", "a(\"'}\")", "a(/* } */)", "a(// }\n)",
  ])
  func `a literal of a script ends where it ends`(text: String) {
    #expect(code(text, .script).filter { $0 != " " && $0 != "\n" } == "a()")
  }

  @Test func `a division starts no regular expression`() {
    #expect(code("a = b / c; d = e / f", .script) == "a = b / c; d = e / f")
    #expect(code("(a)/2 + \"}\".count/2") == "(a)/2 +    .count/2")
  }

  @Test func `comments are kept apart, nested ones too`() {
    let masked = Masked("a /* b /* c */ d */ e // f\ng", language: .swift)
    #expect(masked.code.filter { $0 != " " } == "ae\ng")
    #expect(masked.comments.filter { $0 != " " } == "/*b/*c*/d*///f\n")
  }

  @Test func `a comment mark inside a string is text`() {
    #expect(code("a(\"https://b\") + c").hasSuffix(" + c"))
  }

  @Test(arguments: ["\"", "\"\"\"", "/*", "`", "\"\\(", "#\"", "\"\\", "a(/", "#/"])
  func `a text that ends too early is read to its end`(text: String) {
    #expect(code(text).utf8.count == text.utf8.count)
    #expect(code(text, .script).utf8.count == text.utf8.count)
  }
}
