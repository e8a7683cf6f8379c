import Foundation
import LaunchPath
import Testing

@Suite(.serialized) struct NewsreaderTests {
  private let root = NSTemporaryDirectory() + "newsreader-\(UUID().uuidString)"

  private func read(
    _ backend: String, _ arguments: [String] = [], input: String = ""
  ) throws -> String {
    let result = try Program.run(
      Program.path("newsreader"),
      ["--headless", "--folder", root, "--backend", backend] + arguments, input: input)
    #expect(result.status == 0)
    return result.output
  }

  private var stateFile: StateFile { StateFile(path: root + "/state/state") }

  @Test func `it signs in, shows the news, keeps its place and works without the network`() throws {
    let backend = try BackendProcess()
    #expect(try read(backend.url).contains("== Sign in"))
    let signedIn = try read(backend.url, input: "signin ann news\n")
    #expect(signedIn.contains("== Headlines (fresh)") && signedIn.contains("> 1. The "))
    let offline = try read("http://127.0.0.1:1")
    #expect(offline.contains("== Headlines (as you left it)"))
    #expect(offline.contains("> 1. The "))
    let article = try read(backend.url, ["news://item/7"])
    #expect(!article.contains("== Sign in"))
    #expect(try read(backend.url).contains("(as you left it)"))
    let signedOut = try read(backend.url, input: "signout\n")
    #expect(signedOut.contains("== Sign in"))
    #expect(try read(backend.url).contains("== Sign in"))
  }

  @Test func `a refresh that brings the same news says that they are fresh`() throws {
    let backend = try BackendProcess()
    _ = try read(backend.url, input: "signin ann news\n")
    let process = Process()
    process.executableURL = URL(filePath: Program.path("newsreader"))
    process.arguments = ["--headless", "--folder", root, "--backend", backend.url]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var text = ""
    // Only once fresh news are shown can a refresh bring the same ones.
    while !text.contains("== Headlines (fresh)") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      text += String(decoding: more, as: UTF8.self)
    }
    try input.fileHandleForWriting.write(contentsOf: Data("refresh\n".utf8))
    try input.fileHandleForWriting.close()
    text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let titles = text.split(separator: "\n").filter { $0.hasPrefix("== ") }
    #expect(titles.contains("== Headlines (refreshing…)"))
    #expect(titles.last == "== Headlines (fresh)")
  }

  @Test func `a link survives sign-in and is shown once`() throws {
    let backend = try BackendProcess()
    #expect(try read(backend.url, ["news://item/9"]).contains("(then to news://item/9)"))
    let shown = try read(backend.url, input: "signin ann news\n")
    #expect(shown.contains("then to news://item/9") && shown.contains("(fresh)"))
    guard case .value(let state) = stateFile.read() else {
      Issue.record("no state")
      return
    }
    #expect(state.pendingTarget == nil)
  }

  @Test func `a silent server holds up no launch and no end`() throws {
    let backend = try BackendProcess()
    _ = try read(backend.url, input: "signin ann news\n")
    let silent = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(silent) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Proof: the address outlives both calls, and is read as what its family says that it is.
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = unsafe bind(silent, $0, size)
        _ = listen(silent, 8)
        _ = unsafe getsockname(silent, $0, &size)
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    let start = ContinuousClock.now
    let output = try read("http://127.0.0.1:\(port)", input: "quit\n")
    #expect(output.contains("(as you left it)"))
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func `a kill between any two of its system calls leaves the state old or new, and whole`()
    throws
  {
    let strace = "/usr/bin/strace"
    guard FileManager.default.isExecutableFile(atPath: strace) else {
      Issue.record("strace is missing; .ci/setup test installs it")
      return
    }
    try stateFile.update { state in
      state.session = SessionMarker(account: "ann", signedInAt: 1)
      let page = "0\u{1E}\u{1E}7\u{1F}A title\u{1F}\u{1F}\u{1F}5"
      let now = Int64(Date().timeIntervalSince1970 * 1e9)
      state.savedScreen = SavedScreen(name: "page", content: Array(page.utf8), savedAt: now)
    }
    var kills = 0
    var generations: Set<UInt64> = []
    // The counts of strace are each system call's own, so each has a turn of its own.
    for call in ["write", "fdatasync", "rename", "flock", "close", "unlink", "access", "openat"] {
      for number in 1...1000 {
        let result = try Program.run(
          strace,
          [
            "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
            "inject=\(call):signal=SIGKILL:when=\(number)", Program.path("newsreader"),
            "--headless", "--folder", root, "--backend", "http://127.0.0.1:1",
          ], input: "quit\n")
        guard case .value(let state) = stateFile.inspect() else {
          Issue.record("killed at \(call) \(number): \(stateFile.inspect())")
          return
        }
        #expect(state.session?.account == "ann")
        #expect(state.savedScreen != nil)
        generations.insert(state.generation)
        if result.signal == nil && result.status == 0 { break }
        kills += 1
      }
    }
    #expect(kills > 20)
    #expect(generations.count > 1, "the state was written between some of the kills")
  }
}
