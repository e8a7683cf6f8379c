import Foundation
import Testing

struct RecordTests {
  @Test func `a program is told apart into its seams`() throws {
    let folder = try Folder()
    let tool = try ToolProcess(["record", "-n", "2", "--", "/bin/true"], in: folder)
    #expect(tool.status == 0 && tool.errors.isEmpty)
    #expect(folder.files("launches").count == 2)
    let spans = try #require(try folder.launch("launches")["spans"] as? [[String: Any]])
    #expect(
      spans.compactMap { $0["name"] as? String }
        == [
          "fork and exec", "held by the observer", "load 2 libraries", "held by the observer",
          "own code",
        ])
    let starts = spans.compactMap { $0["startNs"] as? Int }
    let durations = spans.compactMap { $0["durationNs"] as? Int }
    #expect(zip(starts, durations).map { $0 + $1 }.dropLast() == starts.dropFirst())
    let attributes = try folder.attributes("launches")
    #expect(attributes["exitStatus"] as? Int == 0)
    #expect((attributes["libraryNames"] as? String)?.contains("libc.so") == true)
  }

  @Test func `computing and sleeping are told apart`() throws {
    let folder = try Folder()
    let busy = "i=0; while [ $i -lt 40000 ]; do i=$((i+1)); done"
    #expect(
      try ToolProcess(["record", "-o", "busy", "--", "/bin/sh", "-c", busy], in: folder).status == 0
    )
    #expect(
      try ToolProcess(["record", "-o", "idle", "--", "/bin/sleep", "0.2"], in: folder).status == 0)
    let idle = try folder.attributes("idle")
    #expect((idle["waitingNs"] as? Int ?? 0) > 190_000_000)
    #expect((idle["cpuNs"] as? Int ?? .max) < 50_000_000)
    #expect((try folder.attributes("busy")["cpuNs"] as? Int ?? 0) > 5_000_000)
  }

  @Test func `waiting until a line is told from work, in the sentence and in the span`() throws {
    let folder = try Folder()
    let tool = try ToolProcess(
      ["record", "--until", "line:ready", "--", "sh", "-c", "sleep 0.2; echo ready; sleep 9"],
      in: folder)
    #expect(tool.output.contains("of it waiting, the longest: within own code"))
    let spans = try #require(try folder.launch("launches")["spans"] as? [[String: Any]])
    let own = try #require(spans.first { $0["name"] as? String == "own code" })
    let used = (own["args"] as? [String: Any])?["cpuNs"] as? Int
    #expect(try #require(used) < 100_000_000)
  }

  @Test func `a port that answers before the program is refused`() throws {
    let folder = try Folder()
    let (socket, port) = try takenPort()
    defer { close(socket) }
    let tool = try ToolProcess(
      ["record", "--until", "port:\(port)", "--", "/bin/sleep", "5"], in: folder)
    #expect(tool.status == 5 && tool.errors.contains("answers before sleep is started"))
  }

  @Test func `a program that fails is kept, and counts in no budget`() throws {
    let folder = try Folder()
    _ = try ToolProcess(["record", "-n", "6", "--", "/bin/false"], in: folder)
    let budgets = """
      {"format": "launchpath.budgets/1",
       "budgets": [{"measure": "exit", "atMost": "9 s", "app": "false"}]}
      """
    _ = try folder.write(budgets, to: "b.json")
    let tool = try ToolProcess(["check", "--budgets", "b.json"], in: folder)
    #expect(tool.status == 4 && tool.output.contains("not counted: 6 exit status 1"))
  }

  @Test func `a flag of the program without the dashes before it says where they go`() throws {
    let tool = try ToolProcess(["record", "git", "--version"], in: Folder())
    #expect(tool.status == 2)
    #expect(tool.errors.contains("launchpath record -- git --version"))
  }

  // What strace follows is traced already, and nobody else may.
  @Test func `where programs may not be traced the rest is measured, and what lacks is said`()
    throws
  {
    let folder = try Folder()
    let tool = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("launchpath").path
    let words = ["-f", "-o", "/dev/null", tool, "record", "--", "/bin/true"]
    let traced = try ToolProcess(words, in: folder, program: "/usr/bin/strace")
    #expect(traced.status == 0, "\(traced.errors)")
    let launch = try folder.launch("launches")
    let problems = launch["problems"] as? [[String: Any]]
    #expect(problems?.map { $0["code"] as? String } == ["not-traced"])
    let marks = launch["marks"] as? [[String: Any]]
    #expect(marks?.compactMap { $0["name"] as? String } == ["exit"])
    #expect(try folder.attributes("launches")["librariesAtStart"] == nil)
    let shown = try ToolProcess(["show"], in: folder)
    #expect(shown.output.contains("1 problem") && shown.output.contains("not-traced"))
  }

  @Test func `a full disk is status 5, and leaves nothing behind`() throws {
    let folder = try Folder()
    let tool = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("launchpath").path
    let script = """
      mount -t tmpfs -o size=64k none "$1" && cd "$1" || exit 99
      dd if=/dev/zero of=filling bs=4k 2>/dev/null
      "$0" record -o . -- /bin/true; echo "status $?"
      ls
      """
    let words = ["-m", "/bin/sh", "-c", script, tool, folder.url.path]
    let full = try ToolProcess(words, in: folder, program: "/usr/bin/unshare")
    if full.status == 99 || full.errors.contains("unshare failed") { return }
    #expect(full.errors.contains("cannot write ./true-"))
    #expect(full.errors.contains("No space left on device"))
    #expect(full.output == "status 5\nfilling\n")
  }

  @Test func `what the tool itself holds is not charged to the program`() throws {
    let folder = try Folder()
    #expect(try ToolProcess(["record", "--", "/bin/true"], in: folder).status == 0)
    let attributes = try folder.attributes("launches")
    // A program of 2 libraries that does nothing; the tool itself holds several times as much.
    #expect((attributes["maxResidentBytes"] as? Int ?? .max) < 2_500_000)
    #expect((attributes["minorFaults"] as? Int ?? .max) < 75)
  }

  @Test func `a program that hangs before its own code is ended in time`() throws {
    let folder = try Folder()
    let library = try folder.write(
      "#include <unistd.h>\n__attribute__((constructor)) static void f(void) { for (;;) pause(); }",
      to: "hang.c")
    let compile = ["-shared", "-fPIC", library, "-o", folder.path("libhang.so")]
    try #require(try ToolProcess(compile, in: folder, program: "/usr/bin/cc").status == 0)
    let program = try folder.write("int main(void) { return 0; }", to: "main.c")
    let link = [
      program, "-Wl,--no-as-needed", folder.path("libhang.so"), "-o", folder.path("hang"),
    ]
    try #require(try ToolProcess(link, in: folder, program: "/usr/bin/cc").status == 0)
    let tool = try ToolProcess(["record", "--timeout", "1", "--", folder.path("hang")], in: folder)
    #expect(tool.status == 5 && folder.files("launches").isEmpty)
  }

  @Test func `whoever interrupts the tool ends what it started`() throws {
    let folder = try Folder()
    let script = "sleep 100 & echo $! > pid.new; mv pid.new pid; kill -INT $PPID; wait"
    let tool = try ToolProcess(["record", "--", "/bin/sh", "-c", script], in: folder)
    #expect(tool.status == 5 && tool.output.isEmpty)
    #expect(try folder.isGone("pid"))
    #expect(folder.files("launches").isEmpty)
  }

  @Test func `the last words of a program may be the ones that are waited for`() throws {
    let folder = try Folder()
    let words = ["record", "-n", "5", "--until", "line:ready", "--", "/bin/echo", "ready"]
    #expect(try ToolProcess(words, in: folder).status == 0)
    #expect(folder.files("launches").count == 5)
  }

  @Test func `a signal that ends the program is its outcome`() throws {
    let folder = try Folder()
    let tool = try ToolProcess(["record", "--", "/bin/sh", "-c", "kill -SEGV $$"], in: folder)
    #expect(tool.status == 0)
    #expect(try folder.attributes("launches")["signal"] as? Int == 11)
    let launch = try folder.launch("launches")["launch"] as? [String: Any]
    #expect(launch?["outcome"] as? String == "crashed")
  }

  @Test func `a line of output ends the launch and the program`() throws {
    let folder = try Folder()
    let script = "echo $$ > pid; echo ready; exec sleep 100"
    let tool = try ToolProcess(
      ["record", "--until", "line:rea.y", "--", "/bin/sh", "-c", script], in: folder)
    #expect(tool.status == 0)
    #expect(try folder.attributes("launches")["endedBy"] as? String == "launchpath record")
    #expect(try folder.isGone("pid"))
  }

  @Test func `a program that never comes so far is ended and leaves nothing`() throws {
    let folder = try Folder()
    let script = "echo no such luck; sleep 100 & echo $! > pid; wait"
    let tool = try ToolProcess(
      ["record", "--timeout", "1", "--until", "line:ready", "--", "/bin/sh", "-c", script],
      in: folder)
    #expect(tool.status == 5 && tool.output.isEmpty)
    #expect(tool.errors.contains("a line like ready") && tool.errors.contains("no such luck"))
    #expect(folder.files("launches").isEmpty)
    #expect(try folder.isGone("pid"))
  }

  @Test(arguments: [
    (["nonesuch-program"], "PATH"), (["./text"], "Permission denied"),
    (["./orphan"], "interpreter"), (["./plain"], "#! line"),
  ])
  func `a program that does not start gives the reason`(command: [String], reason: String) throws {
    let folder = try Folder()
    _ = try folder.write("text", to: "text")
    for (name, text) in [("orphan", "#!/nonesuch/interpreter\n"), ("plain", "echo\n")] {
      _ = unsafe chmod(try folder.write(text, to: name), 0o755)
    }
    let tool = try ToolProcess(["record", "--"] + command, in: folder)
    #expect(tool.status == 5 && tool.output.isEmpty)
    #expect(tool.errors.contains(reason))
    #expect(folder.files("launches").isEmpty)
  }

  @Test func `a folder that cannot be written is found before anything starts`() throws {
    let folder = try Folder()
    _ = try folder.write("in the way", to: "launches")
    let tool = try ToolProcess(["record", "--", "/usr/bin/touch", "started"], in: folder)
    #expect(tool.status == 5 && tool.errors.contains("launches"))
    #expect(!folder.files(".").contains("started"))
  }
}
