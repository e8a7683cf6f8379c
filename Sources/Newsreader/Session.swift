import Glibc
import LaunchPath

/// Who is signed in: a marker in the state file, and the token in a file of its own.
///
/// The token's file has mode 0600, which keeps it from other users of the machine and from nobody
/// else.
struct Session: Sendable {
  let folders: LaunchFolders

  private var tokenPath: String { folders.state + "/token" }

  func begin(account: String, token: String) throws {
    try SmallFile.write(Array(token.utf8), to: tokenPath)
    try StateFile(folders: folders).update { state in
      state.session = SessionMarker(account: account, signedInAt: WallTime.now())
    }
  }

  /// The marker goes first: a token without a marker signs nobody in.
  func end(keepingPlace: Bool) throws {
    try StateFile(folders: folders).update { state in
      state.session = nil
      if !keepingPlace { state.savedScreen = nil }
    }
    _ = unsafe unlink(tokenPath)
  }

  func targetShown() throws {
    try StateFile(folders: folders).update { $0.pendingTarget = nil }
  }

  /// The token, if there is one.
  func token() -> String? {
    SmallFile.read(tokenPath).flatMap { String(validating: $0, as: UTF8.self) }
  }
}

/// Whole small files.
enum SmallFile {
  static func read(_ path: String, limit: Int = 4096) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = unsafe Glibc.read(file, &bytes, limit)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// Writes a file that only its owner may read; the old one or the new one is there, never a part.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let temporary = path + ".new"
    let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileError(path: temporary, number: errno) }
    let count = unsafe Glibc.write(file, bytes, bytes.count)
    let isOnDisk = count == bytes.count && fdatasync(file) == 0
    let number = errno
    close(file)
    guard isOnDisk, unsafe rename(temporary, path) == 0 else {
      _ = unsafe unlink(temporary)
      throw FileError(path: path, number: number)
    }
  }
}

/// A file that could not be written.
struct FileError: Error, CustomStringConvertible {
  let path: String
  let number: Int32

  var description: String { unsafe "\(path): \(String(cString: strerror(number)))" }
}

/// The wall clock.
enum WallTime {
  /// Nanoseconds since 1970.
  static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
