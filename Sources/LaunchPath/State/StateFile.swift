import Glibc
public import LaunchModel

/// The small file that decides a launch.
///
/// It is written whole to a temporary file, brought to the disk, and renamed over the old one, so a
/// kill at any moment leaves the old file or the new one. Two processes that change it take turns
/// by a lock beside it. Reading takes no lock.
public struct StateFile: Sendable {
  /// The file's path.
  public let path: String

  private var temporary: String { path + ".new" }
  private var lockPath: String { path + ".lock" }
  private var damaged: String { path + ".damaged" }

  /// Names the file; nothing is opened.
  public init(path: String) {
    self.path = path
  }

  /// Names the state file of a program's folders.
  public init(folders: LaunchFolders) {
    self.init(path: folders.state + "/state")
  }

  /// Reads the file.
  ///
  /// A temporary file that an interrupted write left behind takes the file's place if it is whole
  /// and newer, and is removed otherwise.
  ///
  /// - Returns: The state; absent if there is no file; unavailable, with the reason, if there is
  ///   one that cannot be read or is damaged.
  /// - Complexity: O(bytes), which are at most 64 KB. Any thread.
  public func read() -> Reading<LaunchState> {
    recoverTemporary()
    return readFile(path).reading
  }

  /// Reads the file, and touches nothing.
  public func inspect() -> Reading<LaunchState> {
    readFile(path).reading
  }

  /// Reads, changes and writes the file, while no other process does.
  ///
  /// A damaged file is kept under the name `state.damaged`, and replaced.
  /// A file that cannot be read is left alone: what is in it is not known to be lost.
  ///
  /// - Parameter change: Changes the state in place.
  /// - Returns: The state as it was written.
  /// - Throws: ``StateFileError``, and then the file is what it was.
  @discardableResult
  public func update(_ change: (inout LaunchState) -> Void) throws(StateFileError) -> LaunchState {
    let lock: Int32
    do {
      lock = try takeLock(waiting: true)
    } catch {
      throw StateFileError(code: .unavailable, path: path, detail: error.description)
    }
    defer { close(lock) }
    finishTemporary()
    var state: LaunchState
    switch readFile(path) {
    case .whole(let read): state = read
    case .absent: state = LaunchState()
    case .damaged:
      guard keepDamaged() else {
        throw StateFileError(SystemError(call: "link", path: damaged), path: path)
      }
      state = LaunchState()
    case .foreign(let detail), .unreadable(let detail):
      throw StateFileError(code: .unavailable, path: path, detail: detail)
    }
    change(&state)
    state.generation &+= 1
    let bytes = StateCodec.encode(state)
    guard bytes.count <= Limits.stateBytes else {
      throw StateFileError(
        code: .tooLarge, path: path,
        detail: "\(bytes.count) bytes, of which \(Limits.stateBytes) are allowed; what is not "
          + "needed to decide a launch belongs into a store")
    }
    try replace(with: bytes)
    return state
  }

  // MARK: - Reading

  private enum Found {
    case whole(LaunchState)
    case absent
    /// Its bytes are not what was written.
    case damaged(String)
    /// Another version of the program may understand it.
    case foreign(String)
    /// The system does not let it be read.
    case unreadable(String)

    var reading: Reading<LaunchState> {
      switch self {
      case .whole(let state): .value(state)
      case .absent: .absent
      case .damaged(let detail): .unavailable("damaged: \(detail)")
      case .foreign(let detail), .unreadable(let detail): .unavailable(detail)
      }
    }
  }

  private func readFile(_ path: String) -> Found {
    let bytes: [UInt8]?
    do {
      bytes = try Files.read(path, limit: Limits.stateBytes)
    } catch {
      if error.number == EFBIG { return .damaged("it is larger than \(Limits.stateBytes) bytes") }
      return .unreadable(error.description)
    }
    guard let bytes else { return .absent }
    do {
      return .whole(try StateCodec.decode(bytes))
    } catch {
      return error.isForeign ? .foreign(error.description) : .damaged(error.description)
    }
  }

  // MARK: - Writing

  private func takeLock(waiting: Bool) throws(SystemError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC
    var file = unsafe open(lockPath, flags, 0o600)
    if file < 0 && errno == ENOENT {
      try Files.makeFolder(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
      file = unsafe open(lockPath, flags, 0o600)
    }
    guard file >= 0 else { throw SystemError(call: "open", path: lockPath) }
    let operation = waiting ? LOCK_EX : LOCK_EX | LOCK_NB
    guard Files.retrying({ Int(flock(file, operation)) }) == 0 else {
      let error = SystemError(call: "flock", path: lockPath)
      close(file)
      throw error
    }
    return file
  }

  /// What a write left behind when it was interrupted; one failed `access` if it left nothing.
  private func recoverTemporary() {
    guard unsafe access(temporary, F_OK) == 0 else { return }
    // Whoever holds the lock is writing the temporary file right now.
    guard let lock = try? takeLock(waiting: false) else { return }
    defer { close(lock) }
    finishTemporary()
  }

  private func finishTemporary() {
    guard unsafe access(temporary, F_OK) == 0 else { return }
    if case .whole(let new) = readFile(temporary) {
      switch readFile(path) {
      case .whole(let old) where old.generation >= new.generation: break
      case .foreign, .unreadable: return
      case .damaged where !keepDamaged(): return
      case .whole, .absent, .damaged:
        if unsafe rename(temporary, path) == 0 { return }
      }
    }
    _ = unsafe unlink(temporary)
  }

  /// Gives a damaged file a second name, so that its bytes outlive its replacement.
  ///
  /// It keeps the first one until then: a program that is killed in between finds it damaged again,
  /// and not absent. Where the file system knows no second names it is renamed.
  private func keepDamaged() -> Bool {
    _ = unsafe unlink(damaged)
    if unsafe link(path, damaged) == 0 { return true }
    let knowsNoLinks = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS
    return unsafe knowsNoLinks && rename(path, damaged) == 0
  }

  private func replace(with bytes: [UInt8]) throws(StateFileError) {
    let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw StateFileError(SystemError(call: "open", path: temporary), path: path)
    }
    do throws(SystemError) {
      try Files.write(bytes, to: file, path: temporary)
      guard Files.retrying({ Int(fdatasync(file)) }) == 0 else {
        throw SystemError(call: "fdatasync", path: temporary)
      }
    } catch {
      close(file)
      _ = unsafe unlink(temporary)
      throw StateFileError(error, path: path)
    }
    close(file)
    guard unsafe rename(temporary, path) == 0 else {
      let error = SystemError(call: "rename", path: temporary)
      _ = unsafe unlink(temporary)
      throw StateFileError(error, path: path)
    }
  }
}

/// Why a state file was not written; it is then what it was.
public struct StateFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Code: Sendable, Hashable {
    /// It cannot be reached or understood, so nothing may be written over it.
    case unavailable
    /// The disk has no room.
    case full
    /// The state is larger than a launch may read.
    case tooLarge
  }

  /// What kind of failure it is.
  public var code: Code
  /// The file.
  public var path: String
  /// What happened, in words.
  public var detail: String

  init(code: Code, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }

  init(_ error: SystemError, path: String) {
    let isFull = error.number == ENOSPC || error.number == EDQUOT
    self.init(code: isFull ? .full : .unavailable, path: path, detail: error.description)
  }

  /// The failure, as people read it.
  public var description: String { "the state file \(path) was not written: \(detail)" }
}
