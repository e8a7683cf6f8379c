import Glibc

/// The wall clock, for moments that another process must understand.
package enum WallClock {
  /// Nanoseconds since 1970.
  package static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The moment at which the parent says that it spawned this process.
enum SpawnStamp {
  private static let variable = "LAUNCHPATH_SPAWNED_AT"

  /// Reads the stamp, CLOCK_BOOTTIME in nanoseconds, and takes it out of the environment: a child
  /// of this process was not spawned then.
  static func take() -> UInt64? {
    guard let text = Environment.value(variable) else { return nil }
    _ = unsafe unsetenv(variable)
    return UInt64(text)
  }
}
