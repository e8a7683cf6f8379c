import Glibc

/// Whole files.
enum Files {
  /// The bytes of a file, or nil if it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    try? load(path, limit: 1 << 20)
  }

  /// Reads a file.
  ///
  /// - Throws: ``TraceFileError``, with the path and the system's reason.
  static func load(_ path: String, limit: Int) throws(TraceFileError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw TraceFileError(system: errno, path: path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = unsafe Glibc.read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw TraceFileError(system: errno, path: path) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else {
        throw TraceFileError(
          code: .tooLarge, path: path, detail: "it has more than \(limit) bytes")
      }
      bytes += chunk[..<count]
    }
  }
}
