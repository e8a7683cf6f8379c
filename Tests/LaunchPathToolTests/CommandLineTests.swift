import Foundation
import Testing

struct CommandLineTests {
  @Test(arguments: [
    ["recrod"], ["record", "--untl", "exit", "--", "true"], ["record"],
    ["record", "-n", "0", "--", "true"], ["record", "--until", "port:0", "--", "true"],
    ["record", "--until", "line:(", "--", "true"], ["record", "--timeout", "x", "--", "true"],
    ["convert", "x"], ["convert", "x", "--to", "yaml", "-o", "-"], ["graph"],
  ])
  func `a wrong command line is status 2 and says nothing on standard output`(
    words: [String]
  ) throws {
    let tool = try ToolProcess(words, in: Folder())
    #expect(tool.status == 2)
    #expect(tool.output.isEmpty && tool.errors.hasPrefix("launchpath: "))
  }

  @Test func `the flag that may be meant is named`() throws {
    let tool = try ToolProcess(["record", "--untl", "exit", "--", "true"], in: Folder())
    #expect(tool.errors.contains("unknown flag --untl for record; did you mean --until?"))
  }

  @Test(arguments: [["--help"], ["record", "--help"], ["state", "show", "--help"], ["--version"]])
  func `help and version are answers`(words: [String]) throws {
    let tool = try ToolProcess(words, in: Folder())
    #expect(tool.status == 0 && tool.errors.isEmpty && !tool.output.isEmpty)
  }

  @Test(arguments: ["", "text", "LPRECORD but no recording", "{\"format\":\"other/1\"}", "{\"a\""])
  func `a file that is no trace is status 3 and named`(text: String) throws {
    let folder = try Folder()
    let path = try folder.write(text, to: "file")
    for verb in [["show", path], ["graph", path], ["state", "show", path]] {
      let tool = try ToolProcess(verb, in: folder)
      #expect(tool.status == 3 && tool.output.isEmpty && tool.errors.contains(path))
    }
  }

  @Test func `times that are years apart are drawn`() throws {
    let folder = try Folder()
    let farthest = 1 << 58
    let path = try folder.write(
      """
      {"format":"launchpath.trace/1","traces":[{"launch":{"id":"a","kind":"cold","reason":"icon",
      "outcome":"unknown","source":{"format":"f"},"clock":{"zero":"z"}},"tracks":[{"id":"t",
      "name":"main"}],"spans":[{"id":"s","track":"t","name":"early","category":"task",
      "startNs":\(-farthest),"durationNs":1},{"id":"u","track":"t","name":"late",
      "category":"task","startNs":0,"durationNs":1}]}]}
      """, to: "far.launch.json")
    let tool = try ToolProcess(["show", path], in: folder)
    #expect(tool.status == 0 && tool.output.contains("early"), "\(tool.errors)")
  }

  @Test(arguments: ["{\"format\":\"other/1\"}", "{\"a\":1,\"a\":2}", "text"])
  func `budgets that make no sense are status 2`(budgets: String) throws {
    let folder = try Folder()
    let path = try folder.write(budgets, to: "budgets.json")
    #expect(try ToolProcess(["record", "--", "/bin/true"], in: folder).status == 0)
    let tool = try ToolProcess(["check", "--budgets", path, "launches"], in: folder)
    #expect(tool.status == 2 && tool.output.isEmpty && tool.errors.contains("budgets.json"))
  }

  @Test func `a port that is taken is status 5`() throws {
    let (taken, port) = try takenPort()
    defer { close(taken) }
    let tool = try ToolProcess(["serve", ".", "--listen", "127.0.0.1:\(port)"], in: Folder())
    #expect(tool.status == 5 && tool.output.isEmpty && tool.errors.contains("\(port)"))
  }

  @Test func `without a file the folders are tried in which programs record`() throws {
    let folder = try Folder()
    for verb in ["show", "serve"] {
      let tool = try ToolProcess([verb], in: folder)
      #expect(tool.status == 3 && tool.output.isEmpty)
      #expect(tool.errors.contains("launches") && tool.errors.contains("launchpath record"))
    }
    #expect(try ToolProcess(["record", "--", "/bin/true"], in: folder).status == 0)
    let shown = try ToolProcess(["show", "--table"], in: folder)
    #expect(shown.status == 0 && shown.output.contains("exit"))
    // What no launch has is no column.
    #expect(!shown.output.contains("decision") && !shown.output.contains("–"))
  }

  @Test func `a missing file is status 3`() throws {
    let folder = try Folder()
    for verb in [["show", "none"], ["graph", "none"], ["state", "show", "none"]] {
      #expect(try ToolProcess(verb, in: folder).status == 3)
    }
  }

  @Test func `what was recorded can be shown and converted`() throws {
    let folder = try Folder()
    #expect(try ToolProcess(["record", "--", "/bin/true"], in: folder).status == 0)
    let path = "launches/" + (folder.files("launches").first ?? "")
    let shown = try ToolProcess(["show", path], in: folder)
    #expect(shown.status == 0 && shown.output.contains("load 2 libraries"))
    let document = try ToolProcess(["show", "--json", path], in: folder)
    #expect(document.output.contains("launchpath.trace/1"))
    let chrome = try ToolProcess(["convert", path, "--to", "chrome", "-o", "-"], in: folder)
    let events = try JSONSerialization.jsonObject(with: Data(chrome.output.utf8))
    #expect((events as? [String: Any])?["traceEvents"] is [Any])
    let nowhere = ["convert", path, "--to", "chrome", "-o", "none/out.json"]
    #expect(try ToolProcess(nowhere, in: folder).status == 5)
  }
}
