/// What bounds the HTTP client.
package enum Limits {
  /// The largest body that is received, in bytes.
  package static let bodyBytes = 16 * 1024 * 1024
  /// The most bytes of header lines that are received.
  package static let headerBytes = 64 * 1024
}
