import Foundation
import TestSupport
import Testing

@testable import LaunchServer

@Suite struct ServerStartTests {
  private func failure(_ address: ListenAddress) -> ServerError? {
    #expect(throws: ServerError.self) { try Server(listen: address) { _ in .json([]) } }
  }

  @Test func `the real port is told`() throws {
    let server = try Server(listen: ListenAddress("127.0.0.1:0")) { _ in .json([]) }
    #expect(server.address.port != 0)
    #expect(server.url == "http://127.0.0.1:\(server.address.port)")
    server.stop()
  }

  @Test func `a port that is taken and an address that is none are told apart`() throws {
    let server = try Server(listen: ListenAddress("127.0.0.1:0")) { _ in .json([]) }
    let taken = failure(server.address)
    #expect(taken?.code == .portTaken)
    #expect(taken?.description.contains("\(server.address)") == true)
    #expect(failure(ListenAddress(host: "127.0.0", port: 0))?.code == .malformedAddress)
    #expect(failure(ListenAddress(host: "192.0.2.1", port: 0))?.code == .refused)
    server.stop()
  }

  @Test func `a port is free again once its server has stopped`() throws {
    let first = try Server(listen: ListenAddress("127.0.0.1:0")) { _ in .json([]) }
    let connection = try LoopbackConnection(port: first.address.port)
    connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(connection.read(until: "\r\n\r\n") != nil)
    first.stop()
    // A child that another test starts holds the socket until it is the program that it becomes.
    let deadline = ContinuousClock.now + .seconds(10)
    var second: Server?
    while second == nil, .now < deadline {
      second = try? Server(listen: first.address) { _ in .json([]) }
    }
    #expect(second != nil)
  }

  @Test func `nothing of libmicrohttpd is mapped before the first server`() async {
    await #expect(processExitsWith: .success) {
      func isMapped() throws -> Bool {
        try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).contains("libmicrohttpd")
      }
      #expect(try !isMapped())
      let server = try Server(listen: ListenAddress("127.0.0.1:0")) { _ in .json([]) }
      #expect(try isMapped())
      server.stop()
    }
  }

  @Test func `a library that cannot be opened is told, and is opened once it can be`() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let (usual, address) = (limit.rlim_cur, try ListenAddress("127.0.0.1:0"))
      // Without a file left, the loader finds no library.
      limit.rlim_cur = 0
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let error = #expect(throws: ServerError.self) {
        try Server(listen: address) { _ in .json([]) }
      }
      limit.rlim_cur = usual
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #expect(error?.code == .unavailable)
      let start = "the server needs libmicrohttpd: libmicrohttpd.so.12: cannot open"
      #expect(error?.description.hasPrefix(start) == true)
      try Server(listen: address) { _ in .json([]) }.stop()
    }
  }

  @Test func `the signals of the program stay with its own threads`() async {
    await #expect(processExitsWith: .success) {
      func threads() throws -> Set<String> {
        try Set(FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))
      }
      // Opening the library is the first server's affair, and may start threads too.
      let first = try Server(listen: ListenAddress("127.0.0.1:0")) { _ in .json([]) }
      let before = try threads()
      let second = try Server(listen: ListenAddress("127.0.0.1:0")) { _ in .json([]) }
      func isServing(_ thread: String) -> Bool {
        // The runner's threads come and go.
        let path = "/proc/self/task/\(thread)/status"
        guard let status = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") } ?? ""
        let mask = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) ?? 0
        return mask & 1 << (SIGTERM - 1) != 0 && mask & 1 << (SIGSEGV - 1) == 0
      }
      // A thread blocks everything while it begins.
      let deadline = ContinuousClock.now + .seconds(10)
      while try !threads().subtracting(before).contains(where: isServing) {
        try #require(.now < deadline)
      }
      first.stop()
      second.stop()
    }
  }
}
