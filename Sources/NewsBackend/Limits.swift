/// What bounds the backend.
enum Limits {
  /// The longest delay of an answer, in milliseconds.
  static let delay = 600_000
  /// The most items on a page of the feed.
  static let pageItems = 100
  /// The connections at one time; many, because silence keeps them and the switches need one more.
  static let connections: UInt32 = 512
  /// The tokens of ended sessions that are remembered; older ones are valid again.
  static let endedSessions = 10_000
  /// The longest name of a user, in bytes.
  static let userBytes = 100
  /// How often a held request looks whether it is still to be held, in milliseconds.
  static let lookMilliseconds = 50
}
