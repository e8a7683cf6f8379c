import Testing

@testable import LaunchServer

@Suite struct RouterTests {
  private let router: Router = {
    var router = Router()
    router.on("GET", "/") { _ in .text("root", status: 200) }
    router.on("GET", "/items/new") { _ in .text("new", status: 200) }
    router.on("GET", "/items/:id") { .text("item \($0.parameters["id"] ?? "")", status: 200) }
    router.on("DELETE", "/items/:id") { _ in .text("gone", status: 200) }
    return router
  }()

  private func answer(_ method: String, _ target: String) throws -> (UInt32, String) {
    let request = try #require(Request(method: method, target: target))
    let response = router.answer(request)
    guard case .bytes(let bytes) = response.body else { return (response.status, "") }
    return (response.status, String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  @Test func `the first route that fits answers, with the parameters of its path`() throws {
    #expect(try answer("GET", "/") == (200, "root"))
    #expect(try answer("GET", "/items/new") == (200, "new"))
    #expect(try answer("GET", "/items/a%2Fb?x=1") == (200, "item a/b"))
    #expect(try answer("DELETE", "/items/7") == (200, "gone"))
  }

  @Test func `a route of GET answers HEAD too`() throws {
    #expect(try answer("HEAD", "/items/7").0 == 200)
  }

  @Test(arguments: ["/item", "/items", "/items/", "/items/7/", "/items/7/8", "//"])
  func `what fits no pattern is not found`(target: String) throws {
    #expect(try answer("GET", target).0 == 404)
  }

  @Test func `what fits with other methods says which`() throws {
    let request = try #require(Request(method: "PUT", target: "/items/7"))
    let response = router.answer(request)
    #expect(response.status == 405)
    #expect(response.headers.last?.name == "Allow")
    #expect(response.headers.last?.value == "GET, HEAD, DELETE")
  }
}
