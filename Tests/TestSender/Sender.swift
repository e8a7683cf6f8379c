import Glibc
import LaunchHTTP

/// Sends a request, and says how the process was before and is after.
enum Sender {
  /// - Parameter arguments: The address; `starved` before it for a first try without a file left.
  /// - Returns: The exit status.
  static func run(_ arguments: [String]) -> Int32 {
    guard let url = arguments.last else { return 2 }
    describe("before")
    if arguments.first == "starved" {
      withoutFiles { send(url) }
    }
    send(url)
    describe("after")
    return 0
  }

  private static func send(_ url: String) {
    do {
      let response = try HTTPClient().send(HTTPRequest(url: url))
      print("status \(response.status)")
    } catch {
      print("\(error.code): \(error.reason)")
    }
  }

  /// Whether libcurl is mapped, and which signals are ignored and caught.
  private static func describe(_ moment: String) {
    let isMapped = text("/proc/self/maps").contains("libcurl.so")
    let signals = text("/proc/self/status").split(separator: "\n").filter {
      $0.hasPrefix("SigIgn") || $0.hasPrefix("SigCgt")
    }
    print("\(moment): \(isMapped ? "mapped" : "not mapped"), \(signals)")
  }

  private static func text(_ path: String) -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = unsafe read(file, &buffer, buffer.count), count > 0 {
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func withoutFiles(_ body: () -> Void) {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let usual = limit.rlim_cur
    limit.rlim_cur = 0
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    body()
    limit.rlim_cur = usual
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
