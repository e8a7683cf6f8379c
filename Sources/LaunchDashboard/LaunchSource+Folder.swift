internal import Glibc
internal import LaunchModel
internal import LaunchTraces

extension LaunchSource {
  /// The launches of the recordings and trace documents in a folder, read again at each request.
  ///
  /// A file that gives no trace is named in the list and stops nothing.
  ///
  /// - Parameter path: The folder; its subfolders are not read.
  /// - Returns: A source that holds nothing between requests.
  /// - Complexity: Each request reads the files, at most 10,000 of them.
  public static func folder(_ path: String) -> LaunchSource {
    LaunchSource(
      list: {
        let (traces, unreadable) = try readFolder(path)
        return LaunchDocuments.list(traces, source: path, unreadable: unreadable)
      },
      load: { id in
        try readFolder(path).traces.first { $0.launch.id == id }.map(LaunchDocuments.launch)
      })
  }

  /// The launches of some trace files and folders, read again at each request.
  ///
  /// - Parameter paths: Trace files, and folders as in ``folder(_:)``.
  /// - Returns: A source that holds nothing between requests.
  /// - Complexity: Each request reads the files.
  public static func paths(_ paths: [String]) -> LaunchSource {
    if let folder = paths.first, paths.count == 1, isFolder(folder) { return .folder(folder) }
    return LaunchSource(
      list: {
        let (traces, unreadable) = try readAll(paths)
        return LaunchDocuments.list(
          traces, source: paths.joined(separator: ", "), unreadable: unreadable)
      },
      load: { id in
        try readAll(paths).traces.first { $0.launch.id == id }.map(LaunchDocuments.launch)
      })
  }

  private static func isFolder(_ path: String) -> Bool {
    guard let folder = unsafe opendir(path) else { return false }
    unsafe closedir(folder)
    return true
  }

  private static func readAll(
    _ paths: [String]
  ) throws -> (traces: [Trace], unreadable: [String]) {
    var traces: [Trace] = []
    var unreadable: [String] = []
    for path in paths {
      if isFolder(path) {
        let found = try readFolder(path)
        traces += found.traces
        unreadable += found.unreadable
        continue
      }
      do {
        traces += try TraceFile.read(path)
      } catch {
        unreadable.append(error.description)
      }
    }
    return (traces, unreadable)
  }

  private static func readFolder(
    _ path: String
  ) throws -> (traces: [Trace], unreadable: [String]) {
    guard let folder = unsafe opendir(path) else {
      throw TraceFileError(
        code: errno == ENOENT ? .missing : .unreadable, path: path,
        detail: unsafe String(cString: strerror(errno)))
    }
    // Proof: the stream is opened above, used by this thread alone, and closed once.
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder), names.count < Limits.files {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      let type = unsafe entry.pointee.d_type
      let isFile = type == UInt8(DT_REG) || type == UInt8(DT_UNKNOWN)
      if isFile, !name.hasPrefix(".") { names.append(name) }
    }
    var traces: [Trace] = []
    var unreadable: [String] = []
    for name in names.sorted() where !TraceFile.isUnusedSpare("\(path)/\(name)") {
      do {
        traces += try TraceFile.read("\(path)/\(name)")
      } catch {
        unreadable.append(error.description)
      }
    }
    return (traces, unreadable)
  }
}
