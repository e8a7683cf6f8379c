import CMicroHTTPD
import Glibc
import Synchronization

/// An HTTP server on libmicrohttpd, which is opened on first use.
///
/// Each connection has a thread of its own, so that a handler that waits holds up nobody else.
///
/// Proof of `@unchecked Sendable`: the daemon's handle is written once in `init`, and taken once
/// under the mutex in `stop()`; libmicrohttpd guards its own state.
/// Proof of `@safe`: the handle never leaves the class, and is stopped once.
@safe package final class Server: @unchecked Sendable {
  /// Answers requests, on any thread.
  package typealias Handler = @Sendable (Request) -> Response

  /// Where the server listens, with the real port.
  package let address: ListenAddress
  private let context: Context
  private let isStopped = Mutex(false)
  private let daemon: OpaquePointer

  /// Begins to serve.
  ///
  /// - Parameters:
  ///   - address: Where to listen.
  ///   - handler: Answers requests; called from the connections' threads.
  /// - Throws: ``ServerError``.
  package init(
    listen address: ListenAddress, handler: @escaping Handler
  ) throws(ServerError) {
    if let failure = unsafe launchpath_mhd_load() {
      throw ServerError(code: .unavailable, description: unsafe String(cString: failure))
    }
    var port = address.port
    let listener = unsafe launchpath_listen(address.host, &port)
    guard listener >= 0 else { throw Self.listenError(errno, address) }
    self.address = ListenAddress(host: address.host, port: port)
    context = Context(address: self.address, handler: handler)
    // Proof: the context is kept by the server, whose daemon is stopped before it is let go.
    let pointer = unsafe Unmanaged.passUnretained(context).toOpaque()
    let daemon = unsafe launchpath_mhd_start(
      listener, Limits.connections, Limits.idleSeconds, Limits.headerBytes, accessHandler,
      requestCompleted, pointer)
    guard let daemon = unsafe daemon else {
      let number = errno
      close(listener)
      throw ServerError(
        code: .refused,
        description: unsafe "cannot serve on \(address): \(String(cString: strerror(number)))")
    }
    unsafe self.daemon = unsafe daemon
  }

  deinit { stop() }

  private static func listenError(_ number: Int32, _ address: ListenAddress) -> ServerError {
    switch number {
    case EADDRINUSE:
      ServerError(
        code: .portTaken,
        description: "another program listens on \(address); choose another port, or 0 for any")
    case EINVAL:
      ServerError(
        code: .malformedAddress, description: "\"\(address.host)\" is no numeric address")
    default:
      ServerError(
        code: .refused,
        description: unsafe "cannot listen on \(address): \(String(cString: strerror(number)))")
    }
  }

  /// The server's address for a browser.
  package var url: String { "http://\(address)" }

  /// Ends the service and its connections; later calls do nothing.
  package func stop() {
    let isFirst = isStopped.withLock { stopped in
      defer { stopped = true }
      return !stopped
    }
    if isFirst { unsafe launchpath_mhd_stop(daemon) }
  }
}

/// What the callbacks of a server need.
private final class Context: Sendable {
  let address: ListenAddress
  let handler: Server.Handler

  init(address: ListenAddress, handler: @escaping Server.Handler) {
    self.address = address
    self.handler = handler
  }
}

/// A request whose body is arriving.
private final class Arriving {
  var body: [UInt8] = []
  var isTooLarge = false
}

private let accessHandler: MHD_AccessHandlerCallback = {
  context, connection, path, method, _, upload, uploadCount, state in
  // Proof: libmicrohttpd calls with the context of `launchpath_mhd_start`, a live connection, and
  // texts that live for the call; the state is null at first, and then what was put there below.
  let server = unsafe Unmanaged<Context>.fromOpaque(context!).takeUnretainedValue()
  guard let started = unsafe state!.pointee else {
    unsafe state!.pointee = Unmanaged.passRetained(Arriving()).toOpaque()
    return .YES
  }
  let arriving = unsafe Unmanaged<Arriving>.fromOpaque(started).takeUnretainedValue()
  let count = unsafe uploadCount!.pointee
  if count > 0 {
    if arriving.body.count + count > Limits.bodyBytes { arriving.isTooLarge = true }
    if !arriving.isTooLarge {
      unsafe arriving.body.append(
        contentsOf: UnsafeRawBufferPointer(start: upload, count: count))
    }
    unsafe uploadCount!.pointee = 0
    return .YES
  }
  let methodName = unsafe String(cString: method!)
  let response = unsafe answer(
    server, connection!, method: methodName, path: String(cString: path!), arriving)
  return unsafe send(response, on: connection!)
}

private let requestCompleted: MHD_RequestCompletedCallback = { _, _, state, _ in
  // Proof: the state is what the access handler retained, and is given up here alone.
  guard let started = unsafe state!.pointee else { return }
  unsafe Unmanaged<Arriving>.fromOpaque(started).release()
  unsafe state!.pointee = nil
}

@unsafe private func answer(
  _ server: Context, _ connection: OpaquePointer, method: String, path: String,
  _ arriving: Arriving
) -> Response {
  let host = unsafe header("Host", of: connection)
  guard let host, server.address.isNamed(by: host) else {
    return .text("this server is not called \(host ?? "nothing")", status: 421)
  }
  if arriving.isTooLarge {
    return .text("a body may have at most \(Limits.bodyBytes) bytes", status: 413)
  }
  let authorization = unsafe header("Authorization", of: connection)
  let bearer = authorization.flatMap { text in
    text.hasPrefix("Bearer ") ? String(text.dropFirst("Bearer ".count)) : nil
  }
  return server.handler(
    Request(
      method: method, path: path, query: unsafe query(of: connection), bearer: bearer,
      body: arriving.body))
}

@unsafe private func header(_ name: String, of connection: OpaquePointer) -> String? {
  guard let value = unsafe launchpath_mhd_header(connection, name) else { return nil }
  return unsafe String(cString: value)
}

@unsafe private func query(of connection: OpaquePointer) -> [String: String] {
  var query: [String: String] = [:]
  // Proof: the dictionary outlives the iteration, which is over when the call returns.
  unsafe withUnsafeMutablePointer(to: &query) { pointer in
    unsafe launchpath_mhd_query(
      connection,
      { context, _, key, value in
        let query = unsafe context!.assumingMemoryBound(to: [String: String].self)
        let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
        unsafe query.pointee[String(cString: key!)] = text
        return .YES
      }, pointer)
  }
  return query
}

@unsafe private func send(_ response: Response, on connection: OpaquePointer) -> MHD_Result {
  guard let made = unsafe response.body.made() else { return .NO }
  let always = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
  for (name, value) in always + response.headers {
    unsafe launchpath_mhd_add_header(made, name, value)
  }
  return unsafe launchpath_mhd_respond(connection, response.status, made)
}

extension Response.Body {
  @unsafe fileprivate func made() -> OpaquePointer? {
    switch self {
    case .bytes(let bytes):
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe launchpath_mhd_response(buffer.baseAddress, buffer.count, false)
      }
    case .constant(let bytes):
      unsafe launchpath_mhd_response(bytes.start, bytes.count, true)
    }
  }
}
