import Glibc
public import LaunchModel
import LaunchPath
public import LaunchSQLite

/// A SQLite database of one class, opened by a verdict and used by one thread at a time.
///
/// Copies share the connection, and each use waits for the one before. Methods may be called from
/// any thread, and block it while they run.
public final class Store: Sendable {
  /// What the store is called, in the state file and in traces.
  public let name: String
  /// The file.
  public let path: String
  /// The version of its schema.
  public let version: Int64
  private let connection: Lock<Connection>

  init(name: String, path: String, version: Int64, connection: consuming sending Connection) {
    self.name = name
    self.path = path
    self.version = version
    self.connection = Lock(connection)
  }

  /// Reads.
  ///
  /// - Parameter body: Runs statements that change nothing.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public func read<Value: Sendable>(
    _ body: (borrowing Connection) throws -> Value
  ) throws -> Value {
    try connection.withLock { try body($0) }
  }

  /// Writes, in one transaction: all of it or nothing.
  ///
  /// - Parameter body: What belongs together.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or `SQLiteError`.
  public func write<Value: Sendable>(
    _ body: (borrowing Connection) throws -> Value
  ) throws -> Value {
    try connection.withLock { try $0.transaction(body) }
  }

  // MARK: - Opening

  /// Opens a replica store: records, and in time the outbox beside them.
  ///
  /// The verdict is written into the recording of the running launch. A file that this program
  /// cannot use is left exactly as it is.
  ///
  /// - Parameters:
  ///   - path: The file; its folder is made if it is missing.
  ///   - name: What it is called.
  ///   - applicationID: SQLite's `application_id` of the program's files, not 0.
  ///   - migrations: The chain from nothing to the shape that this version works with.
  ///   - expected: What the state file says of the last good open, if anything.
  ///   - busyTimeout: How long another process's lock is waited for.
  /// - Returns: The verdict, and the store if it can be used.
  /// - Complexity: A few statements if the schema is as expected; else the migrations.
  public static func open(
    at path: String, name: String = "replica", applicationID: Int32, migrations: [Migration],
    expected: ExpectedStore? = nil, busyTimeout: Duration = .milliseconds(250)
  ) -> StoreOpening {
    let opener = StoreOpener(
      path: path, name: name, applicationID: applicationID, migrations: migrations,
      busyTimeout: busyTimeout)
    let opening = opener.open()
    record(opening, name: name, expected: expected)
    return opening
  }

  private static func record(
    _ opening: StoreOpening, name: String, expected: ExpectedStore?
  ) {
    guard let recorder = Launch.current?.recorder else { return }
    for step in opening.steps {
      recorder.append(.storeStep, name: recorder.name(step.name), a: step.duration)
    }
    recorder.append(
      .store, detail: opening.verdict.rawValue, name: recorder.name(name),
      a: expected == nil ? 0 : Int64(StoreVerdict.ready.rawValue),
      b: UInt32(StoreClass.replica.rawValue), c: recorder.name(opening.detail))
  }
}
