/// What bounds the dashboard.
enum Limits {
  /// The longest id of a launch that is passed on to a source, in bytes.
  static let idBytes = 1024
  /// The files of a folder that are read; more are left out.
  static let files = 10_000
}
