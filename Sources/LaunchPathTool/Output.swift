import Glibc

/// The standard streams, unbuffered.
enum Output {
  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(1) == 1 }

  /// The width of the terminal in columns; 100 where there is none.
  static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return 100 }
    return Int(size.ws_col)
  }

  /// Writes the answer, and nothing but the answer.
  static func answer(_ text: String) throws(ToolError) {
    try answer(Array((text + "\n").utf8))
  }

  static func answer(_ bytes: [UInt8]) throws(ToolError) {
    guard write(bytes, to: 1) else {
      // Whoever read it has seen enough.
      if errno == EPIPE { exit(0) }
      throw ToolError(.impossible, "cannot write to standard output: \(reason())")
    }
  }

  /// Tells people something beside the answer.
  static func note(_ text: String) {
    _ = write(Array((text + "\n").utf8), to: 2)
  }

  /// Progress, on a terminal only.
  static func progress(_ text: String) {
    if isatty(2) == 1 { note(text) }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      // Proof: the pointer is used within the closure, for the bytes that are left.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(file, buffer.baseAddress! + sent, buffer.count - sent)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return false }
      sent += count
    }
    return true
  }

  /// What the system calls its last failure.
  static func reason(_ number: Int32 = errno) -> String {
    unsafe String(cString: strerror(number))
  }

  /// Writes a file whole or not at all.
  static func file(_ bytes: [UInt8], at path: String) throws(ToolError) {
    let temporary = "\(path).\(getpid()).new"
    let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      throw ToolError(.impossible, "cannot write \(path): \(reason())")
    }
    let isWritten = write(bytes, to: file) && fsync(file) == 0
    let number = errno
    close(file)
    guard isWritten, unsafe rename(temporary, path) == 0 else {
      let failure = isWritten ? errno : number
      _ = unsafe unlink(temporary)
      throw ToolError(.impossible, "cannot write \(path): \(reason(failure))")
    }
  }
}
