/// What bounds the dashboard.
enum Limits {
  /// The longest id of a launch that is passed on to a source, in bytes.
  static let idBytes = 1024
}
