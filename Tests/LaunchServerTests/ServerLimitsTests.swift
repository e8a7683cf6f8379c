import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LaunchServer

@Suite struct ServerLimitsTests {
  private func serve(
    _ limits: Limits = Limits(), handler: @escaping Server.Handler = { _ in .json([]) }
  ) throws -> (Server, UInt16) {
    let server = try Server(listen: ListenAddress("127.0.0.1:0"), limits: limits, handler: handler)
    return (server, server.address.port)
  }

  private func post(_ fields: String, to port: UInt16) throws -> LoopbackConnection {
    let connection = try LoopbackConnection(port: port)
    connection.send("POST / HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n")
    return connection
  }

  @Test func `a body at the limit reaches the handler, and a larger one is refused`() throws {
    var limits = Limits()
    limits.bodyBytes = 1000
    let (server, port) = try serve(limits) { .text("\($0.body.count)", status: 200) }
    for (count, status) in [(1000, "200"), (1001, "413"), (100_000, "413")] {
      let connection = try post("Content-Length: \(count)\r\nConnection: close", to: port)
      connection.send([UInt8](repeating: 1, count: count))
      #expect(connection.readToEnd()?.hasPrefix("HTTP/1.1 \(status) ") == true)
    }
    server.stop()
  }

  @Test func `a body that declares too much is refused before it is sent`() throws {
    let (server, port) = try serve()
    for length in ["99999999999", "9999999999999999999999"] {
      let connection = try post("Content-Length: \(length)", to: port)
      let answer = connection.read(until: "\r\n\r\n")
      #expect(answer?.hasPrefix("HTTP/1.1 4") == true, "\(length)")
    }
    server.stop()
  }

  @Test func `a body without a declared end is cut off`() throws {
    var limits = Limits()
    limits.discardedBytes = 200_000
    let (server, port) = try serve(limits)
    let connection = try post("Transfer-Encoding: chunked", to: port)
    let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
    var sent = 0
    while sent < 1000, connection.send(chunk) { sent += 1 }
    #expect(sent < 1000)
    server.stop()
  }

  @Test func `a header that is too large is refused`() throws {
    let (server, port) = try serve()
    let connection = try LoopbackConnection(port: port)
    let field = "X-Word: \(String(repeating: "x", count: 64 * 1024))\r\n"
    connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n")
    let answer = try #require(connection.readToEnd())
    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
    #expect(!answer.contains(" 200 "))
    server.stop()
  }

  @Test func `a connection that says nothing, or stops amid its header, is ended`() throws {
    var limits = Limits()
    limits.idleSeconds = 1
    let (server, port) = try serve(limits)
    for start in ["", "GET / HTTP/1.1\r\nHost: lo"] {
      let connection = try LoopbackConnection(port: port)
      connection.send(start)
      #expect(connection.readToEnd(within: .seconds(10)) != nil)
    }
    server.stop()
  }

  @Test func `a body that drips in is ended in time, however steadily it does`() throws {
    var limits = Limits()
    limits.bodySeconds = 0
    let (server, port) = try serve(limits)
    let connection = try post("Content-Length: 100", to: port)
    connection.send("x")
    #expect(connection.readToEnd() == "")
    server.stop()
  }

  @Test func `connections beyond the limit are ended, until there is room`() throws {
    var limits = Limits()
    limits.connections = 4
    let (server, port) = try serve(limits)
    func isAnswered(_ connection: LoopbackConnection) -> Bool {
      connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return connection.read(until: "\r\n\r\n") != nil
    }
    var held = try (0..<4).map { _ in try LoopbackConnection(port: port) }
    for connection in held { #expect(isAnswered(connection)) }
    #expect(try LoopbackConnection(port: port).readToEnd() == "")
    held.removeAll()
    let deadline = ContinuousClock.now + .seconds(10)
    while try !isAnswered(LoopbackConnection(port: port)) {
      try #require(.now < deadline, "there is never room again")
    }
    server.stop()
  }

  @Test func `a handler that waits goes on when its client has gone`() throws {
    let ends = Mutex<[Request.WaitEnd]>([])
    let asked = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let (server, port) = try serve { request in
      asked.signal()
      let end = request.wait(.seconds(60))
      ends.withLock { $0.append(end) }
      ended.signal()
      return .json([])
    }
    do {
      let connection = try LoopbackConnection(port: port)
      connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(asked.wait(timeout: .now() + 10) == .success)
      _ = connection
    }
    #expect(ended.wait(timeout: .now() + 10) == .success)
    #expect(ends.withLock { $0 } == [.clientGone])
    server.stop()
  }

  @Test func `stopping ends connections and wakes handlers that wait`() throws {
    let asked = DispatchSemaphore(value: 0)
    let (server, port) = try serve { request in
      asked.signal()
      return .text("\(request.wait(.seconds(60)))", status: 200)
    }
    let idle = try LoopbackConnection(port: port)
    let waiting = try LoopbackConnection(port: port)
    waiting.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(asked.wait(timeout: .now() + 10) == .success)
    let start = ContinuousClock.now
    server.stop()
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(idle.readToEnd() != nil && waiting.readToEnd() != nil)
    #expect(throws: ChildError.self) { try LoopbackConnection(port: port) }
    server.stop()
  }

  @Test func `a wait without a connection, or for no time, is over at once`() throws {
    let request = try #require(Request(method: "GET", target: "/"))
    #expect(request.wait(.seconds(60)) == .timeOver)
    let ends = Mutex<[Request.WaitEnd]>([])
    let (server, port) = try serve { request in
      for duration in [.zero, .seconds(-1), .milliseconds(1)] as [Duration] {
        let end = request.wait(duration)
        ends.withLock { $0.append(end) }
      }
      return .json([])
    }
    let connection = try LoopbackConnection(port: port)
    connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(connection.read(until: "\r\n\r\n") != nil)
    #expect(ends.withLock { $0 } == [.timeOver, .timeOver, .timeOver])
    server.stop()
  }
}
