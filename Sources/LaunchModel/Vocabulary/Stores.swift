/// What a store holds, which says what may become of it.
public enum StoreClass: UInt8, Named {
  /// Records and their outbox: losing it loses a person's work.
  case replica = 1
  /// May be deleted at any time; losing it costs a fetch.
  case cache = 2
}

/// What opening a store found.
public enum StoreVerdict: UInt8, Named {
  /// It has the shape that this version works with.
  case ready = 1
  /// It had an older shape and was brought to this one.
  case migrated = 2
  /// Its migration takes longer than a launch may wait.
  case longMigration = 3
  /// A newer version of the program wrote it.
  case tooNew = 4
  /// No chain of migrations leads from its shape to this one.
  case noPath = 5
  /// A migration was tried, failed, and was taken back.
  case migrationFailed = 6
  /// Its bytes are damaged.
  case corrupt = 7
  /// It may be whole, and cannot be reached.
  case unavailable = 8
  /// The disk has no room.
  case full = 9
  /// Another process holds it.
  case busy = 10

  /// Whether the store can be used after this verdict.
  public var isUsable: Bool { self == .ready || self == .migrated }
}
