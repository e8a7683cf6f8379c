import Glibc
import LaunchModel

/// The folder in which a program keeps its recordings.
struct RecordingFolder {
  let path: String

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
