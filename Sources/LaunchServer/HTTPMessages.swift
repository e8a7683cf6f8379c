/// A request, whole.
package struct Request: Sendable {
  /// The method.
  package let method: String
  /// The path, percent-decoded, without the query.
  package let path: String
  /// The parameters of the query, percent-decoded; the last one of a name.
  package let query: [String: String]
  /// The bearer token of the Authorization field.
  package let bearer: String?
  /// The body.
  package let body: [UInt8]
}

/// An answer.
package struct Response: Sendable {
  /// Bytes that live as long as the process, and are sent without a copy.
  ///
  /// Proof of `@unchecked Sendable`: the bytes are constant.
  /// Proof of `@safe`: whoever makes one vouches for the lifetime; reads stay within the count.
  @safe package struct StaticBytes: @unchecked Sendable {
    let start: UnsafeRawPointer
    let count: Int

    /// Names bytes that live as long as the process.
    @unsafe package init(start: UnsafeRawPointer, count: Int) {
      unsafe self.start = unsafe start
      self.count = count
    }
  }

  /// Where the body is.
  package enum Body: Sendable {
    /// In memory that is copied.
    case bytes([UInt8])
    /// In memory that is not.
    case constant(StaticBytes)
  }

  /// The status code.
  package var status: UInt32
  /// The body.
  package var body: Body
  /// Header fields beside those that every answer has.
  package var headers: [(name: String, value: String)]

  /// Makes an answer.
  package init(
    status: UInt32 = 200, type: String, body: Body, headers: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.body = body
    self.headers = [("Content-Type", type)] + headers
  }

  /// JSON, never stored by a cache.
  package static func json(_ bytes: [UInt8], status: UInt32 = 200) -> Response {
    Response(
      status: status, type: "application/json", body: .bytes(bytes),
      headers: [("Cache-Control", "no-store")])
  }

  /// A text for people.
  package static func text(_ text: String, status: UInt32) -> Response {
    Response(
      status: status, type: "text/plain; charset=utf-8", body: .bytes(Array((text + "\n").utf8)))
  }
}

/// Why a server cannot begin.
package struct ServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Code: Sendable, Hashable {
    /// The library that serves is missing.
    case unavailable
    /// The address is no address and port.
    case malformedAddress
    /// Another program listens there.
    case portTaken
    /// The system does not let it listen there.
    case refused
  }

  /// What kind of failure it is.
  package let code: Code
  /// What happened and what to do, in words.
  package let description: String
}
