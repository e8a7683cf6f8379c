import Foundation
import FoundationNetworking
import Testing

@testable import LaunchDashboard

/// A source of one launch, whose list fails on demand.
private func source(failing: Bool = false) -> LaunchSource {
  struct Unreadable: Error {}
  return LaunchSource(
    list: {
      if failing { throw Unreadable() }
      return Array(#"{"format":"launchpath.launches/1","source":"test","launches":[]}"#.utf8)
    },
    load: { id in
      id == "a/b <1>" ? Array(#"{"format":"launchpath.trace/1","traces":[]}"#.utf8) : nil
    })
}

private func get(
  _ path: String, from url: String, method: String = "GET"
) async throws -> (status: Int, body: String, headers: HTTPURLResponse) {
  var request = URLRequest(url: try #require(URL(string: url + path)))
  request.httpMethod = method
  let (data, response) = try await URLSession.shared.data(for: request)
  let http = try #require(response as? HTTPURLResponse)
  return (http.statusCode, String(decoding: data, as: UTF8.self), http)
}

@Suite struct DashboardTests {
  @Test func `the embedded files are exactly those of the web folder`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Web")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    let files = names.filter { $0.contains(".") }.map { "/" + $0 }
    #expect(Set(files) == Set(WebAsset.all.keys).subtracting(["/"]))
  }

  @Test func `the page is served with a policy that admits nothing from elsewhere`() async throws {
    let dashboard = Dashboard(source: source(), listen: "127.0.0.1:0")
    let url = try dashboard.start()
    defer { dashboard.stop() }
    let page = try await get("/", from: url)
    #expect(page.status == 200)
    #expect(page.body.contains("<title>LaunchPath</title>"))
    let policy = page.headers.value(forHTTPHeaderField: "Content-Security-Policy")
    #expect(policy?.hasPrefix("default-src 'self'") == true)
    #expect(try await get("/views/paint.js", from: url).body.contains("export function paint"))
  }

  @Test func `the list and one launch come from the source, and an id is decoded`() async throws {
    let dashboard = Dashboard(source: source(), listen: "127.0.0.1:0")
    let url = try dashboard.start()
    defer { dashboard.stop() }
    #expect(try await get("/api/launches", from: url).body.contains("launchpath.launches/1"))
    let one = try await get("/api/launches/a%2Fb%20%3C1%3E", from: url)
    #expect(one.status == 200)
    #expect(one.body.contains("launchpath.trace/1"))
  }

  @Test(arguments: ["/api/launches/nobody", "/api/launches/", "/../Package.swift", "/none.js"])
  func `what is not there is 404`(path: String) async throws {
    let dashboard = Dashboard(source: source(), listen: "127.0.0.1:0")
    let url = try dashboard.start()
    defer { dashboard.stop() }
    #expect(try await get(path, from: url).status == 404)
  }

  @Test func `nothing can be written, and a source that fails is an answer`() async throws {
    let dashboard = Dashboard(source: source(failing: true), listen: "127.0.0.1:0")
    let url = try dashboard.start()
    defer { dashboard.stop() }
    #expect(try await get("/api/launches", from: url, method: "POST").status == 405)
    #expect(try await get("/api/launches", from: url).status == 500)
  }

  @Test func `starting twice is one service, and it can start again after a stop`() throws {
    let dashboard = Dashboard(source: source(), listen: "127.0.0.1:0")
    #expect(try dashboard.start() == dashboard.start())
    dashboard.stop()
    dashboard.stop()
    #expect(try dashboard.start().hasPrefix("http://127.0.0.1:"))
  }

  @Test func `a port that is taken and an address that is none are told apart`() throws {
    let first = Dashboard(source: source(), listen: "127.0.0.1:0")
    let url = try first.start()
    let second = Dashboard(source: source(), listen: String(url.dropFirst("http://".count)))
    #expect(#expect(throws: DashboardError.self) { try second.start() }?.code == .portTaken)
    let third = Dashboard(source: source(), listen: "nowhere")
    #expect(#expect(throws: DashboardError.self) { try third.start() }?.code == .malformedAddress)
  }

  @Test func `a folder shows its trace documents and names the files that are none`() async throws {
    let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Browser/fixtures").path
    let dashboard = Dashboard(source: .folder(fixtures), listen: "127.0.0.1:0")
    let url = try dashboard.start()
    defer { dashboard.stop() }
    let list = try await get("/api/launches", from: url)
    #expect(list.status == 200)
    #expect(list.body.contains("cold-home"))
    #expect(list.body.contains("make.py gives no trace"))
    let one = try await get("/api/launches/cold-home", from: url)
    #expect(one.body.contains(#""analysis""#))
    #expect(one.body.contains(#""kind":"wait""#))
    #expect(try await get("/api/launches/nobody", from: url).status == 404)
  }

  @Test func `a folder that does not exist is told, not shown as empty`() async throws {
    let dashboard = Dashboard(source: .folder("/nowhere/at/all"), listen: "127.0.0.1:0")
    let url = try dashboard.start()
    defer { dashboard.stop() }
    let list = try await get("/api/launches", from: url)
    #expect(list.status == 500)
    #expect(list.body.contains("/nowhere/at/all"))
  }
}
