/// What bounds the reading of JSON.
package enum Limits {
  /// The largest document that is read unless told otherwise, in bytes.
  package static let bytes = 512 * 1024 * 1024
  /// How deep arrays and objects may lie in each other.
  package static let depth = 512
}
