import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LaunchHTTP

@Suite struct HTTPFailureTests {
  private func failure(
    _ request: HTTPRequest, _ cancellation: HTTPCancellation? = nil
  ) -> HTTPError? {
    #expect(throws: HTTPError.self) {
      try HTTPClient(cancellation: cancellation).send(request)
    }
  }

  private func failure(answering answer: some Sequence<UInt8>) throws -> HTTPError? {
    let server = try LoopbackServer(answering: Array(answer))
    return failure(HTTPRequest(url: "http://127.0.0.1:\(server.port)/", bodyLimit: 1000))
  }

  @Test func `a port where nobody listens, and a name that nobody has, are told`() throws {
    let refused = try failure(HTTPRequest(url: "http://127.0.0.1:\(LoopbackServer.freePort())/x"))
    #expect(refused?.code == .cannotConnect)
    #expect(refused?.description.contains("GET http://127.0.0.1:") == true)
    #expect(failure(HTTPRequest(url: "http://nobody.invalid/"))?.code == .cannotConnect)
  }

  @Test func `a server that accepts and never answers costs the timeout and no more`() throws {
    let server = try LoopbackServer()
    let start = ContinuousClock.now
    let error = failure(
      HTTPRequest(url: "http://127.0.0.1:\(server.port)/", timeout: .milliseconds(200)))
    #expect(error?.code == .timedOut)
    #expect(ContinuousClock.now - start > .milliseconds(190))
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test func `a connection that does not come about costs the time for it`() throws {
    let server = try LoopbackServer(backlog: 0)
    let first = try LoopbackConnection(port: server.port)
    let start = ContinuousClock.now
    let error = failure(
      HTTPRequest(
        url: "http://127.0.0.1:\(server.port)/", timeout: .seconds(60),
        connectTimeout: .milliseconds(200)))
    #expect(error?.code == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(10))
    withExtendedLifetime(first) {}
  }

  @Test func `any timeout makes sense`() throws {
    let server = try LoopbackServer(answering: Array("HTTP/1.1 204 No\r\n\r\n".utf8))
    let silent = try LoopbackServer()
    func request(_ port: UInt16, _ timeout: Duration) -> HTTPRequest {
      HTTPRequest(url: "http://127.0.0.1:\(port)/", timeout: timeout)
    }
    #expect(try HTTPClient().send(request(server.port, .seconds(Int64.max))).status == 204)
    for timeout in [.zero, .nanoseconds(1), .seconds(-5), .seconds(Int64.min)] as [Duration] {
      #expect(failure(request(silent.port, timeout))?.code == .timedOut)
    }
  }

  @Test func `cancelling ends a request that waits, at once, and others not`() throws {
    let silent = try LoopbackServer()
    let request = HTTPRequest(url: "http://127.0.0.1:\(silent.port)/", timeout: .seconds(60))
    let (cancelled, other) = (HTTPCancellation(), HTTPCancellation())
    let ended = DispatchSemaphore(value: 0)
    let codes = Mutex<[HTTPError.Code]>([])
    for cancellation in [cancelled, other] {
      Thread.detachNewThread {
        do {
          _ = try HTTPClient(cancellation: cancellation).send(request)
        } catch {
          let code = (error as? HTTPError)?.code
          codes.withLock { $0 += code.map { [$0] } ?? [] }
        }
        ended.signal()
      }
    }
    // The requests are under way once the system has accepted both.
    try silent.waitForConnections(2)
    // For a fifth of a second libcurl looks by itself whether another address answers sooner; what
    // is tested is a request that nothing else wakes.
    Thread.sleep(forTimeInterval: 0.3)
    let start = ContinuousClock.now
    cancelled.cancel()
    #expect(ended.wait(timeout: .now() + 10) == .success)
    #expect(ContinuousClock.now - start < .milliseconds(500))
    #expect(codes.withLock { $0 } == [.cancelled])
    #expect(ended.wait(timeout: .now() + 0.2) == .timedOut)
    other.cancel()
    #expect(ended.wait(timeout: .now() + 10) == .success)
    #expect(cancelled.isCancelled)
    #expect(failure(request, cancelled)?.code == .cancelled)
  }

  @Test func `cancelling at any moment ends the request`() throws {
    let silent = try LoopbackServer(backlog: 128)
    let request = HTTPRequest(url: "http://127.0.0.1:\(silent.port)/", timeout: .seconds(60))
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      let cancellation = HTTPCancellation()
      Thread.detachNewThread {
        usleep(UInt32(number * 50))
        cancellation.cancel()
      }
      #expect(failure(request, cancellation)?.code == .cancelled)
    }
  }

  @Test func `an answer that is cut short is none`() throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
    #expect(try failure(answering: (head + "only this").utf8)?.code == .broken)
    #expect(try failure(answering: "HTTP/1.1 200 OK\r\nContent-Le".utf8)?.code == .broken)
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(try failure(answering: (chunked + "5\r\nab").utf8)?.code == .broken)
    #expect(try failure(answering: (chunked + "zz\r\nab\r\n0\r\n\r\n").utf8)?.code == .broken)
    #expect(try failure(answering: "".utf8)?.code == .broken)
    #expect(try failure(answering: "220 mail.example ESMTP\r\n".utf8)?.code == .broken)
    #expect(try failure(answering: [UInt8](repeating: 0, count: 1000))?.code == .broken)
  }

  @Test func `a body beyond the limit, and a header without end, are cut off`() throws {
    let head = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    let server = try LoopbackServer(answering: head + [UInt8](repeating: 1, count: 1000))
    let url = "http://127.0.0.1:\(server.port)/"
    let body = try HTTPClient().send(HTTPRequest(url: url, bodyLimit: 1000)).body
    #expect(body == [UInt8](repeating: 1, count: 1000))
    #expect(failure(HTTPRequest(url: url, bodyLimit: 999))?.code == .tooLarge)
    let large = head + [UInt8](repeating: 1, count: Limits.bodyBytes + 1)
    let largeServer = try LoopbackServer(answering: large)
    let error = failure(HTTPRequest(url: "http://127.0.0.1:\(largeServer.port)/"))
    #expect(error?.code == .tooLarge)
    #expect(error?.reason == "the body has more than \(Limits.bodyBytes) bytes")
    let field = "X-Word: \(String(repeating: "x", count: 1000))\r\n"
    let endless = "HTTP/1.1 200 OK\r\n" + String(repeating: field, count: 100)
    #expect(try failure(answering: endless.utf8)?.code == .tooLarge)
  }

  @Test(arguments: [
    "", "nonsense", "file:///etc/passwd", "ftp://127.0.0.1/", "http://", "HTTP:/x",
    "http://127.0.0.1:99999/", "http://127.0.0.1/ HTTP/1.1\r\nX: y", "http://127.0.0.1/\0",
    "http://127.0.0.1/" + String(repeating: "x", count: Limits.urlBytes),
  ]) func `an address that makes no sense is told, on one line`(url: String) {
    let error = failure(HTTPRequest(url: url))
    #expect(error?.code == .malformedURL)
    #expect(error?.description.contains { $0.isNewline } == false)
  }

  @Test func `no line end gets into a request`() throws {
    let url = try "http://127.0.0.1:\(LoopbackServer.freePort())/"
    let headers = [("X-One\r\nX-Two", "a"), ("X-One", "a\r\nX-Two: b"), ("", "a"), ("X One", "a")]
    for header in headers + [("X-One", "a\0b")] {
      #expect(failure(HTTPRequest(url: url, headers: [header]))?.code == .malformedRequest)
    }
    for method in ["", "GET /x", "GET\r\n"] {
      #expect(failure(HTTPRequest(method: method, url: url))?.code == .malformedRequest)
    }
  }

  @Test func `an error names the request without its secrets`() throws {
    let port = try LoopbackServer.freePort()
    let error = failure(
      HTTPRequest(url: "http://ann:secret@127.0.0.1:\(port)/feed?token=secret#secret"))
    #expect(error?.request == "GET http://127.0.0.1:\(port)/feed")
    #expect(error?.description.contains("secret") == false)
  }
}
