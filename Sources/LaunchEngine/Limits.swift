/// What bounds the engine.
enum Limits {
  /// The names that a message lists before it only counts.
  static let listedNames = 12
}
