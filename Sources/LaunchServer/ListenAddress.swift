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
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = String(host.dropFirst().dropLast()) }
    let isNumber = portText.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard !host.isEmpty, host.contains(":") == isBracketed, isNumber, let port = UInt16(portText)
    else {
      throw ServerError(
        code: .malformedAddress,
        description: "\"\(text)\" is no address to listen on; write 127.0.0.1:8787 or [::1]:8787")
    }
    self.host = host
    self.port = port
  }

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// The address as a URL has it.
  package var description: String { "\(name):\(port)" }

  private var name: String { host.contains(":") ? "[\(host)]" : host }

  /// Whether a Host field names this server.
  ///
  /// A page of another origin can make a browser send requests here under a name that it controls
  /// (DNS rebinding); such a name is refused. A server that listens on every address of the machine
  /// is named by any number, which nobody can rebind.
  func isNamed(by field: String) -> Bool {
    guard let called = HostField(field) else { return false }
    if ["localhost", "127.0.0.1", "[::1]"].contains(called.name) { return true }
    if called.name == name.lowercased() { return true }
    return ["0.0.0.0", "::"].contains(host) && called.isNumeric
  }
}

/// The name in a Host field.
private struct HostField {
  let name: String

  init?(_ text: String) {
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : nil
    let nameEnd = end ?? text.firstIndex(of: ":") ?? text.endIndex
    let rest = text[nameEnd...]
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard rest.isEmpty || rest.first == ":", rest.utf8.dropFirst().allSatisfy(digits.contains)
    else { return nil }
    name = text[..<nameEnd].lowercased()
  }

  /// Whether it is an address rather than a name that somebody registers.
  var isNumeric: Bool {
    if name.hasPrefix("[") { return name.hasSuffix("]") }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
          && UInt8(part) != nil
      }
  }
}
