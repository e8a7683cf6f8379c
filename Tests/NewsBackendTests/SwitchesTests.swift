import Foundation
import LaunchHTTP
import LaunchJSON
import TestSupport
import Testing

@Suite struct SwitchesTests {
  @Test func `flags at the start are what the config says`() throws {
    let backend = try BackendProcess(["--minimum-version", "2.4.0", "--maintenance", "back soon"])
    let config = try backend.ask("GET", "/config")
    #expect(config.status == 200)
    #expect(config.value["minimumVersion"]?.string == "2.4.0")
    #expect(config.value["maintenance"]?["message"]?.string == "back soon")
    #expect(config.value["maintenance"]?["until"]?.isNull == true)
    #expect(config.value["flags"]?["reader"]?.string == "on")
  }

  @Test func `what is announced changes at run time, and is taken back`() throws {
    let backend = try BackendProcess()
    try backend.control(
      #"""
      {"minimumVersion": "3.0.0", "maintenance": {"message": "soon", "until": 1790000000},
       "flags": {"reader": "off"}}
      """#)
    let config = try backend.ask("GET", "/config").value
    #expect(config["minimumVersion"]?.string == "3.0.0")
    #expect(config["maintenance"]?["until"]?.int64 == 1_790_000_000)
    #expect(config["flags"]?["reader"]?.string == "off")
    let switches = try backend.ask("GET", "/control").value
    #expect(switches["minimumVersion"]?.string == "3.0.0" && switches["delay"]?.int64 == 0)
    try backend.control(#"{"minimumVersion": null, "maintenance": null}"#)
    let plain = try backend.ask("GET", "/config").value
    #expect(plain["minimumVersion"]?.isNull == true && plain["maintenance"]?.isNull == true)
  }

  @Test func `a change that makes no sense changes nothing`() throws {
    let backend = try BackendProcess()
    for change in [
      "", "[]", #"{"refuse": true, "nonsense": 1}"#, #"{"refuse": true, "delay": -1}"#,
      #"{"delay": 600001}"#, #"{"delay": 1e3}"#, #"{"silent": 1}"#, #"{"maintenance": {}}"#,
      #"{"flags": {"reader": true}}"#,
    ] {
      #expect(try backend.ask("POST", "/control", body: change).status == 400, "\(change)")
    }
    #expect(try backend.ask("GET", "/config").status == 200)
  }

  @Test func `refusing answers everything but the switches with 503`() throws {
    let backend = try BackendProcess(["--refuse"])
    for path in ["/config", "/feed", "/nothing"] {
      #expect(try backend.ask("GET", path).status == 503)
    }
    try backend.control(#"{"refuse": false}"#)
    #expect(try backend.ask("GET", "/config").status == 200)
  }

  @Test func `refused tokens are known again later`() throws {
    let backend = try BackendProcess()
    let token = try backend.signIn()
    try backend.control(#"{"refuseTokens": true}"#)
    #expect(try backend.ask("GET", "/feed", token: token).status == 401)
    try backend.control(#"{"refuseTokens": false}"#)
    #expect(try backend.ask("GET", "/feed", token: token).status == 200)
  }

  @Test func `a delay is at least what it says, and holds up no other request`() throws {
    let backend = try BackendProcess(["--delay", "300"])
    let start = ContinuousClock.now
    let slow = try (0..<8).map { _ in try LoopbackConnection(port: backend.port) }
    for connection in slow {
      connection.send("GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }
    for connection in slow { #expect(connection.read(until: "flags") != nil) }
    #expect(ContinuousClock.now - start > .milliseconds(295))
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test func `silence answers nobody until it is over`() throws {
    let backend = try BackendProcess(["--silent"])
    let error = #expect(throws: HTTPError.self) {
      try backend.ask("GET", "/config", timeout: .milliseconds(200))
    }
    #expect(error?.code == .timedOut)
    let waiting = try LoopbackConnection(port: backend.port)
    waiting.send("GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(waiting.read(until: "\r\n\r\n", within: .milliseconds(200)) == nil)
    try backend.control(#"{"silent": false}"#)
    #expect(waiting.read(until: "flags") != nil)
  }

  @Test func `clients that give up leave room in the silence`() throws {
    let backend = try BackendProcess(["--silent"])
    // Twice as many as it has connections, a few at a time.
    for _ in 0..<32 {
      let connections = try (0..<32).map { _ in try LoopbackConnection(port: backend.port) }
      for connection in connections {
        connection.send("GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n")
      }
    }
    let deadline = ContinuousClock.now + .seconds(20)
    while (try? backend.control(#"{"silent": false}"#)) == nil {
      try #require(.now < deadline, "there is never room again")
    }
    #expect(try backend.ask("GET", "/config").status == 200)
  }
}
