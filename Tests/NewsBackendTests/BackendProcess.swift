import LaunchHTTP
import LaunchJSON
import TestSupport
import Testing

/// The server as people start it, for the time of a test.
final class BackendProcess {
  let child: ChildProcess
  let url: String

  init(_ flags: [String] = []) throws {
    child = try ChildProcess(
      builtProgram("news-backend"), ["--listen", "127.0.0.1:0"] + flags)
    try child.waitForOutput("\n")
    let line = try #require(child.output.split(separator: "\n").first)
    let prefix = "listening on "
    try #require(line.hasPrefix(prefix))
    url = String(line.dropFirst(prefix.count))
  }

  var port: UInt16 { url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

  func ask(
    _ method: String = "GET", _ path: String, token: String? = nil, body: String? = nil,
    timeout: Duration = .seconds(30)
  ) throws -> (status: Int, value: JSONValue) {
    let headers = token.map { [("Authorization", "Bearer \($0)")] } ?? []
    let response = try HTTPClient().send(
      HTTPRequest(
        method: method, url: url + path, headers: headers, body: body.map { Array($0.utf8) },
        timeout: timeout))
    #expect(response.header("Cache-Control") == "no-store")
    return (response.status, try JSONReader.read(response.body))
  }

  /// Signs in as anybody does.
  ///
  /// - Returns: The session's token.
  func signIn(_ user: String = "ann") throws -> String {
    let answer = try ask(
      "POST", "/session", body: #"{"user": "\#(user)", "password": "news"}"#)
    #expect(answer.status == 200)
    #expect(answer.value["account"]?.string == user)
    return try #require(answer.value["token"]?.string)
  }

  func control(_ change: String) throws {
    #expect(try ask("POST", "/control", body: change).status == 200)
  }
}
