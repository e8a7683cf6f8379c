/// What bounds a server.
package struct Limits: Sendable {
  /// The connections at one time; more are ended as they come.
  package var connections: UInt32 = 64
  /// How long a connection may neither send nor take a byte, in seconds.
  package var idleSeconds: UInt32 = 30
  /// The memory for the request line and the header fields of a connection, in bytes.
  package var headerBytes = 32 * 1024
  /// The largest body that a handler receives, in bytes.
  package var bodyBytes = 64 * 1024
  /// The most bytes of a larger body that are read to answer it with 413; beyond, the connection
  /// ends.
  package var discardedBytes = 1024 * 1024
  /// How long a body may take to arrive, in seconds, however steadily it does.
  package var bodySeconds = 60

  /// The usual limits.
  package init() {}

  var readBytes: Int { max(bodyBytes, discardedBytes) }

  /// The most bytes of a request's own text that an answer repeats.
  static let quotedBytes = 100
  /// The most fields in a query.
  static let queryFields = 64
}
