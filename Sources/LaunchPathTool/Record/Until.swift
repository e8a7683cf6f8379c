import CPlatform
import Glibc
import LaunchModel

/// The moment until which a launch is watched.
enum Until: Sendable, Equatable {
  /// Interactive if a recording appears, else the exit.
  case automatic
  case mark(String)
  case line(String)
  case port(UInt16)
  case exit

  init(_ text: String) throws(ToolError) {
    if text == "exit" {
      self = .exit
    } else if text.hasPrefix("mark:"), text.count > 5 {
      self = .mark(String(text.dropFirst(5)))
    } else if text.hasPrefix("line:"), text.count > 5 {
      let pattern = String(text.dropFirst(5))
      guard (try? Regex(pattern)) != nil else {
        throw ToolError(.usage, "\(pattern) is no regular expression")
      }
      self = .line(pattern)
    } else if text.hasPrefix("port:"), let port = UInt16(text.dropFirst(5)), port > 0 {
      self = .port(port)
    } else {
      throw ToolError(
        .usage, "--until wants mark:NAME, line:REGEX, port:N or exit, not \(text)")
    }
  }

  /// Whether it is a moment of its own, and no mark that the program records itself.
  var isSeenFromOutside: Bool {
    switch self {
    case .line, .port: true
    case .automatic, .mark, .exit: false
    }
  }

  /// What it is, for people.
  var text: String {
    switch self {
    case .automatic: "interactive"
    case .mark(let name): "the mark \(name)"
    case .line(let pattern): "a line like \(pattern)"
    case .port(let port): "port \(port) answering"
    case .exit: "its exit"
    }
  }
}

/// Looks whether the moment has come.
struct UntilWatcher {
  private let until: Until
  private let recordings: String
  private let process: pid_t
  private let pattern: Regex<AnyRegexOutput>?

  init(_ until: Until, recordings: String, process: pid_t) {
    self.until = until
    self.recordings = recordings
    self.process = process
    pattern = if case .line(let text) = until { try? Regex(text) } else { nil }
  }

  /// How often it has to be looked; an exit wakes the loop by itself.
  var pollMilliseconds: Int32 {
    switch until {
    case .exit, .line: 100
    case .automatic, .mark, .port: 1
    }
  }

  func isReached(output: [UInt8], isNew: Bool) -> Bool {
    switch until {
    case .exit: false
    case .automatic: hasMark(LaunchMark.interactive)
    case .mark(let name): hasMark(name)
    case .port(let port): Self.answers(port)
    case .line: isNew && hasLine(output)
    }
  }

  private func hasMark(_ name: String) -> Bool {
    RecordingFile.find(in: recordings, process: process).map { recording in
      recording.threads.contains { thread in
        thread.entries.contains { $0.kind == .mark && recording.name($0.name) == name }
      }
    } ?? false
  }

  private func hasLine(_ output: [UInt8]) -> Bool {
    guard let pattern else { return false }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").contains {
      (try? pattern.firstMatch(in: String($0))) != nil
    }
  }

  /// Whether something listens on a port of this machine.
  static func answers(_ port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    // Proof: the address outlives the call, and is read as what its family says that it is.
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
