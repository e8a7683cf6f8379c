import Foundation
import LaunchPath
import Testing

struct LaunchRequestTests {
  @Test(arguments: [
    ("reason=link&target=news%3A%2F%2Fitem%2F7", LaunchReason.link, "news://item/7" as String?),
    ("target=a%26b%3Dc&reason=notification", .notification, "a&b=c"),
    ("target=a=b", .unknown, "a=b"), ("reason=prewarm", .prewarm, nil), ("", .unknown, nil),
    ("&&&=&", .unknown, nil), ("reason", .unknown, nil), ("reason=teleport", .unknown, nil),
    ("target=", .unknown, nil), ("target=%", .unknown, nil), ("target=%4", .unknown, nil),
    ("target=%zz&reason=icon", .icon, nil), ("target=%C3%A4%F0%9F%98%80", .unknown, "ä😀"),
    ("target=%C3", .unknown, nil), ("target=%ff%fe", .unknown, nil),
    ("target=a%00b", .unknown, "a\u{0}b"), ("target=%25%2", .unknown, nil),
    ("TARGET=a&Reason=icon", .unknown, nil), ("target=a&target=b", .unknown, "b"),
    ("more=1&target=a+b", .unknown, "a+b"), ("target=ä", .unknown, "ä"),
    ("reason=%69con", .icon, nil), ("reason=icon&reason=", .unknown, nil),
  ])
  func `pairs are read, and what makes no sense is passed over`(
    text: String, reason: LaunchReason, target: String?
  ) {
    let request = LaunchRequest(parsing: text)
    #expect(request == LaunchRequest(reason: reason, target: target))
  }

  @Test func `no text ends the reader`() {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array("%&=0aF+rtéeasongcifl".unicodeScalars)
    for _ in 0..<5_000 {
      let scalars = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      _ = LaunchRequest(parsing: "target=" + String(text))
    }
    let long = String(repeating: "%41", count: 1_000_000)
    #expect(LaunchRequest(parsing: "target=\(long)").target?.utf8.count == 1_000_000)
  }
}

/// What a launch takes from its environment, in a process of its own.
struct LaunchEnvironmentTests {
  private func launch(_ environment: [String: String]) throws -> [String] {
    let folder = try TemporaryFolder()
    let result = try Writer.run("launch", folder.path, environment: environment)
    #expect(result.status == 0, "\(result.output)")
    return result.lines
  }

  @Test func `the request comes from the environment`() throws {
    #expect(
      try launch(["LAUNCHPATH_LAUNCH": "reason=link&target=news%3A7"])
        == ["reason link", "target news:7", "stamp none"])
    #expect(try launch([:]) == ["reason unknown", "target none", "stamp none"])
  }

  @Test func `a request beyond the limit is none`() throws {
    let long = "target=" + String(repeating: "x", count: 8 * 1024)
    #expect(try launch(["LAUNCHPATH_LAUNCH": long])[1] == "target none")
  }

  @Test(arguments: ["12345", "", "soon", "-1", "99999999999999999999999"])
  func `the parent's stamp is taken out of the environment`(stamp: String) throws {
    #expect(try launch(["LAUNCHPATH_SPAWNED_AT": stamp])[2] == "stamp none")
  }

  @Test func `the parent's stamp is in the recording, if it is a number`() throws {
    for (stamp, expected) in [("12345", UInt64(12345)), ("soon", nil)] as [(String, UInt64?)] {
      let folder = try TemporaryFolder()
      _ = try Writer.run(
        "launch", folder.path + "/root",
        environment: [
          "LAUNCHPATH_SPAWNED_AT": stamp, "LAUNCHPATH_RECORDINGS": folder.path + "/recordings",
        ])
      let file = try #require(try folder.files("recordings").first)
      let bytes = try Data(contentsOf: URL(filePath: folder.path + "/recordings/" + file))
      let recording = try Recording(reading: [UInt8](bytes))
      #expect(recording.spawnedAt == expected)
      #expect(recording.end == .ended && recording.kernelStart != nil)
    }
  }
}

/// The folders of the XDG base directory specification.
struct LaunchFoldersTests {
  private func folders(_ environment: [String: String]) throws -> [String] {
    let unset = ["XDG_STATE_HOME": "", "XDG_DATA_HOME": "", "XDG_CACHE_HOME": ""]
    return try Writer.run("folders", "app", environment: unset.merging(environment) { $1 }).lines
  }

  @Test func `the system's folders are below home`() throws {
    #expect(
      try folders(["HOME": "/h"]) == [
        "/h/.local/state/app", "/h/.local/share/app", "/h/.cache/app",
        "/h/.local/state/app/recordings",
      ])
  }

  @Test func `a variable moves a folder, and a relative path does not`() throws {
    #expect(
      try folders(["HOME": "/h", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "data"]) == [
        "/s/app", "/h/.local/share/app", "/h/.cache/app", "/s/app/recordings",
      ])
  }
}
