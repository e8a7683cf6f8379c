import Glibc
import LaunchModel
import LaunchPath
import LaunchSQLite

/// The way from a path to a verdict.
final class StoreOpener {
  let path: String
  let name: String
  let applicationID: Int32
  let migrations: [Migration]
  let busyTimeout: Duration
  private var steps: [TraceStoreStep] = []
  private var versionBefore: Int64?

  init(
    path: String, name: String, applicationID: Int32, migrations: [Migration],
    busyTimeout: Duration
  ) {
    precondition(applicationID != 0, "0 is the application id of every database without one")
    for (index, migration) in migrations.enumerated() {
      precondition(
        migration.version == Int64(index + 1),
        "migration \"\(migration.name)\" leads to version \(migration.version), not \(index + 1)")
    }
    self.path = path
    self.name = name
    self.applicationID = applicationID
    self.migrations = migrations
    self.busyTimeout = busyTimeout
  }

  func open() -> StoreOpening {
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      do {
        try Files.makeFolder(String(path[..<slash]))
      } catch {
        return failed(error.number == ENOSPC ? .full : .unavailable, error.description)
      }
    }
    do {
      let connection = try timed("open") { () throws(SQLiteError) in
        try Connection(path: path, busyTimeout: busyTimeout)
      }
      return try open(connection)
    } catch let error as SQLiteError {
      return failed(Self.verdictOfFile(error) ?? .unavailable, error.description)
    } catch {
      return failed(.unavailable, "\(error)")
    }
  }

  private func open(_ connection: consuming sending Connection) throws -> StoreOpening {
    let (found, version) = try timed("read version") { () throws(SQLiteError) in
      let id = try connection.integer("PRAGMA application_id") ?? 0
      return (id, try connection.integer("PRAGMA user_version") ?? 0)
    }
    versionBefore = version
    // SQLite falls back to reading where it may not write.
    if connection.isReadOnly { return failed(.unavailable, "\(path) cannot be written") }
    let newest = Int64(migrations.count)
    let isNew = found == 0 && version == 0
    if isNew, try connection.integer("SELECT count(*) FROM sqlite_schema") != 0 {
      return failed(.noPath, "\(path) is a database of another program; it was left as it is")
    }
    if !isNew && found != Int64(applicationID) {
      return failed(
        .noPath,
        "\(path) has the application id \(found), not \(applicationID); it was left as it is")
    }
    if version > newest {
      return failed(
        .tooNew, "\(path) has version \(version); this program knows \(newest) at most")
    }
    if isNew { try connection.run("PRAGMA journal_mode = WAL") }
    try connection.run("PRAGMA synchronous = NORMAL")
    if version < newest {
      try connection.run("PRAGMA foreign_keys = OFF")
      if let failure = try migrate(connection, from: version) { return failure }
    }
    try connection.run("PRAGMA foreign_keys = ON")
    let store = Store(name: name, path: path, version: newest, connection: connection)
    let isMigrated = version < newest && !isNew
    return StoreOpening(
      verdict: isMigrated ? .migrated : .ready, store: store, versionBefore: version,
      detail: isMigrated
        ? "version \(version) to \(newest)" : isNew ? "made new" : "version \(newest)",
      steps: steps)
  }

  /// Applies the steps that are missing; what a kill interrupts goes on here at the next open.
  private func migrate(
    _ connection: borrowing Connection, from version: Int64
  ) throws -> StoreOpening? {
    for migration in migrations.dropFirst(Int(version)) {
      do {
        try timed("migrate to \(migration.version): \(migration.name)") {
          try connection.transaction { connection in
            // Another process may have been faster.
            let now = try connection.integer("PRAGMA user_version") ?? 0
            guard now < migration.version else { return }
            try migration.apply(connection)
            if try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") != 0 {
              throw MigrationFailure(description: "a foreign key refers to nothing")
            }
            try connection.execute(
              "PRAGMA application_id = \(applicationID); "
                + "PRAGMA user_version = \(migration.version)")
          }
        }
      } catch {
        return failed(
          (error as? SQLiteError).flatMap(Self.verdictOfFile) ?? .migrationFailed,
          "migration \"\(migration.name)\" to version \(migration.version) was taken back: "
            + "\(error)")
      }
    }
    return nil
  }

  // MARK: - Verdicts

  private func failed(_ verdict: StoreVerdict, _ detail: String) -> StoreOpening {
    StoreOpening(
      verdict: verdict, store: nil, versionBefore: versionBefore, detail: detail, steps: steps)
  }

  /// What a failure of SQLite says about the file; nil if the statement is at fault.
  static func verdictOfFile(_ error: SQLiteError) -> StoreVerdict? {
    switch error.code {
    case .corrupt, .notADatabase: .corrupt
    case .busy, .locked: .busy
    case .full: .full
    case .inputOutput, .cannotOpen, .readOnly: .unavailable
    default: nil
    }
  }

  private func timed<Value: ~Copyable, Failure>(
    _ name: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = ContinuousClock.now
    let result = try body()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    steps.append(
      TraceStoreStep(name: name, duration: seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    return result
  }
}

/// Why a migration was taken back.
private struct MigrationFailure: Error, CustomStringConvertible {
  let description: String
}
