import LaunchPath
import LaunchSQLite
import LaunchStore

/// The replica of the news on this machine.
struct NewsStore: Sendable {
  private static let name = "news"
  private static let applicationID: Int32 = 0x4E45_5753

  private let store: Store

  /// The chain of shapes; version 1.x of the program knows only the first.
  private static func migrations(for version: String) -> [Migration] {
    let first = Migration(to: 1, "headlines") { connection in
      try connection.execute(
        """
        CREATE TABLE article (
          id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL,
          published_at INTEGER NOT NULL);
        CREATE INDEX article_by_time ON article (published_at DESC);
        """)
    }
    let second = Migration(to: 2, "summaries") { connection in
      try connection.execute("ALTER TABLE article ADD COLUMN summary TEXT NOT NULL DEFAULT ''")
      try connection.run(
        """
        UPDATE article SET summary = CASE instr(body, '. ')
          WHEN 0 THEN '' ELSE substr(body, 1, instr(body, '. ')) END
        """)
    }
    return version.hasPrefix("1.") ? [first] : [first, second]
  }

  /// Opens the store, whatever it finds; a verdict that does not allow its use is thrown here, so
  /// that the task fails and what needs it takes its other way.
  static func open(_ options: Options) throws -> NewsStore {
    let file = StateFile(folders: options.folders)
    let migrations = migrations(for: options.version)
    var expected: ExpectedStore?
    if case .value(let state) = Launch.current?.inputs.state ?? .absent {
      expected = state.stores[name]
      if expected?.build != options.build { expected = nil }
    }
    let opening = Store.open(
      at: options.folders.data + "/news.sqlite", name: name, applicationID: applicationID,
      migrations: migrations, expected: expected)
    guard let store = opening.store else {
      throw StoreRefused(verdict: opening.verdict, detail: opening.detail)
    }
    if expected?.schemaVersion != store.version {
      _ = try? file.update { state in
        state.stores[name] = ExpectedStore(
          schemaVersion: store.version, fingerprint: 0, build: options.build)
      }
    }
    return NewsStore(store: store)
  }

  func headlines(limit: Int) throws -> [Article] {
    try articles("ORDER BY published_at DESC, id DESC LIMIT ?", [.integer(Int64(limit))])
  }

  func article(_ id: Int64) throws -> Article? {
    try articles("WHERE id = ?", [.integer(id)]).first
  }

  private func articles(_ clause: String, _ arguments: [SQLiteValue]) throws -> [Article] {
    try store.read { connection in
      var articles: [Article] = []
      let summary = store.version >= 2 ? "summary" : "''"
      try connection.query(
        "SELECT id, title, \(summary), body, published_at FROM article \(clause)", arguments
      ) { row in
        articles.append(
          Article(
            id: row.integer(0), title: row.text(1), summary: row.text(2), body: row.text(3),
            publishedAt: row.integer(4)))
      }
      return articles
    }
  }

  /// Keeps articles, in place of older copies of the same ones.
  func keep(_ articles: [Article]) throws {
    let hasSummary = store.version >= 2
    try store.write { connection in
      let columns =
        hasSummary ? "id, title, body, published_at, summary" : "id, title, body, published_at"
      let places = hasSummary ? "?, ?, ?, ?, ?" : "?, ?, ?, ?"
      try connection.run(
        "INSERT OR REPLACE INTO article (\(columns)) VALUES (\(places))",
        forEach: articles.map { article in
          let values: [SQLiteValue] = [
            .integer(article.id), .text(article.title), .text(article.body),
            .integer(article.publishedAt),
          ]
          return hasSummary ? values + [.text(article.summary)] : values
        })
    }
  }
}

/// A store that may not be used.
struct StoreRefused: Error, CustomStringConvertible {
  let verdict: StoreVerdict
  let detail: String

  var description: String { "the store is \(verdict.name): \(detail)" }
}
