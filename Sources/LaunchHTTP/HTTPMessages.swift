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

  /// Makes a request.
  package init(
    method: String = "GET", url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil, timeout: Duration = .seconds(10)
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}

/// What a server answered.
package struct HTTPResponse: Sendable {
  /// The status code.
  package var status: Int
  /// Header fields, in order, as they came.
  package var headers: [(name: String, value: String)]
  /// The body.
  package var body: [UInt8]

  /// The first header field of a name, in any case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Why there is no answer.
package struct HTTPError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Code: Sendable, Hashable {
    /// The library that speaks HTTP is missing.
    case unavailable
    /// The address makes no sense.
    case malformedURL
    /// Nobody listens there, or the name is unknown.
    case cannotConnect
    /// The time was over.
    case timedOut
    /// It was cancelled.
    case cancelled
    /// The answer is larger than it may be.
    case tooLarge
    /// The connection broke, or the answer makes no sense.
    case broken
  }

  /// What kind of failure it is.
  package let code: Code
  /// What happened, in words.
  package let description: String
}
