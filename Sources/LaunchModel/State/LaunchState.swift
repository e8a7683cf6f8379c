/// What the state file holds: everything that decides a launch, and nothing else.
///
/// Moments are wall-clock nanoseconds since 1970, because they must mean something to another
/// process after a restart; whoever computes an age from them must expect a clock that moved.
public struct LaunchState: Sendable, Hashable {
  private var storage = Storage()

  /// Makes a state in which nothing is known.
  public init() {}

  /// Counts the writes of the file.
  public var generation: UInt64 {
    get { storage.generation }
    set { unshared.generation = newValue }
  }

  /// Who is signed in; nil if nobody is.
  public var session: SessionMarker? {
    get { storage.session }
    set { unshared.session = newValue }
  }

  /// The last config that a server sent.
  public var config: CachedConfig? {
    get { storage.hasConfig ? storage.config : nil }
    set {
      unshared.hasConfig = newValue != nil
      unshared.config = newValue ?? CachedConfig(fetchedAt: 0)
    }
  }

  /// Looks at the config, if there is one, without an optional copy of it.
  package func withConfig<Result>(_ body: (CachedConfig) -> Result) -> Result? {
    storage.hasConfig ? body(storage.config) : nil
  }

  /// Looks at the flags of the config, if there is one, likewise.
  package func forEachFlag(_ body: (_ name: String, _ value: String) -> Void) {
    guard storage.hasConfig else { return }
    let flags = storage.config.flags
    for index in 0..<flags.count { body(flags.names[index], flags.values[index]) }
  }

  /// Sets the config, likewise.
  package mutating func set(_ config: CachedConfig) {
    unshared.hasConfig = true
    unshared.config = config
  }

  /// The screen that the person left.
  public var savedScreen: SavedScreen? {
    get { storage.savedScreen }
    set { unshared.savedScreen = newValue }
  }

  /// A target that no screen has shown yet.
  public var pendingTarget: PendingTarget? {
    get { storage.pendingTarget }
    set { unshared.pendingTarget = newValue }
  }

  /// What was installed when.
  public var install: InstallHistory? {
    get { storage.install }
    set { unshared.install = newValue }
  }

  /// Per store, what the last good open found.
  public var stores: NamedValues<ExpectedStore> {
    get { storage.stores }
    set { unshared.stores = newValue }
  }

  /// What the crash ladder knows; nil if no launch of this program crashed early.
  public var crashes: CrashHistory? {
    get { storage.crashes }
    set { unshared.crashes = newValue }
  }

  /// Fields that another version of the program wrote, kept as they are.
  package var unknownFields: [UInt8] {
    get { storage.unknownFields }
    set { unshared.unknownFields = newValue }
  }

  /// The storage, for a change: nobody else's.
  private var unshared: Storage {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
      return storage
    }
  }

  /// Whether two states say the same.
  public static func == (left: LaunchState, right: LaunchState) -> Bool {
    let (left, right) = (left.storage, right.storage)
    if left === right { return true }
    return left.generation == right.generation && left.session == right.session
      && left.hasConfig == right.hasConfig && left.config == right.config
      && left.savedScreen == right.savedScreen
      && left.pendingTarget == right.pendingTarget && left.install == right.install
      && left.stores == right.stores && left.crashes == right.crashes
      && left.unknownFields == right.unknownFields
  }

  /// Feeds what the state says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.generation)
    hasher.combine(storage.session)
    hasher.combine(storage.hasConfig)
    hasher.combine(storage.config)
    hasher.combine(storage.savedScreen)
    hasher.combine(storage.pendingTarget)
    hasher.combine(storage.install)
    hasher.combine(storage.stores)
    hasher.combine(storage.crashes)
    hasher.combine(storage.unknownFields)
  }

  /// The values of a state.
  ///
  /// By reference, because a state is handed on many times before the first frame, and to copy a
  /// part out of a structure a program has to instantiate its type.
  ///
  /// Proof of `@unchecked Sendable`: a state changes its storage only while no other has it.
  private final class Storage: @unchecked Sendable {
    var generation: UInt64 = 0
    var session: SessionMarker?
    /// Whether the config is one; it is no optional, because the first copy of such a one costs a
    /// launch as much as the rest of the decision.
    var hasConfig = false
    var config = CachedConfig(fetchedAt: 0)
    var savedScreen: SavedScreen?
    var pendingTarget: PendingTarget?
    var install: InstallHistory?
    var stores = NamedValues<ExpectedStore>()
    var crashes: CrashHistory?
    var unknownFields: [UInt8] = []

    init() {}

    init(copying other: Storage) {
      generation = other.generation
      session = other.session
      hasConfig = other.hasConfig
      config = other.config
      savedScreen = other.savedScreen
      pendingTarget = other.pendingTarget
      install = other.install
      stores = other.stores
      crashes = other.crashes
      unknownFields = other.unknownFields
    }
  }
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
  case value(Value)
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
