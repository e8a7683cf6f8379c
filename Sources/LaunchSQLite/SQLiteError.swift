internal import CSQLite

/// A failure of SQLite: its codes, its message, and the statement without its arguments.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's extended result code.
  public let extendedCode: Int32
  /// SQLite's message.
  public let message: String
  /// The statement, if there was one.
  public let sql: String?

  /// Makes an error.
  public init(extendedCode: Int32, message: String, sql: String? = nil) {
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
  }

  /// SQLite's primary result code.
  public var code: Code { Code(rawValue: extendedCode & 0xFF) }

  /// The failure, as people read it.
  public var description: String {
    let text = "SQLite error \(extendedCode): \(message)"
    return sql.map { "\(text) in \($0)" } ?? text
  }

  /// A primary result code (sqlite.org/rescode.html).
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number.
    public let rawValue: Int32

    /// Names a code by its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Another connection holds the lock.
    public static let busy = Code(rawValue: SQLITE_BUSY)
    /// Another statement of this connection holds the lock.
    public static let locked = Code(rawValue: SQLITE_LOCKED)
    /// The file is damaged.
    public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    /// The file is no database.
    public static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    /// The disk is full.
    public static let full = Code(rawValue: SQLITE_FULL)
    /// Reading or writing failed.
    public static let inputOutput = Code(rawValue: SQLITE_IOERR)
    /// The file cannot be opened.
    public static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    /// The file cannot be written.
    public static let readOnly = Code(rawValue: SQLITE_READONLY)
    /// A constraint does not hold.
    public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
  }
}
