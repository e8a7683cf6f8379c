// An ordinary program that does Newsreader's job: a config in JSON, its articles in SQLite, its
// start-up work in an OperationQueue, its dates through a formatter.
//   ordinary CONFIG DATABASE
import CSQLite
import Foundation

struct Config: Codable {
  var minimumVersion: String?
  var account: String
  var flags: [String: String]
  var fetchedAt: String
}

func headlines(in path: String) -> [(title: String, publishedAt: Int64)] {
  var database: OpaquePointer?
  guard sqlite3_open(path, &database) == SQLITE_OK else { return [] }
  defer { sqlite3_close(database) }
  sqlite3_exec(database, "PRAGMA journal_mode=WAL; PRAGMA foreign_keys=ON", nil, nil, nil)
  var statement: OpaquePointer?
  sqlite3_prepare_v2(
    database,
    "SELECT title, published_at FROM article ORDER BY published_at DESC, id DESC LIMIT 40", -1,
    &statement, nil)
  defer { sqlite3_finalize(statement) }
  var rows: [(title: String, publishedAt: Int64)] = []
  while sqlite3_step(statement) == SQLITE_ROW {
    rows.append(
      (String(cString: sqlite3_column_text(statement, 0)), sqlite3_column_int64(statement, 1)))
  }
  return rows
}

final class Startup: @unchecked Sendable {
  // Proof: operations write before those that read them begin, which the queue orders.
  var config: Config?
  var rows: [(title: String, publishedAt: Int64)] = []
  var dates = ISO8601DateFormatter()
}

let startup = Startup()
let queue = OperationQueue()
let readConfig = BlockOperation {
  startup.config = try? JSONDecoder().decode(
    Config.self, from: Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
}
let readRows = BlockOperation { startup.rows = headlines(in: CommandLine.arguments[2]) }
readRows.addDependency(readConfig)
var operations: [Operation] = [readConfig, readRows]
for _ in 0..<8 {
  let other = BlockOperation {}
  other.addDependency(readConfig)
  operations.append(other)
}
queue.addOperations(operations, waitUntilFinished: true)
let age = startup.config.flatMap { startup.dates.date(from: $0.fetchedAt) }
guard let config = startup.config, age != nil, !startup.rows.isEmpty else {
  print("ordinary: \(startup.rows.count) rows, config \(startup.config != nil)")
  exit(1)
}
var text = "== Headlines (\(config.account))\n"
for (index, row) in startup.rows.enumerated() { text += "  \(index + 1). \(row.title)\n" }
FileHandle.standardOutput.write(Data(text.utf8))
