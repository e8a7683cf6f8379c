/// What the command line says.
struct Options: Sendable {
  var listen = "127.0.0.1:8788"
  var portFile: String?
  var switches = Switches()
  var wantsHelp = false

  static let help = """
    usage: news-backend [flags]

    The server of the demo. Anybody signs in with the password "\(Sessions.password)".

      GET /config            the lowest version, maintenance, flags
      POST /session          {"user", "password"}: a token for the Authorization field
      DELETE /session        ends the session
      GET /feed              ?cursor=&limit=: a page of items, the newest first
      GET /items/ID          one item
      GET, POST /control     the switches below, while it runs

      --listen ADDRESS       where to listen (127.0.0.1:8788; port 0: any)
      --port-file FILE       write the port there once it listens
      --delay MS             answer this much later
      --refuse               answer everything with 503
      --silent               accept connections and never answer
      --minimum-version V    the lowest version that may go on
      --maintenance MESSAGE  announce maintenance
      --help                 this text

    POST /control takes any of {"delay": 50, "refuse": false, "silent": false,
    "refuseTokens": false, "minimumVersion": "2.0.0", "flags": {"reader": "on"},
    "maintenance": {"message": "back soon", "until": 1790000000}}; null takes an announcement
    back. It is answered whatever the switches say.

    It ends with 0 on SIGTERM and SIGINT; 2: it was called wrongly; 5: it cannot listen there.
    """

  /// - Throws: What is wrong with the arguments, in words.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let flag = rest.popFirst() {
      func value() throws(UsageError) -> String {
        guard let value = rest.popFirst() else {
          throw UsageError(description: "\(flag) wants a value; try --help")
        }
        return value
      }
      switch flag {
      case "--help": wantsHelp = true
      case "--listen": listen = try value()
      case "--port-file": portFile = try value()
      case "--refuse": switches.isRefusing = true
      case "--silent": switches.isSilent = true
      case "--minimum-version": switches.minimumVersion = try value()
      case "--maintenance": switches.maintenance = .init(message: try value())
      case "--delay":
        let text = try value()
        guard let delay = Int(text), (0...Limits.delay).contains(delay) else {
          throw UsageError(description: "--delay wants milliseconds, not \(text)")
        }
        switches.delay = delay
      default: throw UsageError(description: "unknown flag \(flag); try --help")
      }
    }
  }
}

/// A call that makes no sense.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
