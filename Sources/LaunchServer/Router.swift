/// Finds the handler of a request by its method and the pattern of its path.
///
/// A pattern is a path whose parts that begin with a colon stand for any text that is not empty:
/// `/items/:id`. The first route that fits answers. A route of GET answers HEAD too.
///
/// ```swift
/// var router = Router()
/// router.on("GET", "/items/:id") { request in find(request.parameters["id"]) }
/// let server = try Server(listen: address) { router.answer($0) }
/// ```
package struct Router: Sendable {
  /// An answer that says what is wrong, with its status.
  package typealias Failure = @Sendable (_ text: String, _ status: UInt32) -> Response

  private struct Route: Sendable {
    let method: String
    let pattern: [String]
    let handler: Server.Handler
  }

  private var routes: [Route] = []
  private let failure: Failure

  /// Makes a router without routes.
  ///
  /// - Parameter failure: Answers where no route fits.
  package init(failure: @escaping Failure = { .text($0, status: $1) }) {
    self.failure = failure
  }

  /// Adds a route after those that are there.
  ///
  /// - Parameters:
  ///   - method: One of ``Server/methods``.
  ///   - pattern: A path from its slash.
  ///   - handler: Answers; it finds the pattern's parameters in the request.
  package mutating func on(
    _ method: String, _ pattern: String, _ handler: @escaping Server.Handler
  ) {
    precondition(pattern.hasPrefix("/"), "a pattern begins with a slash")
    precondition(Server.methods.contains(method), "a route has a method that the server knows")
    let parts = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    routes.append(Route(method: method, pattern: parts.map(String.init), handler: handler))
  }

  /// Answers by the first route that fits; 404 where no pattern does, 405 where no method does.
  ///
  /// O(routes), without a limit on their number: the program declares them.
  package func answer(_ request: Request) -> Response {
    var allowed: [String] = []
    for route in routes {
      guard let parameters = match(route.pattern, request.segments) else { continue }
      let isHead = route.method == "GET" && request.method == "HEAD"
      if route.method == request.method || isHead {
        var request = request
        request.parameters = parameters
        return route.handler(request)
      }
      allowed += route.method == "GET" ? ["GET", "HEAD"] : [route.method]
    }
    guard !allowed.isEmpty else {
      return failure("there is nothing at \(request.path.prefix(Limits.quotedBytes))", 404)
    }
    let methods = Server.methods.filter(allowed.contains).joined(separator: ", ")
    var response = failure("\(request.method) is not possible here; use \(methods)", 405)
    response.headers.append(("Allow", methods))
    return response
  }

  private func match(_ pattern: [String], _ segments: [String]) -> [String: String]? {
    guard pattern.count == segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, segment) in zip(pattern, segments) {
      if part.hasPrefix(":") {
        guard !segment.isEmpty else { return nil }
        parameters[String(part.dropFirst())] = segment
      } else if part != segment {
        return nil
      }
    }
    return parameters
  }
}
