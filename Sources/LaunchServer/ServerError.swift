/// Why a server cannot begin.
package struct ServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Code: Sendable, Hashable {
    /// The library that serves is missing or damaged.
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
