import Glibc
import LaunchModel
import LaunchTraces

/// Reads the launches in files, and in the files of folders.
enum TraceInput {
  /// What is read if no file is named, in words for a verb's help.
  static let defaultWords = "without files, those in $LAUNCHPATH_RECORDINGS, else in launches"

  /// The files and folders to read: those that are named, else the folder into which programs of
  /// this environment record, else the one into which ``recordVerb`` does.
  ///
  /// - Throws: ``ToolError`` for one that cannot be read.
  static func paths(_ operands: [String]) throws(ToolError) -> [String] {
    let fallback = unsafe getenv("LAUNCHPATH_RECORDINGS").map { unsafe String(cString: $0) }
    let paths = operands.isEmpty ? [fallback ?? "launches"] : operands
    for path in paths where unsafe access(path, R_OK) != 0 {
      let hint =
        operands.isEmpty
        ? "; name files or a folder, or make some: launchpath record -- CMD…" : ""
      throw ToolError(.unreadable, "cannot read \(path): \(Output.reason())\(hint)")
    }
    // A pattern such as *.lprec names it with the others; alone, it is refused as what it is.
    let begun = paths.filter { !TraceFile.isUnusedSpare($0) }
    return begun.isEmpty ? paths : begun
  }

  /// The launches in some files or folders, with the file of each.
  ///
  /// - Throws: ``ToolError`` for a file that gives no trace, or if there is none at all.
  static func read(_ operands: [String]) throws(ToolError) -> [(trace: Trace, path: String)] {
    let paths = try paths(operands)
    var found: [(Trace, String)] = []
    for path in paths {
      for file in files(at: path) {
        do {
          for trace in try TraceFile.read(file) { found.append((trace, file)) }
        } catch {
          throw ToolError(.unreadable, error.description)
        }
      }
    }
    guard !found.isEmpty else {
      throw ToolError(
        .unreadable,
        "no launch in \(paths.joined(separator: ", ")); "
          + "launchpath record -- CMD… makes some in the folder launches")
    }
    return found
  }

  /// The file itself, or the traces in a folder, by name.
  static func files(at path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [path] }
    defer { unsafe closedir(folder) }
    var files: [String] = []
    while let entry = unsafe readdir(folder) {
      // Proof: d_name is a null-terminated text within the entry, which lives until the next read.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if name.hasSuffix(".lprec") || name.hasSuffix(".launch.json") {
        files.append("\(path)/\(name)")
      }
    }
    return files.filter { !TraceFile.isUnusedSpare($0) }.sorted()
  }
}
