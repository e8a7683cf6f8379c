import Glibc
import LaunchModel
import LaunchTraces

/// Reads the launches in files, and in the files of folders.
enum TraceInput {
  /// The launches in some files or folders, with the file of each.
  ///
  /// - Throws: ``ToolError`` for a file that gives no trace, or if there is none at all.
  static func read(_ paths: [String]) throws(ToolError) -> [(trace: Trace, path: String)] {
    guard !paths.isEmpty else { throw ToolError(.usage, "a trace file is missing") }
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
      throw ToolError(.unreadable, "no launch in \(paths.joined(separator: ", "))")
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
    return files.sorted()
  }
}
