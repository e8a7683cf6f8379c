import Foundation
import TestSupport
import Testing

@Suite struct ProgramTests {
  private func run(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try ChildProcess.run(builtProgram("news-backend"), arguments, environment: environment)
  }

  @Test func `help goes to standard output and names every flag`() throws {
    let result = try run(["--help"])
    #expect(result.end == .status(0) && result.errors.isEmpty)
    for flag in [
      "--listen", "--port-file", "--delay", "--refuse", "--silent", "--minimum-version",
      "--maintenance", "/control",
    ] {
      #expect(result.output.contains(flag))
    }
  }

  @Test(arguments: [
    ["--nonsense"], ["--delay"], ["--delay", "soon"], ["--delay", "-1"], ["--delay", "600001"],
    ["--listen", "nowhere"], ["--listen", "127.0.0.1:99999"], ["news"],
  ]) func `a call that makes no sense is told with status 2`(arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.end == .status(2) && result.output.isEmpty)
    #expect(result.errors.hasPrefix("news-backend: "))
  }

  @Test func `a port that is taken is told with status 5`() throws {
    let backend = try BackendProcess()
    let result = try run(["--listen", "127.0.0.1:\(backend.port)"])
    #expect(result.end == .status(5) && result.output.isEmpty)
    #expect(result.errors.contains("another program listens on 127.0.0.1:\(backend.port)"))
  }

  @Test func `a damaged libmicrohttpd is told by its path, with status 5`() throws {
    let folder = try TestFolder()
    let path = try folder.write("no library".utf8, to: "libmicrohttpd.so.12")
    let result = try run(
      ["--listen", "127.0.0.1:0"], environment: ["LD_LIBRARY_PATH": folder.path])
    #expect(result.end == .status(5) && result.output.isEmpty)
    #expect(result.errors.hasPrefix("news-backend: the server needs libmicrohttpd: \(path): "))
  }

  @Test func `the port's file is whole once the server listens`() throws {
    let folder = try TestFolder()
    let backend = try BackendProcess(["--port-file", folder.path("port")])
    let text = try String(contentsOfFile: folder.path("port"), encoding: .utf8)
    #expect(text == "\(backend.port)\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["port"])
    let missing = try run(["--listen", "127.0.0.1:0", "--port-file", folder.path("none/port")])
    #expect(missing.end == .status(5) && missing.errors.contains("cannot write"))
  }

  @Test(arguments: [SIGTERM, SIGINT], [[], ["--silent"], ["--delay", "600000"]])
  func `a signal ends it cleanly, also while requests wait`(
    signal: Int32, flags: [String]
  ) throws {
    let backend = try BackendProcess(flags)
    let waiting = try LoopbackConnection(port: backend.port)
    waiting.send("GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n")
    if flags.isEmpty {
      #expect(waiting.read(until: "flags") != nil)
    } else {
      // By then the request is waiting.
      #expect(waiting.read(until: "\r\n", within: .milliseconds(100)) == nil)
    }
    backend.child.send(signal: signal)
    #expect(try backend.child.wait(within: .seconds(10)) == .status(0))
    #expect(backend.child.output == "listening on \(backend.url)\n")
    #expect(backend.child.errors.isEmpty)
  }
}
