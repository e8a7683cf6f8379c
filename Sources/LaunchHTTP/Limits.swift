/// What bounds the HTTP client.
package enum Limits {
  /// The largest body that is received unless a request says otherwise, in bytes.
  package static let bodyBytes = 16 * 1024 * 1024
  /// The most bytes of header lines that are received.
  package static let headerBytes = 64 * 1024
  /// The longest address, in bytes.
  package static let urlBytes = 8 * 1024
  /// The longest that a request may take, whatever it says, in milliseconds.
  package static let timeoutMilliseconds = 24 * 60 * 60 * 1000
  /// The most bytes of an address that an error repeats.
  static let quotedBytes = 200
}
