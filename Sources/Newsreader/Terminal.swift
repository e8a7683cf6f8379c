import CPlatform
import Glibc
import LaunchPath

/// The terminal in which a person reads.
enum Terminal {
  static func size() -> (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 4 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Reads keys as they are pressed, until the returned mode is set again; nil for no terminal.
  static func enterRawMode() -> termios? {
    var before = termios()
    guard unsafe tcgetattr(0, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard unsafe tcsetattr(0, TCSANOW, &raw) == 0 else { return nil }
    StandardOutput.write("\u{1B}[?1049h\u{1B}[?25l")
    return before
  }

  static func leaveRawMode(_ before: termios) {
    var before = before
    _ = unsafe tcsetattr(0, TCSANOW, &before)
    StandardOutput.write("\u{1B}[?25h\u{1B}[?1049l")
  }
}

/// Work for the main thread, from any other; the loop wakes for it.
final class MainQueue: Sendable {
  /// Readable when something was posted.
  let file: Int32
  private let posted = Lock<[@MainActor @Sendable () -> Void]>([])

  init() {
    file = launchpath_wake_file()
  }

  /// Hands work to the main thread; the trace shows from which span it came.
  func post(_ work: @escaping @MainActor @Sendable () -> Void) {
    let flow = Launch.flow()
    posted.withLock {
      $0.append {
        Launch.span("show what came") {
          Launch.follows(flow)
          work()
        }
      }
    }
    wake()
  }

  func wake() {
    var one: UInt64 = 1
    _ = unsafe write(file, &one, 8)
  }

  var isEmpty: Bool { posted.withLock { $0.isEmpty } }

  @MainActor
  func run() {
    var count: UInt64 = 0
    _ = unsafe read(file, &count, 8)
    let work = posted.withLock { posted in
      defer { posted = [] }
      return posted
    }
    for item in work { item() }
  }
}

/// What the person asks for.
enum Command: Sendable, Equatable {
  case up, down, open(Int?), back, refresh, report, signOut, quit
  case signIn(user: String, password: String)
  case search(String)
  case prompt(Prompt)

  enum Prompt: Sendable, Equatable {
    case signIn, search
  }

  /// A word of the headless input; nil if it is none.
  init?(words line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("up", 1): self = .up
    case ("down", 1): self = .down
    case ("open", 1): self = .open(nil)
    case ("open", 2):
      guard let number = Int(words[1]) else { return nil }
      self = .open(number)
    case ("back", 1): self = .back
    case ("refresh", 1), ("retry", 1): self = .refresh
    case ("report", 1): self = .report
    case ("signout", 1): self = .signOut
    case ("signin", 3): self = .signIn(user: words[1], password: words[2])
    case ("search", 2): self = .search(words[1])
    case ("quit", 1): self = .quit
    default: return nil
    }
  }

  /// A key of the terminal; nil if it means nothing.
  init?(key bytes: ArraySlice<UInt8>) {
    switch Array(bytes) {
    case [0x1B, 0x5B, 0x41], [UInt8(ascii: "k")]: self = .up
    case [0x1B, 0x5B, 0x42], [UInt8(ascii: "j")]: self = .down
    case [0x0A], [0x0D]: self = .open(nil)
    case [0x1B], [UInt8(ascii: "b")]: self = .back
    case [UInt8(ascii: "r")]: self = .refresh
    case [UInt8(ascii: "p")]: self = .report
    case [UInt8(ascii: "s")]: self = .prompt(.signIn)
    case [UInt8(ascii: "o")]: self = .signOut
    case [UInt8(ascii: "/")]: self = .prompt(.search)
    case [UInt8(ascii: "q")]: self = .quit
    default: return nil
    }
  }
}
