import Foundation
import LaunchServer
import Synchronization
import TestSupport
import Testing

@testable import LaunchHTTP

@Suite struct HTTPClientTests {
  /// Answers with what it was asked, field by field.
  private func echo() throws -> Server {
    try Server(listen: ListenAddress("127.0.0.1:0")) { request in
      let headers = request.headers.map { "\($0.name.lowercased())=\($0.value)" }
      let body = String(decoding: request.body, as: UTF8.self)
      let text = [request.method, request.path, headers.sorted().joined(separator: ";"), body]
      return Response(
        status: request.path == "/teapot" ? 418 : 200, type: "text/plain",
        body: .bytes(Array(text.joined(separator: "|").utf8)), headers: [("X-Word", "  seen ")])
    }
  }

  private func text(_ response: HTTPResponse) -> [String] {
    String(decoding: response.body, as: UTF8.self).split(
      separator: "|", omittingEmptySubsequences: false
    ).map(String.init)
  }

  @Test func `a request is sent as it is, and its answer comes whole`() throws {
    let server = try echo()
    let response = try HTTPClient().send(
      HTTPRequest(
        method: "PUT", url: server.url + "/a%20b?c", headers: [("X-One", "1"), ("X-None", "")],
        body: Array("the body".utf8)))
    #expect(response.status == 200)
    #expect(response.header("x-word") == "seen")
    let parts = text(response)
    #expect(parts[0] == "PUT" && parts[1] == "/a b" && parts[3] == "the body")
    #expect(
      parts[2]
        == "accept=*/*;content-length=8;host=\(server.address);x-none=;x-one=1")
  }

  @Test func `any status is an answer, and a redirection is not followed`() throws {
    let server = try echo()
    #expect(try HTTPClient().send(HTTPRequest(url: server.url + "/teapot")).status == 418)
    let elsewhere = "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n"
    let other = try LoopbackServer(answering: Array(elsewhere.utf8))
    let response = try HTTPClient().send(HTTPRequest(url: "http://127.0.0.1:\(other.port)/"))
    #expect(response.status == 302 && response.header("Location") == "file:///etc/passwd")
  }

  @Test func `a body may be absent or empty, and HEAD has no answer but its header`() throws {
    let server = try echo()
    for body in [nil, []] as [[UInt8]?] {
      let response = try HTTPClient().send(
        HTTPRequest(method: "POST", url: server.url, body: body))
      #expect(text(response)[2].contains("content-length=0"))
    }
    let get = try HTTPClient().send(HTTPRequest(url: server.url))
    #expect(!text(get)[2].contains("content-length"))
    let head = try HTTPClient().send(HTTPRequest(method: "HEAD", url: server.url))
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.header("Content-Length") != "0")
  }

  @Test func `provisional answers and chunks are not part of the answer`() throws {
    let answer =
      "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"
      + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Late: 1\r\n\r\n"
      + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    let server = try LoopbackServer(answering: Array(answer.utf8))
    let response = try HTTPClient().send(HTTPRequest(url: "http://127.0.0.1:\(server.port)/"))
    #expect(response.body == Array("abcde".utf8))
    #expect(response.headers.map(\.name) == ["Transfer-Encoding", "X-Late"])
  }

  @Test func `many threads send at the same time`() throws {
    let server = try echo()
    let answers = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      let request = HTTPRequest(url: "\(server.url)/\(number)")
      guard let response = try? HTTPClient().send(request), text(response)[1] == "/\(number)"
      else { return }
      answers.withLock { $0 += 1 }
    }
    #expect(answers.withLock { $0 } == 200)
  }
}
