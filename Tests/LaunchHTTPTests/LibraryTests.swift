import TestSupport
import Testing

/// What the client does to the process that uses it.
@Suite struct LibraryTests {
  private func answering() throws -> LoopbackServer {
    try LoopbackServer(answering: Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
  }

  private func lines(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> [Substring] {
    let sender = try builtProgram("TestSender")
    let result = try ChildProcess.run(sender, arguments, environment: environment)
    #expect(result.end == .status(0), "\(result.errors)")
    return result.output.split(separator: "\n")
  }

  @Test func `nothing of libcurl is mapped before the first request, and no signal changes`()
    throws
  {
    let server = try answering()
    let lines = try lines(["http://127.0.0.1:\(server.port)/"])
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("before: not mapped, "))
    #expect(lines[1] == "status 204")
    #expect(lines[2] == lines[0].replacing("before: not mapped", with: "after: mapped"))
  }

  @Test func `an address that makes no sense opens no library`() throws {
    let lines = try lines(["nonsense"])
    #expect(lines.count == 3 && lines[1].hasPrefix("malformedURL: "))
    #expect(lines.last?.hasPrefix("after: not mapped, ") == true)
  }

  @Test func `a library that cannot be opened is told, and is opened once it can be`() throws {
    let server = try answering()
    let lines = try lines(["starved", "http://127.0.0.1:\(server.port)/"])
    try #require(lines.count == 4)
    #expect(lines[1].hasPrefix("unavailable: HTTP needs libcurl: libcurl.so.4: cannot open"))
    #expect(lines[2] == "status 204")
  }

  @Test func `a damaged library is told by its path`() throws {
    let folder = try TestFolder()
    let path = try folder.write("no library".utf8, to: "libcurl.so.4")
    let lines = try lines(
      ["http://127.0.0.1:1/"], environment: ["LD_LIBRARY_PATH": folder.path])
    #expect(lines.count == 3 && lines[1].hasPrefix("unavailable: HTTP needs libcurl: \(path): "))
  }
}
