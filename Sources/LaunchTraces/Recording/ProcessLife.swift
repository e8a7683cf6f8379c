import Glibc
package import LaunchModel

/// Whether recorded processes live.
package enum ProcessLife {
  /// Whether the process of a recording lives: the one with its number that began when it did.
  package static func isAlive(_ recording: Recording) -> Bool {
    guard let pid = pid_t(exactly: recording.process), pid > 0,
      let facts = Files.read("/proc/\(pid)/stat"), let end = facts.lastIndex(of: 0x29)
    else { return false }
    let fields = facts[(end + 1)...].split(separator: 0x20)
    guard fields.count > 19, fields[0] != [UInt8(ascii: "Z")][...],
      let ticks = UInt64(String(decoding: fields[19], as: UTF8.self))
    else { return false }
    let resolution = UInt64(1_000_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK))))
    let start = ticks * resolution
    if let recorded = recording.kernelStart { return recorded.time == start }
    // Another process with this number can only have begun after the recording.
    return start <= recording.clocks.boottime
  }
}
