import CPlatform
import Glibc
import LaunchModel

/// The folder in which a program keeps its recordings.
struct RecordingFolder {
  let path: String

  /// A file that a launch leaves for the next one, with its blocks reserved: to make it takes
  /// longer than all else that the recorder does before the first frame.
  ///
  /// A launch takes it where it lies, by a word in its header, and names it once the first frame is
  /// shown: to rename a file takes longer than to open and map it.
  private var spare: String { "\(path)/\(RecordingLayout.spareName)" }

  /// Opens the spare, for a recording to claim it.
  ///
  /// - Returns: The open file, or -1 if there is none that will do.
  func openSpare(bytes: Int) -> Int32 {
    let file = unsafe open(spare, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    if file < 0 || Self.isWhole(file, bytes: bytes) { return file }
    close(file)
    return -1
  }

  /// Whether a spare has its size and its blocks.
  ///
  /// A copy of it, from a backup say, may have holes, and a hole on a full disk ends the program.
  private static func isWhole(_ file: Int32, bytes: Int) -> Bool {
    var facts = stat()
    guard unsafe fstat(file, &facts) == 0 else { return false }
    return facts.st_size == bytes && facts.st_blocks * 512 >= bytes
  }

  /// Gives the spare that a recording took its own name; best effort, off the launch path.
  func nameSpare(_ file: Int32, as recording: String) {
    var (own, there) = (stat(), stat())
    guard unsafe fstat(file, &own) == 0, unsafe lstat(spare, &there) == 0,
      own.st_ino == there.st_ino, own.st_dev == there.st_dev
    else { return }
    _ = unsafe launchpath_rename_new(spare, recording)
  }

  /// A recording that lies under the name of the spare, and whose process is over.
  struct Abandoned {
    let recording: Recording
    /// The name that it should have.
    let name: String
    let file: RecordingFile
  }

  /// An open file, which is closed with this value.
  final class RecordingFile: Sendable {
    let number: Int32

    init?(_ path: String, _ flags: Int32) {
      number = unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW)
      if number < 0 { return nil }
    }

    deinit { close(number) }
  }

  /// The launch that took the spare, and is over without having got to its first content.
  ///
  /// A file that is no recording, and that nobody is making one of, is removed.
  func abandonedRecording() -> Abandoned? {
    guard let file = RecordingFile(spare, O_RDWR) else { return nil }
    if let recording = Self.recording(in: file.number) {
      if !CrashWitness.isOver(recording) { return nil }
      let name = RecordingName(
        app: recording.app, process: pid_t(bitPattern: recording.process),
        boottime: recording.clocks.boottime, number: 1)
      return Abandoned(recording: recording, name: name.text, file: file)
    }
    let claimed = Self.claimant(of: file.number)
    if claimed == 0, Self.isWhole(file.number, bytes: RecordingMapping.firstBytes) {
      // One that another launch has just left, and a third may be about to take.
      if RecordingMapping.takeAwaySpare(of: path) { _ = unsafe unlink(spare) }
    } else if claimed == 0 || kill(claimed, 0) != 0 && errno == ESRCH {
      _ = unsafe unlink(spare)
    }
    return nil
  }

  private static func recording(in file: Int32) -> Recording? {
    var facts = stat()
    let largest = RecordingLayout.segmentOffset(RecordingLayout.maximumSegments)
    guard unsafe fstat(file, &facts) == 0, facts.st_size <= largest else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    let count = unsafe pread(file, &bytes, bytes.count, 0)
    return try? Recording(reading: Array(bytes.prefix(max(0, count))))
  }

  /// The process that took a spare; 0 if none did.
  private static func claimant(of file: Int32) -> pid_t {
    var claimed: UInt32 = 0
    _ = unsafe pread(file, &claimed, 4, off_t(RecordingLayout.Header.claimed))
    return pid_t(bitPattern: UInt32(littleEndian: claimed))
  }

  /// Writes down what was made of such a recording, and gives it its name.
  func settle(_ left: Abandoned, _ step: LadderStep) {
    var word = UInt32(step.rawValue).littleEndian
    _ = unsafe pwrite(left.file.number, &word, 4, off_t(RecordingLayout.Header.ladderStep))
    nameSpare(left.file.number, as: "\(path)/\(left.name)")
  }

  /// Leaves a spare for the next launch, unless there is one; best effort, off the launch path.
  ///
  /// - Parameters:
  ///   - bytes: Its size.
  ///   - isWatched: Whether the next launch looks at what it finds under this name.
  func leaveSpare(bytes: Int, isWatched: Bool) {
    guard makesRoomForSpare(bytes: bytes, isWatched: isWatched) else { return }
    let file = unsafe launchpath_open_unnamed(path)
    guard file >= 0 else { return }
    defer { close(file) }
    guard launchpath_reserve(file, 0, Int64(bytes)) == 0 else { return }
    // What every recording begins with, so that the next one finds it in memory.
    let zeros = [UInt8](repeating: 0, count: RecordingLayout.segmentBytes)
    _ = unsafe pwrite(file, zeros, 4096, 0)
    _ = unsafe pwrite(file, zeros, zeros.count, off_t(RecordingLayout.segmentOffset(0)))
    _ = unsafe launchpath_name_file(file, spare)
  }

  /// Names or removes a spare that is of no use any more.
  ///
  /// - Returns: Whether there is none now.
  private func makesRoomForSpare(bytes: Int, isWatched: Bool) -> Bool {
    if unsafe access(spare, F_OK) != 0 { return true }
    guard let file = RecordingFile(spare, O_RDONLY) else { return unsafe unlink(spare) == 0 }
    if Self.claimant(of: file.number) == 0 {
      return unsafe !Self.isWhole(file.number, bytes: bytes) && unlink(spare) == 0
    }
    // What a launch left that is over is for the next one to see.
    if !isWatched, let left = abandonedRecording() { settle(left, .none) }
    return unsafe access(spare, F_OK) != 0
  }

  /// Removes the oldest recordings beyond a number, and beyond so many bytes.
  ///
  /// Best effort, off the launch path; the newest one stays.
  func prune(keep: Int, bytes: Int) {
    guard let folder = unsafe opendir(path) else { return }
    defer { unsafe closedir(folder) }
    var files: [(age: Int, path: String, bytes: Int)] = []
    while let entry = unsafe readdir(folder) {
      // Proof: d_name is a null-terminated text within the entry, which lives until the next read.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(
          cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      guard name.hasSuffix("." + RecordingLayout.fileExtension),
        name != RecordingLayout.spareName
      else { continue }
      var facts = stat()
      let file = "\(path)/\(name)"
      if unsafe lstat(file, &facts) == 0 {
        files.append((facts.st_mtim.tv_sec, file, Int(facts.st_size)))
      }
    }
    // The newest first.
    files.sort { $0 > $1 }
    var total = 0
    for (index, file) in files.enumerated() {
      total += file.bytes
      if index >= keep || index > 0 && total > bytes { _ = unsafe unlink(file.path) }
    }
  }
}
