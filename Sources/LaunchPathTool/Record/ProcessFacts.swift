import CPlatform
import Glibc

/// What /proc tells of a process at one moment.
struct ProcessFacts: Sendable {
  /// The files that are mapped as shared libraries, with the bytes that each covers.
  var libraries: [(path: String, bytes: Int64)] = []
  var minorFaults: Int64 = 0
  var majorFaults: Int64 = 0
  var charactersRead: Int64 = 0
  var bytesRead: Int64 = 0
  var cpuTime: Int64 = 0
  /// The kernel's start time, in ticks since boot.
  var startTicks: UInt64 = 0

  /// Reads what is there; what is not is zero.
  init(process: pid_t) {
    libraries = Self.libraries(Self.text("/proc/\(process)/maps"))
    cpuTime = Int64(launchpath_process_cpu_time(process))
    // The name in parentheses may hold anything, so the fields are counted from its end.
    let stat = Self.text("/proc/\(process)/stat")
    if let end = stat.lastIndex(of: ")") {
      let fields = stat[stat.index(after: end)...].split(separator: " ")
      if fields.count > 19 {
        minorFaults = Int64(fields[7]) ?? 0
        majorFaults = Int64(fields[9]) ?? 0
        startTicks = UInt64(fields[19]) ?? 0
      }
    }
    for line in Self.text("/proc/\(process)/io").split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let value = Int64(parts[1]) else { continue }
      if parts[0] == "rchar:" { charactersRead = value }
      if parts[0] == "read_bytes:" { bytesRead = value }
    }
  }

  private static func libraries(_ maps: String) -> [(path: String, bytes: Int64)] {
    var bytes: [String: Int64] = [:]
    var order: [String] = []
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6 else { continue }
      let path = String(fields[5].drop { $0 == " " })
      let name = path.split(separator: "/").last ?? ""
      guard path.hasPrefix("/"), name.hasSuffix(".so") || name.contains(".so.") else { continue }
      let range = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard range.count == 2, range[1] > range[0] else { continue }
      if bytes[path] == nil { order.append(path) }
      bytes[path, default: 0] += Int64(range[1] - range[0])
    }
    return order.map { ($0, bytes[$0] ?? 0) }
  }

  private static func text(_ path: String) -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(file, &chunk, chunk.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
