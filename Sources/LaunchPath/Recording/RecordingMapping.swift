import CPlatform
import Glibc
import LaunchModel

/// The memory of a recording: a mapped file, or anonymous memory where there can be none.
///
/// The file's blocks are reserved before the first byte is touched, because touching a hole on a
/// full disk kills the process by SIGBUS, and a recorder must never harm its program.
///
/// The mapping is never taken back: a thread may be writing its last entry while the process ends.
/// Proof of `@unchecked Sendable`: the fields are set once; what the threads write through the
/// pointers is theirs alone (``Recorder`` hands each segment to one thread), or guarded by its
/// lock.
/// Proof of `@safe`: every access checks its offset against the size.
@safe final class RecordingMapping: @unchecked Sendable {
  /// The open file, or -1 for anonymous memory.
  let file: Int32
  private let folder: String
  private let name: RecordingName
  /// Whether it was a spare, which has its name only once ``nameSpare()`` gave it to it.
  let isSpare: Bool
  /// Why there is no file; empty if there is one, or none was asked for.
  let problem: String
  private let base: UnsafeMutableRawPointer
  static let firstBytes = RecordingLayout.segmentOffset(Limits.firstSegments)

  /// Makes the file in a folder, or anonymous memory, which an empty folder asks for; nil if there
  /// is not even that.
  init?(folder: String, name: RecordingName, usesSpare: Bool) {
    self.folder = folder
    self.name = name
    var failure = ""
    if usesSpare, let (file, base) = unsafe Self.claimSpare(of: folder) {
      self.file = file
      isSpare = true
      problem = ""
      unsafe self.base = unsafe base
      return
    }
    isSpare = false
    if !folder.isEmpty {
      do {
        let path = "\(folder)/\(name.text)"
        let file = try Self.create(path, in: folder)
        if let base = unsafe Self.map(file: file, offset: 0, bytes: Self.firstBytes) {
          self.file = file
          problem = ""
          unsafe self.base = unsafe base
          return
        }
        failure = "mmap \(path): \(SystemError(call: "mmap", path: path).reason)"
        close(file)
        _ = unsafe unlink(path)
      } catch {
        failure = error.description
      }
    }
    guard let base = unsafe Self.map(file: -1, offset: 0, bytes: Self.firstBytes) else {
      return nil
    }
    file = -1
    problem = failure
    unsafe self.base = unsafe base
  }

  /// Takes the spare of a folder; of two processes that want it, one gets it.
  @unsafe private static func claimSpare(
    of folder: String
  ) -> (file: Int32, base: UnsafeMutableRawPointer)? {
    let file = RecordingFolder(path: folder).openSpare(bytes: firstBytes)
    guard file >= 0 else { return nil }
    if let base = unsafe map(file: file, offset: 0, bytes: firstBytes) {
      // Proof: the word lies in the header, is aligned to four, and is only ever claimed.
      let word = unsafe (base + RecordingLayout.Header.claimed)
        .assumingMemoryBound(to: UInt32.self)
      if unsafe launchpath_claim(word, UInt32(getpid()).littleEndian) {
        return unsafe (file, base)
      }
      _ = unsafe munmap(base, firstBytes)
    }
    close(file)
    return nil
  }

  /// Takes the spare of a folder for nothing, so that nobody else takes it.
  ///
  /// - Returns: Whether it was there to take.
  static func takeAwaySpare(of folder: String) -> Bool {
    guard let (file, base) = unsafe claimSpare(of: folder) else { return false }
    _ = unsafe munmap(base, firstBytes)
    close(file)
    return true
  }

  /// Brings in the first segment at once, where the last launch left it in memory.
  func populateFirstSegment() {
    guard isSpare else { return }
    unsafe launchpath_populate(
      pointer(at: RecordingLayout.segmentOffset(0), count: RecordingLayout.segmentBytes),
      RecordingLayout.segmentBytes)
  }

  /// Where the file lies now: under its own path, or still under that of a spare.
  var place: String { unsafe access(path, F_OK) == 0 ? path : spare }

  private var path: String { "\(folder)/\(name.text)" }
  private var spare: String { "\(folder)/\(RecordingLayout.spareName)" }

  /// Gives a spare its own path; off the launch path.
  func nameSpare() {
    if file >= 0 { RecordingFolder(path: folder).nameSpare(file, as: path) }
  }

  /// Gives a file that was no spare the name of one, until it is named again.
  func becomeSpare() {
    guard file >= 0, !isSpare else { return }
    store(UInt32(getpid()).littleEndian, at: RecordingLayout.Header.claimed)
    _ = unsafe launchpath_rename_new(path, spare)
  }

  private static func create(
    _ path: String, in folder: String
  ) throws(SystemError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    var file = unsafe open(path, flags, 0o600)
    if file < 0 && errno == ENOENT {
      try Files.makeFolder(folder)
      file = unsafe open(path, flags, 0o600)
    }
    guard file >= 0 else { throw SystemError(call: "open", path: path) }
    let status = launchpath_reserve(file, 0, Int64(firstBytes))
    guard status == 0 else {
      close(file)
      _ = unsafe unlink(path)
      throw SystemError(call: "fallocate", path: path, number: status)
    }
    return file
  }

  @unsafe private static func map(
    file: Int32, offset: Int, bytes: Int
  ) -> UnsafeMutableRawPointer? {
    let flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED
    guard
      let memory = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, file, offset),
      unsafe memory != MAP_FAILED
    else { return nil }
    // Without this advice the first touch of a page on ext4 brings in many (50 to 300 µs).
    if file >= 0 { _ = unsafe madvise(memory, bytes, MADV_RANDOM) }
    return unsafe memory
  }

  /// The memory of a segment beyond the first ones; nil if the disk or the memory has none.
  @unsafe func growSegment(_ index: Int) -> UnsafeMutableRawPointer? {
    let offset = RecordingLayout.segmentOffset(index)
    let bytes = RecordingLayout.segmentBytes
    if file >= 0 && launchpath_reserve(file, Int64(offset), Int64(bytes)) != 0 { return nil }
    return unsafe Self.map(file: file, offset: file < 0 ? 0 : offset, bytes: bytes)
  }

  /// The memory at an offset in the header, the names or the first segments.
  @unsafe func pointer(at offset: Int, count: Int) -> UnsafeMutableRawPointer {
    precondition(offset >= 0 && count >= 0 && offset + count <= Self.firstBytes)
    return unsafe base + offset
  }

  func store<Value: BitwiseCopyable>(_ value: Value, at offset: Int) {
    unsafe pointer(at: offset, count: MemoryLayout<Value>.size)
      .storeBytes(of: value, as: Value.self)
  }
}
