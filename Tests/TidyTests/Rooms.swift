/// The table of rooms: who may import whom.
///
/// It stands in `README.md`, where people read it, and is the only place that says so.
struct Rooms: Sendable {
  struct Row: Sendable, Equatable {
    let room: String
    /// The rooms that it may import.
    let mayImport: Set<String>
    /// A program may import every library of ours.
    let mayImportLibraries: Bool
    /// Where it stands, counted from 1.
    let line: Int
  }

  static let path = "README.md"

  let rows: [Row]

  /// Reads the table under the header `| room | may import | what it is |`.
  init(text: String) {
    var rows: [Row] = []
    var isInTable = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let cells = line.split(separator: "|").map { $0.filter { $0 != "`" } }
        .map { $0.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init) }
      if cells.map({ $0.joined(separator: " ") }) == ["room", "may import", "what it is"] {
        isInTable = true
      } else if !line.hasPrefix("|") {
        isInTable = false
      } else if isInTable, cells.count >= 2, cells[0].count == 1, !cells[0][0].hasPrefix("-") {
        rows.append(
          Row(
            room: cells[0][0],
            mayImport: Set(cells[1]).subtracting(["-", Self.anything]),
            mayImportLibraries: cells[1].contains(Self.anything), line: index + 1))
      }
    }
    self.rows = rows
  }

  /// What a program's row says in place of naming each library.
  static let anything = "anything"

  func row(for room: String) -> Row? { rows.first { $0.room == room } }

  /// The table against the targets: each has the other, and no target depends on more than its row.
  func findings(against manifest: Manifest) -> [Finding] {
    var findings: [Finding] = []
    let targets = manifest.targets.filter { !$0.isForTests }
    for target in targets {
      guard row(for: target.name) != nil else {
        findings.append(
          Finding(
            path: "Package.swift", line: target.line,
            message: "\(target.name) has no row in the table of rooms in \(Self.path); add one"))
        continue
      }
      for name in target.dependencies where !allows(name, in: target.name, of: manifest) {
        findings.append(
          Finding(
            path: "Package.swift", line: target.line,
            message: "\(target.name) may not depend on \(name): see the table in \(Self.path)"))
      }
    }
    let names = Set(targets.map(\.name))
    for row in rows {
      for name in [row.room] + row.mayImport.sorted() where !names.contains(name) {
        findings.append(
          Finding(
            path: Self.path, line: row.line,
            message: "the row names \(name), which is no target of Package.swift"))
      }
    }
    for (index, row) in rows.enumerated()
    where rows[..<index].contains(where: { $0.room == row.room }) {
      findings.append(
        Finding(path: Self.path, line: row.line, message: "\(row.room) has two rows"))
    }
    return findings
  }

  /// A file's imports against the table and against what its target declares.
  func findings(in file: SourceText, manifest: Manifest) -> [Finding] {
    guard file.language == .swift, let name = file.target else { return [] }
    guard let target = manifest.target(named: name) else {
      // Folders under Tests that are no target hold scripts and samples.
      guard file.isIn("Sources") else { return [] }
      return [
        Finding(path: file.path, line: 1, message: "\(name) is no target of Package.swift")
      ]
    }
    return file.code.enumerated().compactMap { index, line in
      guard let module = Import(line: line), !module.isStandardLibrary else { return nil }
      guard let problem = problem(importing: module, in: target, of: manifest) else { return nil }
      return Finding(path: file.path, line: index + 1, message: problem)
    }
  }

  private func problem(
    importing imported: Import, in target: Manifest.Target, of manifest: Manifest
  ) -> String? {
    let module = imported.module
    if target.isForTests {
      if imported.isForTests || target.dependencies.contains(module) { return nil }
      return "\(target.name) does not declare \(module) in Package.swift; add the dependency"
    }
    if !allows(module, in: target.name, of: manifest) {
      return "\(target.name) may not import \(module): see the table in \(Self.path)"
    }
    if !target.dependencies.contains(module) {
      return "\(target.name) does not declare \(module) in Package.swift; add the dependency"
    }
    return nil
  }

  private func allows(_ name: String, in room: String, of manifest: Manifest) -> Bool {
    guard let row = row(for: room) else { return false }
    if row.mayImport.contains(name) { return true }
    guard row.mayImportLibraries, let target = manifest.target(named: name) else { return false }
    // A door to a C library is named even in a program's row.
    return target.kind == .library && !Self.isDoor(name)
  }

  /// Whether the target is a door to C: `C` and another capital.
  private static func isDoor(_ name: String) -> Bool {
    let start = name.prefix(2)
    return start.count == 2 && start.first == "C" && start.allSatisfy(\.isUppercase)
  }
}
