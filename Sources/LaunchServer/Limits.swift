/// What bounds a server.
package enum Limits {
  /// The connections at one time; more wait to be accepted.
  package static let connections: UInt32 = 64
  /// How long a connection may be silent, in seconds.
  package static let idleSeconds: UInt32 = 30
  /// The memory for the request line and the header fields of a connection, in bytes.
  package static let headerBytes = 32 * 1024
  /// The largest body that is received, in bytes.
  package static let bodyBytes = 64 * 1024
}
