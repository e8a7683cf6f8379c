/// A numeric address and a port to listen on: `127.0.0.1:8787`, `[::1]:0`.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address, numeric.
  package let host: String
  /// The port; 0 lets the system choose.
  package let port: UInt16

  /// Reads an address; `localhost` means 127.0.0.1, and a port alone means that address too.
  package init(_ text: String) throws(ServerError) {
    var host = "127.0.0.1"
    var portText = Substring(text)
    if let colon = text.lastIndex(of: ":") {
      host = String(text[..<colon])
      portText = text[text.index(after: colon)...]
    }
    if host == "localhost" { host = "127.0.0.1" }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty, let port = UInt16(portText) else {
      throw ServerError(
        code: .malformedAddress,
        description: "\"\(text)\" is no address to listen on; write 127.0.0.1:8787")
    }
    self.host = host
    self.port = port
  }

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// The address as a URL has it.
  package var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Whether a Host field names this server.
  ///
  /// A page of another origin can make a browser send requests here under a name that it controls
  /// (DNS rebinding); such a name is refused.
  func isNamed(by host: String) -> Bool {
    let name =
      host.lastIndex(of: ":").flatMap { colon in
        host.hasSuffix("]") ? nil : String(host[..<colon])
      } ?? host
    let local = ["localhost", "127.0.0.1", "[::1]"]
    let own = self.host.contains(":") ? "[\(self.host)]" : self.host
    return local.contains(name.lowercased()) || name == own
  }
}
