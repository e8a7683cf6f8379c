import Glibc
import Synchronization

/// Signals as flags that the main loop looks at, and a wake-up for it.
enum Signals {
  private static let wakeFile = Atomic<Int32>(-1)
  private static let windowChanged = Atomic<Bool>(false)
  private static let shouldEnd = Atomic<Bool>(false)

  /// Whether the process was asked to end.
  static var isAskedToEnd: Bool { shouldEnd.load(ordering: .relaxed) }

  /// Whether the window has another size than when this was last asked.
  static func takeWindowChange() -> Bool {
    windowChanged.exchange(false, ordering: .relaxed)
  }

  /// Ends the main loop at the usual signals, so that the page is kept and the terminal restored.
  static func watchEnd(waking file: Int32) {
    wakeFile.store(file, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      _ = signal(number) { _ in
        Signals.shouldEnd.store(true, ordering: .relaxed)
        Signals.wake()
      }
    }
  }

  static func watchWindow() {
    _ = signal(SIGWINCH) { _ in
      Signals.windowChanged.store(true, ordering: .relaxed)
      Signals.wake()
    }
  }

  /// Only what POSIX allows in a signal handler: a write, with errno kept.
  private static func wake() {
    let number = errno
    var one: UInt64 = 1
    _ = unsafe write(wakeFile.load(ordering: .relaxed), &one, 8)
    errno = number
  }
}

/// The standard error, unbuffered.
enum StandardError {
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(2, bytes, bytes.count)
  }
}
