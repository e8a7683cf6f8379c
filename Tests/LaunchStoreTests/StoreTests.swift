import Foundation
import LaunchModel
import LaunchSQLite
import LaunchStore
import Testing

/// What opening a store finds, on real files.
struct StoreTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "launchpath-store-\(UUID().uuidString)").path
  private var path: String { folder + "/records.sqlite" }

  private let first = Migration(to: 1, "records") {
    try $0.execute("CREATE TABLE record(id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    try $0.run("INSERT INTO record(text) VALUES (?)", [.text("one")])
  }
  private let second = Migration(to: 2, "summaries") {
    try $0.execute("ALTER TABLE record ADD COLUMN summary TEXT")
  }

  private func open(_ migrations: [Migration], id: Int32 = 7) -> StoreOpening {
    Store.open(at: path, applicationID: id, migrations: migrations, busyTimeout: .zero)
  }

  private func count(_ store: Store?) throws -> Int64? {
    try store?.read { try $0.integer("SELECT count(*) FROM record") }
  }

  /// Runs a test with a folder of its own.
  private func withFolder(_ body: () throws -> Void) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try body()
  }

  @Test func `a store is made, found ready, and migrated with its rows`() throws {
    try withFolder {
      #expect(open([first]).verdict == .ready)
      #expect(open([first]).detail == "version 1")
      let opening = open([first, second])
      #expect(opening.verdict == .migrated)
      #expect(opening.versionBefore == 1)
      let rows = try count(opening.store)
      #expect(rows == 1)
    }
  }

  @Test func `a store that a newer program wrote is refused and stays usable there`() throws {
    try withFolder {
      #expect(open([first, second]).verdict == .ready)
      let refused = open([first])
      #expect(refused.verdict == .tooNew)
      #expect(refused.store == nil)
      #expect(open([first, second]).verdict == .ready)
    }
  }

  @Test func `a migration that fails is taken back, and those before it stay`() throws {
    struct Fault: Error {}
    try withFolder {
      let faulty = Migration(to: 3, "faulty") {
        try $0.execute("DROP TABLE record")
        throw Fault()
      }
      #expect(open([first]).verdict == .ready)
      let opening = open([first, second, faulty])
      #expect(opening.verdict == .migrationFailed)
      let repaired = open([first, second])
      #expect(repaired.verdict == .ready)
      #expect(repaired.versionBefore == 2)
      let rows = try count(repaired.store)
      #expect(rows == 1)
    }
  }

  @Test func `a reference to nothing takes a migration back`() throws {
    try withFolder {
      let dangling = Migration(to: 2, "notes") {
        try $0.execute(
          "CREATE TABLE note(record INTEGER REFERENCES record(id)); INSERT INTO note VALUES (99)")
      }
      #expect(open([first, dangling]).verdict == .migrationFailed)
      #expect(open([first]).verdict == .ready)
    }
  }

  @Test func `a database of another program is refused and left as it is`() throws {
    try withFolder {
      do {
        let connection = try Connection(path: path)
        try connection.execute("CREATE TABLE theirs(x); INSERT INTO theirs VALUES (1)")
      }
      let before = FileManager.default.contents(atPath: path)
      #expect(open([first]).verdict == .noPath)
      #expect(FileManager.default.contents(atPath: path) == before)
    }
  }

  @Test func `bytes that are no database are corrupt, and left as they are`() throws {
    try withFolder {
      let bytes = Data(repeating: 0x41, count: 8192)
      try bytes.write(to: URL(filePath: path))
      #expect(open([first]).verdict == .corrupt)
      #expect(FileManager.default.contents(atPath: path) == bytes)
    }
  }

  @Test func `a store that another connection is writing is busy`() throws {
    try withFolder {
      #expect(open([first]).verdict == .ready)
      let other = try Connection(path: path)
      try other.execute("BEGIN IMMEDIATE")
      #expect(open([first, second]).verdict == .busy)
      try other.execute("ROLLBACK")
      #expect(open([first, second]).verdict == .migrated)
    }
  }

  @Test func `a folder in place of the file is unavailable`() throws {
    try withFolder {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(open([first]).verdict == .unavailable)
    }
  }

  @Test func `a store that outgrows its room while it migrates is full`() throws {
    try withFolder {
      let large = Migration(to: 2, "large") {
        try $0.execute("PRAGMA max_page_count = 8")
        try $0.execute("INSERT INTO record(text) SELECT hex(zeroblob(100000))")
      }
      #expect(open([first, large]).verdict == .full)
      #expect(open([first]).verdict == .ready)
    }
  }

  @Test func `a write that fails changes nothing`() throws {
    struct Fault: Error {}
    try withFolder {
      let store = try #require(open([first]).store)
      #expect(throws: Fault.self) {
        try store.write {
          try $0.execute("DELETE FROM record")
          throw Fault()
        }
      }
      let rows = try count(store)
      #expect(rows == 1)
    }
  }
}
