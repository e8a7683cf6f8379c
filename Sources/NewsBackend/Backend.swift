import LaunchJSON
import LaunchServer
import Synchronization

/// The demo's server: a feed in pages, items, sign-in and config.
final class Backend: Sendable {
  private let news = News()
  private let switches: Mutex<Switches>
  private let sessions = Mutex(Sessions())

  init(_ switches: Switches) {
    self.switches = Mutex(switches)
  }

  /// The routes to it.
  ///
  /// Nothing but `/control` is answered as usual while the switches say otherwise.
  var router: Router {
    var router = Router { text, status in Self.failure(text, status: status) }
    router.on("GET", "/control") { [self] _ in
      Self.json { switches.withLock { $0 }.write(to: &$0) }
    }
    router.on("POST", "/control") { [self] in control($0) }
    router.on("GET", "/config") { [self] _ in config() }
    router.on("POST", "/session") { [self] in signIn($0) }
    router.on("DELETE", "/session") { [self] in signOut($0) }
    router.on("GET", "/feed") { [self] in feed($0) }
    router.on("GET", "/items/:id") { [self] in item($0) }
    return router
  }

  /// Waits and refuses as the switches say.
  ///
  /// - Returns: The answer in place of the usual one; nil for that.
  func misbehave(_ request: Request) -> Response? {
    if request.path == "/control" { return nil }
    while switches.withLock({ $0.isSilent }) {
      if request.wait(.milliseconds(Limits.lookMilliseconds)) != .timeOver { return Self.ending }
    }
    let delay = switches.withLock { $0.delay }
    if delay > 0, request.wait(.milliseconds(delay)) != .timeOver { return Self.ending }
    let isRefusing = switches.withLock { $0.isRefusing }
    return isRefusing ? Self.failure("the service is overloaded", status: 503) : nil
  }

  // MARK: - Answers

  private static let unknownToken = failure("the session is not known; sign in", status: 401)
  private static let ending = failure("the service ends", status: 503)

  private static func failure(_ text: String, status: UInt32) -> Response {
    json(status: status) { $0.object { $0.member("error", text) } }
  }

  private static func json(
    status: UInt32 = 200, _ write: (inout JSONWriter) -> Void
  ) -> Response {
    var writer = JSONWriter()
    write(&writer)
    return .json(writer.bytes, status: status)
  }

  private func control(_ request: Request) -> Response {
    do {
      let change = try JSONReader.read(request.body)
      let changed = try switches.withLock { switches throws in
        try switches.apply(change)
        return switches
      }
      return Self.json { changed.write(to: &$0) }
    } catch {
      return Self.failure("\(error)", status: 400)
    }
  }

  private func config() -> Response {
    let now = switches.withLock { $0 }
    return Self.json { $0.object { now.writeAnnouncements(to: &$0) } }
  }

  private func signIn(_ request: Request) -> Response {
    guard let form = try? JSONReader.read(request.body),
      let user = form["user"]?.string, let password = form["password"]?.string
    else { return Self.failure("sign-in wants a user and a password", status: 400) }
    guard let token = sessions.withLock({ $0.begin(user: user, password: password) }) else {
      return Self.failure("the user or the password is wrong", status: 401)
    }
    return Self.json { writer in
      writer.object { writer in
        writer.member("token", token)
        writer.member("account", user)
      }
    }
  }

  private func signOut(_ request: Request) -> Response {
    guard isKnown(request), let token = request.bearer else { return Self.unknownToken }
    sessions.withLock { $0.end(token) }
    return .json(Array("{}".utf8))
  }

  private func isKnown(_ request: Request) -> Bool {
    if switches.withLock({ $0.isRefusingTokens }) { return false }
    return sessions.withLock { $0.isKnown(request.bearer) }
  }

  private func feed(_ request: Request) -> Response {
    guard isKnown(request) else { return Self.unknownToken }
    let limit = request.query["limit"].map { Int($0) ?? 0 } ?? 20
    guard (1...Limits.pageItems).contains(limit) else {
      return Self.failure("a page has 1 to \(Limits.pageItems) items", status: 400)
    }
    guard let page = news.page(after: request.query["cursor"], limit: limit) else {
      return Self.failure("there is no such page; begin without a cursor", status: 400)
    }
    return Self.json { writer in
      writer.object { writer in
        writer.key("items")
        writer.array(page.items) { $1.write(to: &$0) }
        writer.member("next", page.next)
      }
    }
  }

  private func item(_ request: Request) -> Response {
    guard isKnown(request) else { return Self.unknownToken }
    guard let id = request.parameters["id"].flatMap({ Int64($0) }),
      let item = news.items.first(where: { $0.id == id })
    else { return Self.failure("there is no such item", status: 404) }
    return Self.json { item.write(to: &$0) }
  }
}
