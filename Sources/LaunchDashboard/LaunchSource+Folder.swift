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
    for name in names.sorted() {
      do {
        traces += try TraceFile.read("\(path)/\(name)")
      } catch {
        unreadable.append(error.description)
      }
    }
    return (traces, unreadable)
  }
}
