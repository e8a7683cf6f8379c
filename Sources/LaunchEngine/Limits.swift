/// What bounds the engine.
enum Limits {
  /// The names that a message lists before it only counts.
  static let listedNames = 12
  /// The names up to which looking at each is quicker than a hash.
  static let searchedNames = 16
  /// The crashes of one task, in a row, after which it is in quarantine.
  static let quarantineAfter = 2
  /// The crashes in a row after which a launch begins in safe mode.
  static let safeModeAfter = 3
  /// How long a quarantine lasts within one build, in nanoseconds: a week.
  static let quarantine: Int64 = 7 * 86_400 * 1_000_000_000
  /// The crashes that are remembered.
  static let keptCrashes = 8
}
