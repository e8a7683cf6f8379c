internal import LaunchServer

/// Answers the dashboard's requests from its files and a source.
struct Routes: Sendable {
  private static let launches = "/api/launches"
  private let source: LaunchSource

  /// Answers from this source.
  init(source: LaunchSource) {
    self.source = source
  }

  /// The answer to one request; never throws, because a failure is an answer too.
  func answer(_ request: Request) -> Response {
    var response = respond(to: request)
    response.headers += [
      ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"),
      ("X-Frame-Options", "DENY"),
    ]
    return response
  }

  private func respond(to request: Request) -> Response {
    guard request.method == "GET" || request.method == "HEAD" else {
      var response = Response.text("the dashboard only reads: use GET", status: 405)
      response.headers.append(("Allow", "GET, HEAD"))
      return response
    }
    if let asset = WebAsset.all[request.path] {
      return Response(
        type: asset.type, body: .constant(asset.bytes), headers: [("Cache-Control", "no-cache")])
    }
    if request.path == Self.launches {
      return attempt { try .json(source.list()) }
    }
    guard request.path.hasPrefix(Self.launches + "/") else {
      return .text("nothing is at this address", status: 404)
    }
    let id = String(request.path.dropFirst(Self.launches.count + 1))
    guard !id.isEmpty, id.utf8.count <= Limits.idBytes else {
      return .text("no launch has this id", status: 404)
    }
    return attempt {
      guard let document = try source.load(id) else {
        return .text("no launch has this id", status: 404)
      }
      return .json(document)
    }
  }

  private func attempt(_ body: () throws -> Response) -> Response {
    do {
      return try body()
    } catch {
      return .text("the launches cannot be read: \(error)", status: 500)
    }
  }
}
