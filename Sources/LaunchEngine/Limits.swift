/// What bounds the engine.
enum Limits {
  /// The names that a message lists before it only counts.
  static let listedNames = 12
  /// The names up to which looking at each is quicker than a hash.
  static let searchedNames = 16
}
