import Glibc
import LaunchModel

/// The recording that a launched program writes.
enum RecordingFile {
  /// The recording of a process in a folder, as far as it is written.
  static func find(in folder: String, process: pid_t) -> Recording? {
    for path in TraceInput.files(at: folder) where path.contains("-\(process)-") {
      if let bytes = bytes(of: path), let recording = try? Recording(reading: bytes),
        recording.process == UInt32(process)
      {
        return recording
      }
    }
    return nil
  }

  private static func bytes(of path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard unsafe fstat(file, &facts) == 0, facts.st_size <= 16 << 20 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    let count = unsafe read(file, &bytes, bytes.count)
    return count == bytes.count ? bytes : nil
  }
}
