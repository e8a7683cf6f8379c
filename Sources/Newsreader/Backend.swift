import LaunchHTTP
import LaunchJSON
import LaunchPath

/// The server, as Newsreader uses it; every call waits for the answer.
struct Backend: Sendable {
  /// Ends every request, when the person quits.
  static let cancellation = HTTPCancellation()

  private let address: String
  private let session: Session

  init(_ options: Options) {
    address = options.backend
    session = Session(folders: options.folders)
  }

  func config() throws -> CachedConfig {
    let value = try get("/config")
    var config = CachedConfig(fetchedAt: WallTime.now())
    config.minimumVersion = value["minimumVersion"]?.string
    if let maintenance = value["maintenance"], let message = maintenance["message"]?.string {
      config.maintenance = Maintenance(
        message: message, until: maintenance["until"]?.int64.map { $0 * 1_000_000_000 })
    }
    for member in value["flags"]?.object ?? [] {
      if let text = member.value.string { config.flags[member.key] = text }
    }
    return config
  }

  /// The newest headlines, two pages of them.
  func headlines() throws -> [Article] {
    var articles: [Article] = []
    var cursor: String?
    for _ in 0..<2 {
      let page = try get("/feed?limit=20" + (cursor.map { "&cursor=\($0)" } ?? ""))
      guard let items = page["items"]?.array else { throw BackendError(.malformed, "no items") }
      articles += try items.map(Self.article)
      guard let next = page["next"]?.string else { break }
      cursor = next
    }
    return articles
  }

  func article(_ id: Int64) throws -> Article {
    try Self.article(get("/items/\(id)"))
  }

  /// - Returns: The session's token.
  func signIn(user: String, password: String) throws -> String {
    var form = JSONWriter()
    form.object { writer in
      writer.member("user", user)
      writer.member("password", password)
    }
    let answer = try send(
      HTTPRequest(
        method: "POST", url: address + "/session",
        headers: [("Content-Type", "application/json")], body: form.bytes),
      refusal: .refused)
    guard let token = answer["token"]?.string else { throw BackendError(.malformed, "no token") }
    return token
  }

  private func get(_ path: String) throws -> JSONValue {
    let headers = session.token().map { [("Authorization", "Bearer \($0)")] } ?? []
    return try send(
      HTTPRequest(url: address + path, headers: headers), refusal: .refusedSession)
  }

  private func send(_ request: HTTPRequest, refusal: BackendError.Code) throws -> JSONValue {
    let response = try Launch.span("request", .io) { () throws(HTTPError) in
      let response = try HTTPClient(cancellation: Self.cancellation).send(request)
      Launch.attribute("status", response.status)
      Launch.attribute("bytes", response.body.count)
      return response
    }
    let value = try? JSONReader.read(response.body)
    let message = value?["error"]?.string ?? "the server answered \(response.status)"
    switch response.status {
    case 200:
      guard let value else { throw BackendError(.malformed, "the answer is no JSON") }
      return value
    case 401: throw BackendError(refusal, message)
    default: throw BackendError(.refused, message)
    }
  }

  private static func article(_ value: JSONValue) throws -> Article {
    guard let id = value["id"]?.int64, let title = value["title"]?.string else {
      throw BackendError(.malformed, "an item has no id or title")
    }
    return Article(
      id: id, title: title, summary: value["summary"]?.string ?? "",
      body: value["body"]?.string ?? "", publishedAt: value["publishedAt"]?.int64 ?? 0)
  }
}

/// What the server said in place of an answer.
struct BackendError: Error, CustomStringConvertible {
  enum Code {
    case refused, refusedSession, malformed
  }

  let code: Code
  let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  var isRefusedSession: Bool { code == .refusedSession }
}
