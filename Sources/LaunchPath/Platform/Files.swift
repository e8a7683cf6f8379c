import Glibc

/// The few file operations that the embedded half needs.
package enum Files {
  /// Repeats a call that a signal may interrupt.
  package static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// Makes a folder and those above it.
  package static func makeFolder(_ path: String, mode: UInt32 = 0o700) throws(SystemError) {
    if unsafe mkdir(path, mode) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw SystemError(call: "mkdir", path: path)
    }
    try makeFolder(String(path[..<slash]), mode: mode)
    if unsafe mkdir(path, mode) != 0 && errno != EEXIST {
      throw SystemError(call: "mkdir", path: path)
    }
  }

  /// Reads a whole file.
  ///
  /// - Returns: Its bytes, or nil if it or its folder does not exist.
  /// - Throws: ``SystemError``; `EFBIG` if it has more bytes than the limit.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    // Without O_NONBLOCK a pipe in the file's place would be waited for.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let file = Int32(retrying { unsafe Int(open(path, flags)) })
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemError(call: "open", path: path)
    }
    defer { close(file) }
    // Most files are small, and memory that was never used before is dear. Room for one byte more
    // than allowed tells a file that is too large from one that just fits.
    var room = min(limit + 1, 16 * 1024)
    while true {
      var failure: Int32 = 0
      // Proof: the closure writes only within the buffer, and says how far.
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = retrying { unsafe pread(file, buffer.baseAddress!, room, 0) }
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      if failure != 0 { throw SystemError(call: "read", path: path, number: failure) }
      // A file gives less than is asked for only at its end.
      if bytes.count < room { return bytes }
      if room > limit { throw SystemError(call: "read", path: path, number: EFBIG) }
      room = limit + 1
    }
  }

  /// Writes all bytes to an open file.
  package static func write(
    _ bytes: [UInt8], to file: Int32, path: String
  ) throws(SystemError) {
    var sent = 0
    while sent < bytes.count {
      // Proof: the pointer is used within the closure, for the bytes that are left.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        retrying {
          unsafe Glibc.write(file, buffer.baseAddress! + sent, buffer.count - sent)
        }
      }
      if count < 0 { throw SystemError(call: "write", path: path) }
      sent += count
    }
  }
}
