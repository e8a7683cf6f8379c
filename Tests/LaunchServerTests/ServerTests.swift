import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LaunchServer

/// Serves on a port that the system chooses.
private func serve(
  limits: Limits = Limits(), _ handler: @escaping Server.Handler = { echo($0) }
) throws -> Server {
  try Server(listen: ListenAddress("127.0.0.1:0"), limits: limits, handler: handler)
}

@Sendable private func echo(_ request: Request) -> Response {
  let query = request.query.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
  let body = String(decoding: request.body, as: UTF8.self)
  return .text(
    "\(request.method) \(request.path) \(query) \(request.header("x-word") ?? "-") "
      + "\(request.bearer ?? "-") \(body)", status: 200)
}

/// Sends a request as it stands, and gives all that comes until the connection ends.
private func exchange(
  _ server: Server, _ line: String, headers: [String] = ["Host: localhost"], body: String = ""
) throws -> String {
  let connection = try LoopbackConnection(port: server.address.port)
  let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
  let head = ["\(line) HTTP/1.1"] + headers + length + ["Connection: close", "", ""]
  connection.send(head.joined(separator: "\r\n") + body)
  return try #require(connection.readToEnd())
}

@Suite struct ServerTests {
  @Test func `a request arrives whole, and its answer too`() throws {
    let server = try serve()
    let answer = try exchange(
      server, "PUT /a%20b/c?x=1&x=2&y=%26",
      headers: ["Host: localhost", "X-Word: seen", "Authorization: bearer of news"],
      body: "the body")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("PUT /a b/c [\"x=2\", \"y=&\"] seen of news the body\n"))
    #expect(answer.contains("X-Content-Type-Options: nosniff\r\n"))
    #expect(answer.contains("Cache-Control: no-store\r\n"))
  }

  @Test func `an answer to HEAD has the header fields alone`() throws {
    let answer = try exchange(serve(), "HEAD /")
    #expect(answer.contains("Content-Length: 15\r\n") && answer.hasSuffix("\r\n\r\n"))
  }

  @Test func `constant bytes are served from where they are`() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
    // Left to the process, as a constant would be.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe room.copyBytes(from: bytes)
    let start = unsafe UnsafeRawPointer(try #require(room.baseAddress))
    let constant = unsafe Response.StaticBytes(start: start, count: bytes.count)
    let server = try serve { _ in
      Response(
        type: "image/png", body: .constant(constant), headers: [("Referrer-Policy", "origin")])
    }
    let answer = try exchange(server, "GET /")
    #expect(answer.hasSuffix("\r\n\r\n" + String(decoding: bytes, as: UTF8.self)))
    #expect(answer.contains("Content-Type: image/png\r\n"))
    #expect(answer.components(separatedBy: "Referrer-Policy").count == 2)
  }

  @Test(arguments: [
    ["Host: elsewhere.example"], [], ["Host: localhost", "Host: elsewhere.example"], ["Host:"],
  ]) func `a server answers to this machine's names alone`(headers: [String]) throws {
    let answer = try exchange(serve(), "GET /", headers: headers)
    #expect(answer.hasPrefix("HTTP/1.1 421 "))
  }

  @Test func `a page of another site may read nothing new and change nothing`() throws {
    let server = try serve()
    let names = ["Host: 127.0.0.1:1", "Origin: "]
    for origin in ["http://elsewhere.example", "null", "http://127.0.0.1:2", "127.0.0.1:1"] {
      let headers = [names[0], names[1] + origin]
      #expect(try exchange(server, "POST /", headers: headers).hasPrefix("HTTP/1.1 403 "))
    }
    let own = [names[0], names[1] + "http://127.0.0.1:1"]
    #expect(try exchange(server, "POST /", headers: own).hasPrefix("HTTP/1.1 200 "))
  }

  @Test(arguments: ["OPTIONS", "PATCH", "TRACE", "BREW"])
  func `other methods reach no handler`(method: String) throws {
    let answer = try exchange(serve(), "\(method) /")
    #expect(answer.hasPrefix("HTTP/1.1 405 "))
    #expect(answer.contains("Allow: GET, HEAD, POST, PUT, DELETE\r\n"))
  }

  @Test(arguments: ["/%00", "/%", "http://localhost/", "/?a=%F"])
  func `an address that makes no sense is refused`(target: String) throws {
    #expect(try exchange(serve(), "GET \(target)").hasPrefix("HTTP/1.1 400 "))
  }

  @Test func `a header field that is none is an error and not a second answer`() throws {
    let server = try serve { _ in
      Response(type: "text/plain", body: .bytes([]), headers: [("X-Word", "a\r\nSet-Cookie: b")])
    }
    let answer = try exchange(server, "GET /")
    #expect(answer.hasPrefix("HTTP/1.1 500 ") && !answer.contains("Set-Cookie"))
  }

  @Test func `handlers that wait hold up nobody, and many are answered at once`() throws {
    let server = try serve { request in
      if request.path == "/slow" { _ = request.wait(.seconds(60)) }
      return echo(request)
    }
    let slow = try (0..<8).map { _ in try LoopbackConnection(port: server.address.port) }
    for connection in slow { connection.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n") }
    let answers = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 200) { number in
      guard let answer = try? exchange(server, "GET /\(number)"),
        answer.hasSuffix("GET /\(number) [] - - \n")
      else { return }
      answers.withLock { $0 += 1 }
    }
    #expect(answers.withLock { $0 } == 200)
    server.stop()
  }
}
