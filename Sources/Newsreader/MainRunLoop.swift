import Glibc
import LaunchPath

/// The main loop: keys, work that other threads posted, and deferred tasks in between.
@MainActor
struct MainRunLoop {
  let app: App
  let launch: Launch

  func run() {
    var input = LineBuffer()
    var isInputOpen = true
    while app.isRunning && !Signals.isAskedToEnd && (isInputOpen || app.hasWorkUnderWay) {
      let isMoreIdle = launch.runIdle(until: .now + .milliseconds(4))
      // A closed input is always readable, so it is asked no more.
      var files = [
        pollfd(fd: isInputOpen ? 0 : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: app.queue.file, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&files, 2, isMoreIdle ? 0 : -1)
      if count < 0 && errno != EINTR { return }
      if Signals.takeWindowChange() { app.draw() }
      if files[1].revents != 0 { app.queue.run() }
      if files[0].revents != 0 {
        isInputOpen = input.fill()
        if app.options.isHeadless { performWords(&input, isInputOpen) } else { performKeys(&input) }
      }
    }
  }

  private func performWords(_ input: inout LineBuffer, _ isInputOpen: Bool) {
    while let line = input.line(orRest: !isInputOpen), app.isRunning {
      if line.allSatisfy(\.isWhitespace) { continue }
      guard let command = Command(words: line) else {
        StandardError.write("newsreader: no such word: \(line)\n")
        continue
      }
      app.perform(command)
    }
  }

  private func performKeys(_ input: inout LineBuffer) {
    for key in input.keys() {
      guard let command = Command(key: key) else { continue }
      switch command {
      case .prompt(.signIn):
        let user = prompt("user: ")
        app.perform(.signIn(user: user, password: prompt("password: ", isSecret: true)))
      case .prompt(.search): app.perform(.search(prompt("search: ")))
      default: app.perform(command)
      }
    }
  }

  /// Asks for a line at the bottom of the terminal.
  private func prompt(_ label: String, isSecret: Bool = false) -> String {
    let size = Terminal.size()
    var text: [UInt8] = []
    while true {
      let shown =
        isSecret ? String(repeating: "*", count: text.count) : String(decoding: text, as: UTF8.self)
      StandardOutput.write("\u{1B}[\(size.rows);1H\u{1B}[2K\(label)\(shown)")
      var byte: UInt8 = 0
      guard unsafe read(0, &byte, 1) == 1 else { return "" }
      switch byte {
      case 0x0A, 0x0D: return String(decoding: text, as: UTF8.self)
      case 0x7F, 0x08: _ = text.popLast()
      case 0x20...: text.append(byte)
      default: break
      }
    }
  }
}

/// Bytes of the standard input, as lines or as keys.
struct LineBuffer {
  private var bytes: [UInt8] = []

  /// Reads what is there.
  ///
  /// - Returns: Whether there may be more later.
  mutating func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(0, &chunk, chunk.count)
    if count > 0 { bytes += chunk.prefix(count) }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  /// The next whole line, or what is left when no more can come.
  mutating func line(orRest isLast: Bool) -> String? {
    guard let end = bytes.firstIndex(of: 0x0A) else {
      guard isLast, !bytes.isEmpty else { return nil }
      defer { bytes = [] }
      return String(decoding: bytes, as: UTF8.self)
    }
    defer { bytes.removeFirst(end + 1) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// The keys that were pressed: single bytes, and the sequences of the arrow keys.
  mutating func keys() -> [ArraySlice<UInt8>] {
    var keys: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let first = rest.first {
      let length = first == 0x1B && rest.count >= 3 && rest[rest.startIndex + 1] == 0x5B ? 3 : 1
      keys.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    bytes = []
    return keys
  }
}
