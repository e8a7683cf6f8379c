import CPlatform
import Glibc
import LaunchModel

/// The folder in which a program keeps its recordings.
struct RecordingFolder {
  let path: String

  /// A file that a launch leaves for the next one, with its blocks reserved: to make it takes
  /// longer than all else that the recorder does before the first frame.
  private var spare: String { path + "/spare" }

  /// Gives the spare to a recording; of two processes that want it, one gets it.
  ///
  /// - Returns: The open file, or -1 if there is none that will do.
  func takeSpare(as recording: String, bytes: Int) -> Int32 {
    guard unsafe rename(spare, recording) == 0 else { return -1 }
    let file = unsafe open(recording, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    var facts = stat()
    // A copy of it, from a backup say, may have holes, and a hole on a full disk ends the program.
    let isWhole = unsafe file >= 0 && fstat(file, &facts) == 0 && facts.st_size == bytes
    if isWhole && facts.st_blocks * 512 >= bytes { return file }
    if file >= 0 { close(file) }
    _ = unsafe unlink(recording)
    return -1
  }

  /// Leaves a spare for the next launch, unless there is one; best effort, off the launch path.
  func leaveSpare(bytes: Int) {
    if unsafe access(spare, F_OK) == 0 { return }
    let unfinished = spare + ".new"
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let file = unsafe open(unfinished, flags, 0o600)
    guard file >= 0 else { return }
    let isReserved = launchpath_reserve(file, 0, Int64(bytes)) == 0
    // The pages that every recording begins with, so that the next one finds them in memory.
    let page = [UInt8](repeating: 0, count: 4096)
    for offset in [0, RecordingLayout.segmentOffset(0)] where isReserved {
      _ = unsafe pwrite(file, page, page.count, off_t(offset))
    }
    close(file)
    if unsafe !isReserved || rename(unfinished, spare) != 0 { _ = unsafe unlink(unfinished) }
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
      guard name.hasSuffix("." + RecordingLayout.fileExtension) else { continue }
      var facts = stat()
      let file = "\(path)/\(name)"
      if unsafe lstat(file, &facts) == 0 { files.append((facts.st_mtim.tv_sec, file)) }
    }
    guard files.count > keep else { return }
    files.sort { $0 < $1 }
    for file in files.prefix(files.count - keep) { _ = unsafe unlink(file.path) }
  }
}
