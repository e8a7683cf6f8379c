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

  /// Leaves a spare for the next launch, unless there is one; best effort, off the launch path.
  func leaveSpare(bytes: Int) {
    guard makesRoomForSpare(bytes: bytes) else { return }
    let file = unsafe launchpath_open_unnamed(path)
    guard file >= 0 else { return }
    defer { close(file) }
    guard launchpath_reserve(file, 0, Int64(bytes)) == 0 else { return }
    // The pages that every recording begins with, so that the next one finds them in memory.
    let page = [UInt8](repeating: 0, count: 4096)
    for offset in [0, RecordingLayout.segmentOffset(0)] {
      _ = unsafe pwrite(file, page, page.count, off_t(offset))
    }
    _ = unsafe launchpath_name_file(file, spare)
  }

  /// Names or removes a spare that is of no use any more.
  ///
  /// - Returns: Whether there is none now.
  private func makesRoomForSpare(bytes: Int) -> Bool {
    let file = unsafe open(spare, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return unsafe errno == ENOENT || unlink(spare) == 0 }
    defer { close(file) }
    var claimed: UInt32 = 0
    let count = unsafe pread(file, &claimed, 4, off_t(RecordingLayout.Header.claimed))
    guard count == 4, claimed != 0 else {
      return unsafe !Self.isWhole(file, bytes: bytes) && unlink(spare) == 0
    }
    // A launch took it and has not shown its first frame; it may be at it, or be dead.
    if let content = try? Files.read(spare, limit: bytes * 64),
      let recording = try? Recording(reading: content)
    {
      let name = Recorder.fileName(
        app: recording.app, process: pid_t(bitPattern: recording.process),
        boottime: recording.clocks.boottime, number: 1)
      nameSpare(file, as: "\(path)/\(name)")
    } else if kill(pid_t(bitPattern: UInt32(littleEndian: claimed)), 0) != 0, errno == ESRCH {
      _ = unsafe unlink(spare)
    }
    return unsafe access(spare, F_OK) != 0
  }

  /// Removes the oldest recordings beyond a number; best effort, off the launch path.
  func prune(keep: Int) {
    guard let folder = unsafe opendir(path) else { return }
    defer { unsafe closedir(folder) }
    var files: [(age: Int, path: String)] = []
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
      if unsafe lstat(file, &facts) == 0 { files.append((facts.st_mtim.tv_sec, file)) }
    }
    guard files.count > keep else { return }
    files.sort { $0 < $1 }
    for file in files.prefix(files.count - keep) { _ = unsafe unlink(file.path) }
  }
}
