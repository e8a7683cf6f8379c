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
  /// The body; it is not sent in answer to HEAD.
  package var body: Body
  /// Header fields beside those that every answer has; one of the same name replaces those.
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

  /// A text for people, never stored by a cache.
  package static func text(_ text: String, status: UInt32) -> Response {
    Response(
      status: status, type: "text/plain; charset=utf-8", body: .bytes(Array((text + "\n").utf8)),
      headers: [("Cache-Control", "no-store")])
  }

  /// What every answer has unless it says otherwise: nothing guesses a type or tells another site
  /// where the reader came from.
  static let usualHeaders = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
  ]
}
