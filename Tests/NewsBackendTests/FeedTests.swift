import LaunchHTTP
import LaunchJSON
import TestSupport
import Testing

@Suite struct FeedTests {
  @Test func `pages follow each other without a gap, the newest item first`() throws {
    let backend = try BackendProcess()
    let token = try backend.signIn()
    var items: [JSONValue] = []
    var cursor: String?
    var pages = 0
    repeat {
      let query = "?limit=7" + (cursor.map { "&cursor=\($0)" } ?? "")
      let page = try backend.ask("GET", "/feed" + query, token: token)
      #expect(page.status == 200)
      let more = try #require(page.value["items"]?.array)
      #expect(more.count == 7 || page.value["next"]?.isNull == true)
      items += more
      cursor = page.value["next"]?.string
      pages += 1
    } while cursor != nil && pages < 100
    #expect(items.count == 60 && pages == 9)
    #expect(Set(items.compactMap { $0["id"]?.int64 }).count == 60)
    let times = items.compactMap { $0["publishedAt"]?.int64 }
    #expect(times.count == 60 && times == times.sorted(by: >))
  }

  @Test func `no two items are alike, and they are the same at every start`() throws {
    func texts(_ key: String) throws -> [String] {
      let backend = try BackendProcess()
      let page = try backend.ask("GET", "/feed?limit=60", token: backend.signIn())
      return page.value["items"]?.array?.compactMap { $0[key]?.string } ?? []
    }
    let (titles, bodies) = try (texts("title"), texts("body"))
    #expect(Set(titles).count == 60 && Set(bodies).count == 60)
    #expect(bodies.allSatisfy { $0.count > 150 && $0.count < 1000 })
    #expect(try texts("title") == titles)
  }

  @Test func `an item is the one of the feed`() throws {
    let backend = try BackendProcess()
    let token = try backend.signIn()
    let feed = try backend.ask("GET", "/feed?limit=1", token: token)
    let id = try #require(feed.value["items"]?.array?.first?["id"]?.int64)
    let item = try backend.ask("GET", "/items/\(id)", token: token)
    #expect(item.status == 200 && item.value == feed.value["items"]?.array?.first)
    for path in ["/items/0", "/items/61", "/items/x", "/items/7x", "/items/", "/items"] {
      #expect(try backend.ask("GET", path, token: token).status == 404, "\(path)")
    }
  }

  @Test(arguments: ["limit=0", "limit=101", "limit=x", "limit=-1", "cursor=x", "cursor=61"])
  func `a page that makes no sense is told`(query: String) throws {
    let backend = try BackendProcess()
    let page = try backend.ask("GET", "/feed?" + query, token: backend.signIn())
    #expect(page.status == 400 && page.value["error"]?.string?.isEmpty == false)
  }

  @Test func `a session begins with the password, and ends`() throws {
    let backend = try BackendProcess()
    let (first, second) = try (backend.signIn(), backend.signIn())
    #expect(first != second)
    #expect(try backend.ask("DELETE", "/session", token: first).status == 200)
    #expect(try backend.ask("DELETE", "/session", token: first).status == 401)
    #expect(try backend.ask("GET", "/feed", token: first).status == 401)
    #expect(try backend.ask("GET", "/feed", token: second).status == 200)
    #expect(try backend.ask("GET", "/items/7").status == 401)
    for token in ["", "nonsense", "token-of-ann", "token-of-"] {
      #expect(try backend.ask("GET", "/feed", token: token).status == 401, "\(token)")
    }
  }

  @Test func `sign-in wants a user and the password`() throws {
    let backend = try BackendProcess()
    func status(_ body: String) throws -> Int {
      try backend.ask("POST", "/session", body: body).status
    }
    #expect(try status(#"{"user": "ann", "password": "wrong"}"#) == 401)
    #expect(try status(#"{"user": "", "password": "news"}"#) == 401)
    for body in ["", "{", "[]", #"{"user": "ann"}"#, #"{"user": 1, "password": "news"}"#] {
      #expect(try status(body) == 400, "\(body)")
    }
    #expect(
      try backend.ask("POST", "/session", body: String(repeating: "[", count: 60_000)).status == 400
    )
  }

  @Test func `other methods and paths are told apart`() throws {
    let backend = try BackendProcess()
    #expect(try backend.ask("POST", "/feed", body: "").status == 405)
    #expect(try backend.ask("GET", "/nothing").status == 404)
    let connection = try LoopbackConnection(port: backend.port)
    connection.send("GET /config HTTP/1.1\r\nHost: news.example\r\nConnection: close\r\n\r\n")
    #expect(connection.readToEnd()?.hasPrefix("HTTP/1.1 421 ") == true)
  }
}
