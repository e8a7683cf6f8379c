import CPlatform
import Glibc

/// What /proc tells of a process at one moment, read while it stands still and understood later.
struct ProcessFacts: Sendable {
  /// The CPU time, in nanoseconds.
  let cpuTime: Int64
  private let maps: [UInt8]
  private let stat: [UInt8]
  private let counters: [UInt8]
  private let status: [UInt8]

  /// Reads what is there; what is not is empty.
  init(process: pid_t) {
    cpuTime = Int64(launchpath_process_cpu_time(process))
    maps = Self.bytes("/proc/\(process)/maps")
    stat = Self.bytes("/proc/\(process)/stat")
    counters = Self.bytes("/proc/\(process)/io")
    status = Self.bytes("/proc/\(process)/status")
  }

  /// The files that are mapped as shared libraries, with the bytes that each covers.
  var libraries: [(path: String, bytes: Int64)] {
    Self.libraries(String(decoding: maps, as: UTF8.self))
  }

  var minorFaults: Int64 { field(10).flatMap(Int64.init) ?? 0 }

  var majorFaults: Int64 { field(12).flatMap(Int64.init) ?? 0 }

  /// The kernel's start time, in ticks since boot.
  var startTicks: UInt64 { field(22).flatMap(UInt64.init) ?? 0 }

  var charactersRead: Int64 { counter("rchar:") }

  var bytesRead: Int64 { counter("read_bytes:") }

  /// The most memory that the program held.
  ///
  /// What wait4 gives counts the memory of whoever started it.
  var largestResidentBytes: Int64? {
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n") {
      let parts = line.split { $0 == " " || $0 == "\t" }
      if parts.count > 1, parts[0] == "VmHWM:" { return Int64(parts[1]).map { $0 * 1024 } }
    }
    return nil
  }

  /// A field of the stat file by its number in proc(5).
  ///
  /// The name in parentheses may hold anything, so the fields are counted from its end.
  private func field(_ number: Int) -> String? {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > number - 3 ? String(decoding: fields[number - 3], as: UTF8.self) : nil
  }

  private func counter(_ name: String) -> Int64 {
    for line in String(decoding: counters, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      if parts.count == 2, parts[0] == name { return Int64(parts[1]) ?? 0 }
    }
    return 0
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

  private static func bytes(_ path: String) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(file, &chunk, chunk.count)
      if count <= 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
