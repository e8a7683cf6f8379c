import Testing

@Suite struct PlaceTests {
  @Test func `a stranger at the top level is found`() {
    #expect(
      TopLevel.findings(files: ["Package.swift", "Sources/A/A.swift", "notes/a.md", "LICENSE"])
        .map(\.path) == ["notes/a.md", "LICENSE"])
  }

  private let list = SourceText(
    path: Assets.listPath,
    text: """
      static const unsigned char index_html[] = {
      #embed "../../Web/index.html"
      };
      static const unsigned char views_list_js[] = {
      #embed "../../Web/views/list.js"
      };
      """)

  @Test func `a file of the dashboard that is not embedded is found`() {
    let files: Set = ["Web/index.html", "Web/views/list.js", "Web/new.js"]
    #expect(Assets.findings(list: list, files: files).map(\.path) == ["Web/new.js"])
  }

  @Test func `an embedded file that is gone is found`() {
    let findings = Assets.findings(list: list, files: ["Web/index.html"])
    #expect(findings.map(\.path) == [Assets.listPath])
    #expect(findings.map(\.line) == [5])
  }

  @Test func `a list that fits its folder has no findings`() {
    #expect(Assets.findings(list: list, files: ["Web/index.html", "Web/views/list.js"]) == [])
  }

  private let settings = """
    {"version": 1, "lineLength": 100, "rules": {
      "AllPublicDeclarationsHaveDocumentation": true,
      "BeginDocumentationCommentWithOneLineSummary": true,
      "ValidateDocumentationComments": true}}
    """

  @Test func `settings that ask for documentation pass`() {
    #expect(FormatSettings.findings(text: settings) == [])
  }

  @Test func `settings that do not ask for documentation are found`() {
    #expect(FormatSettings.findings(text: settings.replacing("true", with: "false")).count == 3)
    #expect(FormatSettings.findings(text: "{\"lineLength\": 120}").count == 4)
    #expect(FormatSettings.findings(text: "{").count == 1)
  }
}
