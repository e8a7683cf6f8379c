import Foundation
import Testing

/// What the tool says of a program that has LaunchPath in it.
struct EmbeddedTests {
  private static let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()
  private let folder: Folder

  init() throws {
    folder = try Folder()
    let reader = Self.tests.appendingPathComponent("newsreader").path
    let tool = try ToolProcess(
      [
        "record", "--until", "mark:firstFrame", "--", reader, "--headless", "--folder", "reader",
        "--backend", "http://127.0.0.1:1",
      ], in: folder)
    #expect(tool.status == 0, "\(tool.errors)")
  }

  private func run(_ words: String...) throws -> ToolProcess { try ToolProcess(words, in: folder) }

  private var trace: String { "launches/" + (folder.files("launches").first ?? "") }

  @Test func `a run until a mark of the program's own has that mark and the outside`() throws {
    let launch = try folder.launch("launches")
    let marks = (launch["marks"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
    #expect(marks.contains("started") && marks.contains("firstFrame"))
    let spans = (launch["spans"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
    #expect(spans.contains("fork and exec") && spans.contains("draw sign in"))
    #expect(launch["plan"] is [String: Any])
  }

  @Test(arguments: [
    ("text", "nothing on sign in needs it"), ("mermaid", "flowchart"), ("dot", "digraph"),
  ])
  func `its plan is drawn as text and for two programs that draw graphs`(
    form: String, sign: String
  ) throws {
    let tool = try run("graph", trace, "--to", form)
    #expect(tool.status == 0 && tool.errors.isEmpty)
    #expect(tool.output.contains(sign) && tool.output.contains("cached headlines"))
  }

  @Test func `its state file is shown, and not touched`() throws {
    // The launch was ended at its first frame, so the file is made here, by one that goes on.
    let reader = Self.tests.appendingPathComponent("newsreader").path
    let words = ["--headless", "--folder", "reader", "--backend", "http://127.0.0.1:1"]
    #expect(try ToolProcess(words, in: folder, program: reader).status == 0)
    let file = folder.url.appendingPathComponent("reader/state/state")
    let before = try Data(contentsOf: file)
    let tool = try run("state", "show", "reader/state/state")
    #expect(tool.status == 0 && tool.output.contains("nobody is signed in"))
    #expect(tool.output.contains("2.4.0 (240) ran last"))
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func `a crash after the first screen is found in the table`() throws {
    let reader = Self.tests.appendingPathComponent("newsreader").path
    let words = [
      "--headless", "--folder", "crashing", "--backend", "http://127.0.0.1:1",
      "--slow", "open store=100", "--crash", "open store",
    ]
    #expect(try ToolProcess(words, in: folder, program: reader).status != 0)
    let table = try run("show", "--table", "crashing/state/recordings")
    #expect(table.output.contains("interactive, later crashed in open store"), "\(table.output)")
  }

  @Test func `what is left for the next launch is passed over among others, and refused alone`()
    throws
  {
    let trace = trace
    let spare = folder.path("launches/spare.lprec")
    try Data(count: 256 * 1024).write(to: URL(fileURLWithPath: spare))
    let both = try run("show", "--table", trace, "launches/spare.lprec")
    #expect(both.status == 0 && both.errors.isEmpty && both.output.contains("sign in"))
    let alone = try run("show", "launches/spare.lprec")
    #expect(alone.status == 3 && alone.errors.contains("a recording that was never begun"))
  }

  @Test func `the dashboard answers with its launch, and ends when it is told to`() throws {
    let process = Process()
    process.executableURL = Self.tests.appendingPathComponent("launchpath")
    process.arguments = ["serve", "--listen", "127.0.0.1:0", "launches"]
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    var line = Data()
    while !line.contains(0x0A), let byte = try output.fileHandleForReading.read(upToCount: 1) {
      line += byte
    }
    let said = String(decoding: line, as: UTF8.self)
    let url = try #require(said.split(separator: " ").last.map { $0.dropLast() })
    #expect(url.hasPrefix("http://127.0.0.1:"))
    let script = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).read().decode())"
    let answer = try ToolProcess(
      ["-c", script, "\(url)/api/launches"], in: folder, program: "/usr/bin/python3")
    #expect(answer.output.contains("\"screen\":\"sign in\""), "\(answer.output)\(answer.errors)")
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
