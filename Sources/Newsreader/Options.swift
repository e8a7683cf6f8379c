import LaunchPath

/// What the command line asks for.
struct Options: Sendable {
  var target: String?
  var isHeadless = false
  var isByHand = false
  var backend = "http://127.0.0.1:8788"
  var folder: String?
  var version = Newsreader.version
  var build = Newsreader.build
  var slow: [String: Int] = [:]
  var failing: Set<String> = []
  var crashing: Set<String> = []

  static let help = """
    usage: newsreader [TARGET] [flags]

    Reads the news in a terminal. TARGET is a link, such as news://item/7.

      --headless        screens as lines, keys as words on standard input
      --backend URL     the server (http://127.0.0.1:8788)
      --folder DIR      keep every file of the program below this folder
      --version V       run as this version: 1.x keeps the store's first shape, 2.x the second
      --build B         run as this build
      --slow TASK=MS    make a task take this much longer
      --fail TASK       make a task fail
      --crash TASK      make a task end the process by a fault
      --by-hand         start without LaunchPath: the same functions, called in order
      --help            this text

    Keys: up, down, enter: open, b: back, r: refresh, s: sign in, o: sign out, /: search, q: quit.
    After a failed launch: r: try again, p: report.
    Words (headless): up, down, open [N], back, refresh, signin USER PASSWORD, signout,
    search WORD, retry, report, quit. At the end of the input it quits when nothing is under way
    any more.

    Files: the state file and recordings in $XDG_STATE_HOME/newsreader, the store in
    $XDG_DATA_HOME/newsreader. LAUNCHPATH_RECORDINGS names another folder for recordings.
    """

  /// Reads the arguments after the program's name.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      func value() throws(UsageError) -> String {
        guard let value = rest.popFirst() else {
          throw UsageError(description: "\(argument) wants a value")
        }
        return value
      }
      switch argument {
      case "--headless": isHeadless = true
      case "--by-hand": isByHand = true
      case "--backend": backend = try value()
      case "--folder": folder = try value()
      case "--version": version = try value()
      case "--build": build = try value()
      case "--fail": failing.insert(try value())
      case "--crash": crashing.insert(try value())
      case "--slow":
        let pair = try value()
        guard let equals = pair.lastIndex(of: "="),
          let milliseconds = Int(pair[pair.index(after: equals)...]),
          (0...600_000).contains(milliseconds)
        else { throw UsageError(description: "--slow wants TASK=MS, not \(pair)") }
        slow[String(pair[..<equals])] = milliseconds
      case _ where argument.hasPrefix("-"):
        throw UsageError(description: "unknown flag \(argument)")
      case _ where target == nil: target = argument
      default: throw UsageError(description: "one target at a time: \(argument) is too many")
      }
    }
  }

  var folders: LaunchFolders {
    folder.map { LaunchFolders(root: $0) } ?? LaunchFolders(app: Newsreader.app)
  }

  /// The launch request: the target on the command line, else what the environment says.
  var request: LaunchRequest {
    if let target { return LaunchRequest(reason: .link, target: target) }
    let asked = LaunchRequest.fromEnvironment()
    return asked.reason == .unknown && asked.target == nil ? LaunchRequest(reason: .icon) : asked
  }
}

/// A command line that makes no sense.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}

/// What the program is.
enum Newsreader {
  static let app = "newsreader"
  static let version = "2.4.0"
  static let build = "240"
}
