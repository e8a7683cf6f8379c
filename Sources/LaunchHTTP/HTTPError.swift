/// Why there is no answer.
///
/// It names the request by its method and its address without user, password and query, which may
/// be secrets.
package struct HTTPError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Code: Sendable, Hashable {
    /// The library that speaks HTTP is missing or damaged.
    case unavailable
    /// The address makes no sense, or is neither `http` nor `https`.
    case malformedURL
    /// The method or a header field cannot be sent.
    case malformedRequest
    /// Nobody listens there, the name is unknown, or no secure connection comes about.
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
  /// Which request it was.
  package let request: String
  /// What happened, in words.
  package let reason: String

  /// The request, and what happened to it.
  package var description: String { "\(request): \(reason)" }

  init(_ code: Code, _ request: HTTPRequest, _ reason: String) {
    self.code = code
    self.request = request.summary
    self.reason = reason
  }
}
