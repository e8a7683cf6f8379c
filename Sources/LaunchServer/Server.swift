internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// An HTTP server on libmicrohttpd, which is opened on first use.
///
/// Each connection has a thread of its own, so that a handler that waits holds up nobody else, and
/// may be written as the ordinary blocking function that it is; the number of connections is
/// limited. Every method may be called from any thread but a handler's.
///
/// Requests are answered only under a name of this machine, and a page of another site may not
/// change anything: see ``ListenAddress``.
///
/// Proof of `@unchecked Sendable`: the daemon's handle is written once in `init`, and taken once
/// under the mutex in `stop()`; libmicrohttpd guards its own state.
/// Proof of `@safe`: the handle never leaves the class, and is stopped once.
@safe package final class Server: @unchecked Sendable {
  /// Answers requests, on any thread.
  package typealias Handler = @Sendable (Request) -> Response

  /// The methods that reach a handler.
  package static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE"]

  /// Where the server listens, with the real port.
  package let address: ListenAddress
  private let context: ServerContext
  private let isStopped = Mutex(false)
  private let daemon: OpaquePointer

  /// Begins to serve.
  ///
  /// - Parameters:
  ///   - address: Where to listen.
  ///   - limits: What bounds each connection, and their number.
  ///   - handler: Answers requests; called from the connections' threads. A handler that waits
  ///     does so by ``Request/wait(_:)``, or the server cannot stop meanwhile.
  /// - Throws: ``ServerError``.
  package init(
    listen address: ListenAddress, limits: Limits = Limits(), handler: @escaping Handler
  ) throws(ServerError) {
    if let failure = unsafe launchpath_mhd_load() {
      throw ServerError(code: .unavailable, description: unsafe String(cString: failure))
    }
    guard let bell = Bell() else { throw Self.failure(errno, at: address) }
    var port = address.port
    let listener = unsafe launchpath_mhd_listen(address.host, &port)
    guard listener >= 0 else { throw Self.failure(errno, at: address) }
    self.address = ListenAddress(host: address.host, port: port)
    context = ServerContext(address: self.address, limits: limits, bell: bell, handler: handler)
    // Proof: the context is kept by the server, whose daemon is stopped before it is let go.
    let daemon = unsafe launchpath_mhd_start(
      listener,
      launchpath_mhd_limits(
        connections: limits.connections, idle_seconds: limits.idleSeconds,
        header_bytes: limits.headerBytes),
      Callbacks.all(for: context))
    guard let daemon = unsafe daemon else { throw Self.failure(errno, at: address) }
    unsafe self.daemon = unsafe daemon
  }

  deinit { stop() }

  private static func failure(_ number: Int32, at address: ListenAddress) -> ServerError {
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

  /// Ends the service and its connections, once the handlers that are under way have answered.
  ///
  /// Handlers that wait are woken. Later calls do nothing; one at the same time waits for the
  /// first.
  package func stop() {
    isStopped.withLock { isStopped in
      if isStopped { return }
      isStopped = true
      context.bell.ring()
      unsafe launchpath_mhd_stop(daemon)
    }
  }
}
