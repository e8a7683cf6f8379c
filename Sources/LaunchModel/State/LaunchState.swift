/// What the state file holds: everything that decides a launch, and nothing else.
///
/// Moments are wall-clock nanoseconds since 1970, because they must mean something to another
/// process after a restart; whoever computes an age from them must expect a clock that moved.
public struct LaunchState: Sendable, Hashable {
  /// Counts the writes of the file.
  public var generation: UInt64 = 0
  /// Who is signed in; nil if nobody is.
  public var session: SessionMarker?
  /// The last config that a server sent.
  public var config: CachedConfig?
  /// The screen that the person left.
  public var savedScreen: SavedScreen?
  /// A target that no screen has shown yet.
  public var pendingTarget: PendingTarget?
  /// What was installed when.
  public var install: InstallHistory?
  /// Per store, what the last good open found.
  public var stores: NamedValues<ExpectedStore> = NamedValues()

  /// Fields that another version of the program wrote, kept as they are.
  package var unknownFields: [UInt8] = []

  /// Makes a state in which nothing is known.
  public init() {}
}

/// That somebody is signed in: who, never the secret itself.
public struct SessionMarker: Sendable, Hashable {
  /// The account.
  public var account: String
  /// When the person signed in.
  public var signedInAt: Int64

  /// Makes a marker.
  public init(account: String, signedInAt: Int64) {
    self.account = account
    self.signedInAt = signedInAt
  }
}

/// Remote configuration as it was last received.
public struct CachedConfig: Sendable, Hashable {
  /// The lowest version that may go on.
  public var minimumVersion: String?
  /// The maintenance that is announced.
  public var maintenance: Maintenance?
  /// Flags by name.
  public var flags: NamedValues<String>
  /// When it was received.
  public var fetchedAt: Int64

  /// Makes a config.
  public init(
    minimumVersion: String? = nil, maintenance: Maintenance? = nil,
    flags: NamedValues<String> = NamedValues(),
    fetchedAt: Int64
  ) {
    self.minimumVersion = minimumVersion
    self.maintenance = maintenance
    self.flags = flags
    self.fetchedAt = fetchedAt
  }
}

/// A time in which the service is not available.
public struct Maintenance: Sendable, Hashable {
  /// What to tell the person.
  public var message: String
  /// When it ends, if that is known.
  public var until: Int64?

  /// Makes a maintenance.
  public init(message: String, until: Int64? = nil) {
    self.message = message
    self.until = until
  }
}

/// The screen that the person left.
public struct SavedScreen: Sendable, Hashable {
  /// The screen's name.
  public var name: String
  /// Whatever the program needs to show it again.
  public var content: [UInt8]
  /// When it was left.
  public var savedAt: Int64

  /// Makes a saved screen.
  public init(name: String, content: [UInt8], savedAt: Int64) {
    self.name = name
    self.content = content
    self.savedAt = savedAt
  }
}

/// Where a launch was to lead.
public struct PendingTarget: Sendable, Hashable {
  /// The target's address.
  public var url: String
  /// When it was asked for.
  public var askedAt: Int64

  /// Makes a target.
  public init(url: String, askedAt: Int64) {
    self.url = url
    self.askedAt = askedAt
  }
}

/// What was installed when.
public struct InstallHistory: Sendable, Hashable {
  /// When the program first ran here.
  public var installedAt: Int64
  /// The version that ran last.
  public var lastVersion: String
  /// The build that ran last.
  public var lastBuild: String

  /// Makes a history.
  public init(installedAt: Int64, lastVersion: String, lastBuild: String) {
    self.installedAt = installedAt
    self.lastVersion = lastVersion
    self.lastBuild = lastBuild
  }
}

/// What the last good open of a store found.
public struct ExpectedStore: Sendable, Hashable {
  /// The schema's version.
  public var schemaVersion: Int64
  /// The schema's fingerprint.
  public var fingerprint: UInt64
  /// The program's build that opened it.
  public var build: String

  /// Makes an expectation.
  public init(schemaVersion: Int64, fingerprint: UInt64, build: String) {
    self.schemaVersion = schemaVersion
    self.fingerprint = fingerprint
    self.build = build
  }
}

/// The answer of every read of local state.
public enum Reading<Value: Sendable>: Sendable {
  /// It was read.
  indirect case value(Value)
  /// It was looked for and does not exist.
  case absent
  /// It could not be looked for; the reason, for people.
  case unavailable(String)

  /// Reads a part of what was read.
  @inlinable
  public func map<Part>(_ part: (Value) -> Part?) -> Reading<Part> {
    switch self {
    case .value(let value): part(value).map { .value($0) } ?? .absent
    case .absent: .absent
    case .unavailable(let reason): .unavailable(reason)
    }
  }
}

extension Reading: Equatable where Value: Equatable {}
