import Testing

@testable import LaunchServer

@Suite struct ListenAddressTests {
  @Test func `an address is read and written as a URL has it`() throws {
    #expect(try ListenAddress("127.0.0.1:8787").description == "127.0.0.1:8787")
    #expect(try ListenAddress("[::1]:0").description == "[::1]:0")
    #expect(try ListenAddress("8080").description == "127.0.0.1:8080")
    #expect(try ListenAddress("localhost:1").description == "127.0.0.1:1")
  }

  @Test(arguments: [
    "", ":", "nowhere", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", "::1:80",
    "::1", "[::1]", "[127.0.0.1]:80", ":80",
  ]) func `what is no address is told`(text: String) {
    let error = #expect(throws: ServerError.self) { try ListenAddress(text) }
    #expect(error?.code == .malformedAddress)
  }

  @Test func `a server is named by this machine's names and by its own address`() throws {
    let address = try ListenAddress("10.1.2.3:8787")
    for name in [
      "localhost", "LOCALHOST:8787", "127.0.0.1:1", "[::1]", "[::1]:8787", "10.1.2.3",
    ] {
      #expect(address.isNamed(by: name), "\(name)")
    }
    for name in [
      "", ":", "elsewhere.example", "localhost.elsewhere.example", "127.0.0.1.elsewhere.example",
      "10.1.2.4", "[::1", "[::1]x", "localhost:80:80", "localhost:x", "user@localhost", "127.0.0.2",
    ] {
      #expect(!address.isNamed(by: name), "\(name)")
    }
  }

  @Test func `a server on every address is named by any number, and by no other name`() throws {
    for text in ["0.0.0.0:80", "[::]:80"] {
      let address = try ListenAddress(text)
      #expect(address.isNamed(by: "192.168.1.7:80"))
      #expect(address.isNamed(by: "[fe80::1]:80"))
      #expect(!address.isNamed(by: "elsewhere.example"))
      #expect(!address.isNamed(by: "1.2.3"))
      #expect(!address.isNamed(by: "1.2.3.256"))
      #expect(!address.isNamed(by: "+1.2.3.4"))
    }
  }
}
