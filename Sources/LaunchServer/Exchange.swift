internal import CMicroHTTPD

/// What every exchange of a server needs.
final class ServerContext: Sendable {
  let address: ListenAddress
  let limits: Limits
  let bell: Bell
  let handler: Server.Handler

  init(
    address: ListenAddress, limits: Limits, bell: Bell, handler: @escaping Server.Handler
  ) {
    self.address = address
    self.limits = limits
    self.bell = bell
    self.handler = handler
  }
}

/// A request while it arrives, and its answer; only the connection's thread uses it.
final class Exchange {
  /// What to do after a part of the request has come.
  enum Step {
    case goOn
    case answer(Response)
    /// End the connection without an answer.
    case end
  }

  private let server: ServerContext
  private let target: RequestTarget?
  private let line: Line
  private var head: (method: String, headers: [(name: String, value: String)])?
  private var body: [UInt8] = []
  private var arrivedBytes = 0
  private let deadline: ContinuousClock.Instant

  init(server: ServerContext, target: RequestTarget?, socket: Int32) {
    self.server = server
    self.target = target
    line = Line(socket: socket, bell: server.bell)
    deadline = .now + .seconds(server.limits.bodySeconds)
  }

  var isBegun: Bool { head != nil }

  /// The header fields are there.
  func begin(method: String, headers: [(name: String, value: String)]) -> Step {
    head = (method, headers)
    // A body that is too large to be read is refused before its sender begins.
    let declared = headers.first { $0.name.isSameField(as: "Content-Length") }?.value
    guard let declared, Int(declared) ?? .max > server.limits.readBytes else { return .goOn }
    arrivedBytes = .max
    return .answer(answer())
  }

  /// A part of the body has come.
  @unsafe func receive(_ part: UnsafeRawBufferPointer) -> Step {
    guard part.count <= server.limits.readBytes - arrivedBytes, .now < deadline else {
      return .end
    }
    arrivedBytes += part.count
    if arrivedBytes <= server.limits.bodyBytes {
      unsafe body.append(contentsOf: part)
    } else {
      body = []
    }
    return .goOn
  }

  /// The answer to what has come.
  func answer() -> Response {
    guard let head else { return .text("the request has no header", status: 400) }
    if let refusal = refusal(of: head.method, head.headers) { return refusal }
    guard let target else { return .text("the address makes no sense", status: 400) }
    if arrivedBytes > server.limits.bodyBytes {
      return .text("a body may have at most \(server.limits.bodyBytes) bytes", status: 413)
    }
    return server.handler(
      Request(method: head.method, target: target, headers: head.headers, body: body, line: line))
  }

  private func refusal(
    of method: String, _ headers: [(name: String, value: String)]
  ) -> Response? {
    let hosts = headers.filter { $0.name.isSameField(as: "Host") }.map(\.value)
    guard hosts.count == 1, server.address.isNamed(by: hosts[0]) else {
      let name = hosts.isEmpty ? "nothing" : hosts.joined(separator: " and ")
      return .text("this server is not called \(name.prefix(Limits.quotedBytes))", status: 421)
    }
    guard Server.methods.contains(method) else {
      let methods = Server.methods.joined(separator: ", ")
      var response = Response.text("the server knows \(methods)", status: 405)
      response.headers.append(("Allow", methods))
      return response
    }
    // A page of another site may have a browser send what changes something; it says where from.
    let origin = headers.first { $0.name.isSameField(as: "Origin") }?.value
    let isReading = method == "GET" || method == "HEAD"
    if !isReading, let origin,
      !["http://", "https://"].contains(where: {
        origin.isSameField(as: $0 + hosts[0])
      })
    {
      return .text("a page of another site may change nothing here", status: 403)
    }
    return nil
  }
}
