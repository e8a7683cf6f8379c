/// What is asked of a server.
package struct HTTPRequest: Sendable {
  /// The method.
  package var method: String
  /// The address; `http` or `https`.
  package var url: String
  /// Header fields, in order.
  package var headers: [(name: String, value: String)]
  /// The body; nil for none.
  package var body: [UInt8]?
  /// How long the whole exchange may take.
  package var timeout: Duration
  /// How long it may take until there is a connection, within the whole.
  package var connectTimeout: Duration
  /// The largest body that is received, in bytes.
  package var bodyLimit: Int

  /// Makes a request.
  package init(
    method: String = "GET", url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil, timeout: Duration = .seconds(10), connectTimeout: Duration? = nil,
    bodyLimit: Int = Limits.bodyBytes
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.connectTimeout = connectTimeout ?? timeout
    self.bodyLimit = bodyLimit
  }

  /// The method and the address, without what may be a secret.
  var summary: String {
    var address = Substring(url).prefix { $0 != "?" && $0 != "#" }
    if let start = address.firstRange(of: "://")?.upperBound {
      let authority = address[start...].prefix { $0 != "/" }
      if let at = authority.lastIndex(of: "@") {
        address = address[..<start] + address[address.index(after: at)...]
      }
    }
    // What makes no sense may be anything; it is not repeated in full, and on one line.
    let text = "\(method) \(address)".unicodeScalars.prefix(Limits.quotedBytes)
    return String(
      String.UnicodeScalarView(text.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }

  /// Finds out whether it can be sent as it stands.
  ///
  /// A line end in a part of it would begin another field, or another request.
  func validate() throws(HTTPError) {
    let lowercased = url.prefix(8).lowercased()
    let isGraphic = url.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 != 0x7F }
    guard lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://"), isGraphic,
      url.utf8.count <= Limits.urlBytes
    else {
      throw HTTPError(.malformedURL, self, "the address has to be a URL of http or https")
    }
    guard method.isToken else { throw HTTPError(.malformedRequest, self, "this is no method") }
    for (name, value) in headers {
      let isValue = value.utf8.allSatisfy {
        ($0 >= UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")) && $0 != 0x7F
      }
      guard name.isToken, isValue else {
        throw HTTPError(.malformedRequest, self, "a header field cannot be sent")
      }
    }
  }
}

extension String {
  /// Whether it may be a method or the name of a header field.
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
