import Glibc
import LaunchJSON
import LaunchServer
import Synchronization

/// The demo's server: a feed in pages, items, sign-in and config.
final class Backend: Sendable {
  private let news = News()
  private let switches: Mutex<Switches>
  private let isEnding = Atomic<Bool>(false)

  init(_ switches: Switches) {
    self.switches = Mutex(switches)
  }

  /// Lets silent connections go, so that the server can stop.
  func end() { isEnding.store(true, ordering: .relaxed) }

  func answer(_ request: Request) -> Response {
    if request.path == "/control" { return control(request) }
    let now = switches.withLock { $0 }
    while now.isSilent && !isEnding.load(ordering: .relaxed) { usleep(20_000) }
    if now.delay > 0 { usleep(UInt32(now.delay) * 1000) }
    if now.isRefusing { return Self.failure("the service is overloaded", status: 503) }
    switch (request.method, request.path) {
    case ("GET", "/config"): return config(now)
    case ("POST", "/session"): return signIn(request)
    case ("DELETE", "/session"): return .json(Array("{}".utf8))
    case ("GET", "/feed"):
      return isKnown(request.bearer, now) ? feed(request) : Self.unknownToken
    case ("GET", _) where request.path.hasPrefix("/items/"):
      return isKnown(request.bearer, now) ? item(request) : Self.unknownToken
    case (_, "/config"), (_, "/session"), (_, "/feed"):
      return Self.failure("\(request.method) is not possible here", status: 405)
    default: return Self.failure("there is nothing at \(request.path)", status: 404)
    }
  }

  // MARK: - Answers

  private static let unknownToken = failure("the session is not known; sign in", status: 401)

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
    guard request.method == "POST" else {
      return Self.failure("switches are changed by POST", status: 405)
    }
    do {
      let change = try JSONReader.read(request.body)
      try switches.withLock { switches throws in
        var changed = switches
        try changed.apply(change)
        switches = changed
      }
      return .json(Array("{}".utf8))
    } catch {
      return Self.failure("\(error)", status: 400)
    }
  }

  private func config(_ now: Switches) -> Response {
    Self.json { writer in
      writer.object { writer in
        writer.member("minimumVersion", now.minimumVersion)
        writer.key("maintenance")
        if let message = now.maintenance {
          writer.object { $0.member("message", message) }
        } else {
          writer.null()
        }
        writer.key("flags")
        writer.object { writer in
          for (name, value) in now.flags.sorted(by: { $0.key < $1.key }) {
            writer.member(name, value)
          }
        }
      }
    }
  }

  private func signIn(_ request: Request) -> Response {
    guard let form = try? JSONReader.read(request.body),
      let user = form["user"]?.string, let password = form["password"]?.string
    else { return Self.failure("sign-in wants a user and a password", status: 400) }
    guard !user.isEmpty, password == "news" else {
      return Self.failure("the user or the password is wrong", status: 401)
    }
    return Self.json { writer in
      writer.object { writer in
        writer.member("token", "token-of-\(user)")
        writer.member("account", user)
      }
    }
  }

  private func isKnown(_ token: String?, _ now: Switches) -> Bool {
    token?.hasPrefix("token-of-") == true && !now.isRefusingTokens
  }

  private func feed(_ request: Request) -> Response {
    let limit = request.query["limit"].map { Int($0) ?? 0 } ?? 20
    guard (1...100).contains(limit),
      let page = news.page(after: request.query["cursor"], limit: limit)
    else { return Self.failure("no such page", status: 400) }
    return Self.json { writer in
      writer.object { writer in
        writer.key("items")
        writer.array(page.items) { $1.write(to: &$0) }
        writer.member("next", page.next)
      }
    }
  }

  private func item(_ request: Request) -> Response {
    guard let id = Int64(request.path.dropFirst("/items/".count)),
      let item = news.items.first(where: { $0.id == id })
    else { return Self.failure("there is no such item", status: 404) }
    return Self.json { item.write(to: &$0) }
  }
}
