internal import CSQLite

/// A connection to a SQLite database, for one thread at a time.
///
/// It is closed when it goes out of scope. Statements keep to the scope of ``query(_:_:row:)`` and
/// ``run(_:_:)``, so none outlives the connection.
///
/// Proof of `@safe`: the handle comes from `sqlite3_open_v2`, never leaves this type, and is closed
/// once, in deinit.
/// Proof of `@unchecked Sendable`: the library is opened in its multi-thread mode, in which a
/// connection may move between threads as long as only one uses it at a time; a noncopyable value
/// has one owner.
@safe public struct Connection: ~Copyable, @unchecked Sendable {
  private let handle: OpaquePointer

  /// How a database is opened.
  public enum Mode: Sendable {
    /// Read and write; a missing file is made.
    case create
    /// Read only; a missing file is an error.
    case readOnly
  }

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mode: Whether it is made, and written.
  ///   - busyTimeout: How long a statement waits for another connection's lock.
  /// - Throws: ``SQLiteError``.
  public init(
    path: String, mode: Mode = .create, busyTimeout: Duration = .zero
  ) throws(SQLiteError) {
    let flags =
      SQLITE_OPEN_NOMUTEX
      | (mode == .create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
    var opened: OpaquePointer?
    let status = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard let handle = unsafe opened else {
      throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "no memory for a connection")
    }
    guard status == SQLITE_OK else {
      let error = unsafe Self.error(of: handle, sql: nil)
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    unsafe self.handle = unsafe handle
    unsafe sqlite3_extended_result_codes(handle, 1)
    let (seconds, attoseconds) = busyTimeout.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    if milliseconds > 0 { unsafe sqlite3_busy_timeout(handle, Int32(clamping: milliseconds)) }
  }

  deinit {
    unsafe sqlite3_close_v2(handle)
  }

  @unsafe private static func error(of handle: OpaquePointer, sql: String?) -> SQLiteError {
    unsafe SQLiteError(
      extendedCode: sqlite3_extended_errcode(handle),
      message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }

  /// Whether the database can only be read, by its mode or by the file's permissions.
  public var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  // MARK: - Statements

  /// Runs a statement that gives no rows, or whose rows do not matter.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - arguments: What its parameters stand for, in order.
  /// - Throws: ``SQLiteError``.
  public func run(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) {
    try query(sql, arguments) { _ in }
  }

  /// Runs a statement, and reads its rows.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - arguments: What its parameters stand for, in order.
  ///   - row: Reads a row; it is valid within the call.
  /// - Throws: ``SQLiteError``.
  public func query(
    _ sql: String, _ arguments: [SQLiteValue] = [], row: (borrowing Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let statement = try Statement(self, sql)
    try statement.run(arguments, row: row)
  }

  /// Runs a statement once for each list of arguments.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - argumentLists: What its parameters stand for, each time.
  /// - Throws: ``SQLiteError``.
  public func run(_ sql: String, forEach argumentLists: [[SQLiteValue]]) throws(SQLiteError) {
    let statement = try Statement(self, sql)
    for arguments in argumentLists {
      try statement.run(arguments) { _ in }
    }
  }

  /// The first column of the first row, as a whole number; nil if there is no row.
  public func integer(_ sql: String, _ arguments: [SQLiteValue] = []) throws(SQLiteError) -> Int64?
  {
    var value: Int64?
    try query(sql, arguments) { row in
      if value == nil { value = row.integer(0) }
    }
    return value
  }

  /// Runs several statements, one after the other.
  ///
  /// - Parameter sql: The statements.
  /// - Throws: ``SQLiteError``.
  public func execute(_ sql: String) throws(SQLiteError) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw unsafe Self.error(of: handle, sql: sql)
    }
  }

  /// Runs a body in a transaction that writes: committed if it returns, taken back if it throws.
  ///
  /// - Parameter body: What belongs together.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or ``SQLiteError``.
  public func transaction<Value>(_ body: (borrowing Connection) throws -> Value) throws -> Value {
    try execute("BEGIN IMMEDIATE")
    do {
      let value = try body(self)
      try execute("COMMIT")
      return value
    } catch {
      // Some failures have ended the transaction already, and then this one says nothing new.
      try? execute("ROLLBACK")
      throw error
    }
  }

  // MARK: - The statement

  /// A prepared statement, for the scope of one call.
  ///
  /// Proof of `@safe`: the handle comes from `sqlite3_prepare_v3`, never leaves this type, and is
  /// finalized once, in deinit; the connection's handle lives longer, because the statement's scope
  /// lies within a method of the connection.
  @safe private struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private let sql: String

    init(_ connection: borrowing Connection, _ sql: String) throws(SQLiteError) {
      unsafe self.connection = unsafe connection.handle
      self.sql = sql
      var prepared: OpaquePointer?
      let status = unsafe sqlite3_prepare_v3(connection.handle, sql, -1, 0, &prepared, nil)
      guard status == SQLITE_OK else {
        throw unsafe Connection.error(of: connection.handle, sql: sql)
      }
      guard let handle = unsafe prepared else {
        throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "no statement", sql: sql)
      }
      unsafe self.handle = unsafe handle
    }

    deinit {
      unsafe sqlite3_finalize(handle)
    }

    func run(
      _ arguments: [SQLiteValue], row: (borrowing Row) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
      defer { unsafe sqlite3_reset(handle) }
      for (index, argument) in arguments.enumerated() {
        guard bind(argument, at: Int32(index + 1)) == SQLITE_OK else {
          throw unsafe Connection.error(of: connection, sql: sql)
        }
      }
      while true {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: unsafe try row(Row(handle))
        case SQLITE_DONE: return
        default: throw unsafe Connection.error(of: connection, sql: sql)
        }
      }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
      let transient = unsafe launchpath_sqlite_transient()
      switch value {
      case .null: return unsafe sqlite3_bind_null(handle, index)
      case .integer(let value): return unsafe sqlite3_bind_int64(handle, index, value)
      case .real(let value): return unsafe sqlite3_bind_double(handle, index, value)
      case .text(let text):
        return unsafe sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), transient)
      case .bytes(let bytes):
        return unsafe sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count), transient)
      }
    }
  }
}

/// A value of SQLite.
public enum SQLiteValue: Sendable, Hashable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case bytes([UInt8])
}

/// A row of a result, valid while it is being read.
///
/// Proof of `@safe`: a row is handed to a closure for one step of its statement, and cannot be
/// copied out of it.
@safe public struct Row: ~Copyable {
  private let statement: OpaquePointer

  @unsafe fileprivate init(_ statement: OpaquePointer) {
    unsafe self.statement = unsafe statement
  }

  /// A column as a whole number; 0 for null.
  public func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(statement, column)
  }

  /// A column as a number; 0 for null.
  public func real(_ column: Int32) -> Double {
    unsafe sqlite3_column_double(statement, column)
  }

  /// Whether a column is null.
  public func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// A column as a text; empty for null.
  public func text(_ column: Int32) -> String {
    guard let start = unsafe sqlite3_column_text(statement, column) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A column as bytes; empty for null.
  public func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
