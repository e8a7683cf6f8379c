internal import LaunchServer
internal import Synchronization

/// The dashboard: a page in the browser over a source of launches.
///
/// It listens on this machine alone unless told otherwise, only reads, and loads nothing from
/// elsewhere. A client program may start one as a deferred task. Every method may be called from
/// any thread.
///
/// ```swift
/// let dashboard = Dashboard(source: source)
/// print(try dashboard.start())
/// ```
public final class Dashboard: Sendable {
  private let routes: Routes
  private let listen: String
  private let server = Mutex<Server?>(nil)

  /// Describes a dashboard that is not yet served.
  ///
  /// - Parameters:
  ///   - source: Where its launches come from.
  ///   - listen: A numeric address and a port; port 0 lets the system choose.
  public init(source: LaunchSource, listen: String = "127.0.0.1:8787") {
    routes = Routes(source: source)
    self.listen = listen
  }

  deinit { stop() }

  /// Begins to serve, unless it already does.
  ///
  /// - Returns: The page's address for a browser, with the real port.
  /// - Throws: ``DashboardError``.
  @discardableResult
  public func start() throws(DashboardError) -> String {
    let result = server.withLock { server -> Result<String, DashboardError> in
      if let server { return .success(server.url) }
      do throws(ServerError) {
        let routes = routes
        let started = try Server(listen: ListenAddress(listen)) { routes.answer($0) }
        server = started
        return .success(started.url)
      } catch {
        return .failure(DashboardError(error))
      }
    }
    return try result.get()
  }

  /// Ends the service; it may be started again.
  public func stop() {
    let ending = server.withLock { server in
      defer { server = nil }
      return server
    }
    ending?.stop()
  }
}

extension DashboardError {
  fileprivate init(_ error: ServerError) {
    let code: Code =
      switch error.code {
      case .unavailable: .unavailable
      case .malformedAddress: .malformedAddress
      case .portTaken: .portTaken
      case .refused: .refused
      }
    self.init(code: code, description: error.description)
  }
}
