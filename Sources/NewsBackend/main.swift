import Glibc
import LaunchServer

let help = """
  usage: news-backend [flags]

  The server of the demo: GET /feed, GET /items/ID, POST and DELETE /session, GET /config.

    --listen ADDRESS       where to listen (127.0.0.1:8788; port 0: any)
    --port-file FILE       write the port there once it listens
    --delay MS             answer this much later
    --refuse               answer everything with 503
    --silent               accept connections and never answer
    --minimum-version V    the lowest version that may go on
    --maintenance MESSAGE  announce maintenance
    --help                 this text

  POST /control changes the switches while it runs: {"delay": 50, "refuse": false, "silent": false,
  "refuseTokens": false, "minimumVersion": "2.0.0", "maintenance": null}.
  """

func say(_ text: String, to file: Int32) {
  let bytes = Array((text + "\n").utf8)
  _ = unsafe write(file, bytes, bytes.count)
}

func fail(_ text: String, status: Int32) -> Never {
  say("news-backend: \(text)", to: 2)
  exit(status)
}

var switches = Switches()
var listen = "127.0.0.1:8788"
var portFile: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  func value() -> String {
    arguments.popFirst() ?? { fail("\(argument) wants a value; try --help", status: 2) }()
  }
  switch argument {
  case "--help":
    say(help, to: 1)
    exit(0)
  case "--listen": listen = value()
  case "--port-file": portFile = value()
  case "--refuse": switches.isRefusing = true
  case "--silent": switches.isSilent = true
  case "--minimum-version": switches.minimumVersion = value()
  case "--maintenance": switches.maintenance = value()
  case "--delay":
    let text = value()
    guard let delay = Int(text), (0...600_000).contains(delay) else {
      fail("--delay wants milliseconds, not \(text)", status: 2)
    }
    switches.delay = delay
  default: fail("unknown flag \(argument); try --help", status: 2)
  }
}

// The signals are waited for, on this thread, and on none of the server's.
var ends = sigset_t()
unsafe sigemptyset(&ends)
unsafe sigaddset(&ends, SIGTERM)
unsafe sigaddset(&ends, SIGINT)
unsafe pthread_sigmask(SIG_BLOCK, &ends, nil)
_ = signal(SIGPIPE, SIG_IGN)

do {
  let backend = Backend(switches)
  let server = try Server(listen: ListenAddress(listen)) { backend.answer($0) }
  if let portFile {
    let bytes = Array("\(server.address.port)\n".utf8)
    let file = unsafe open(portFile, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0, unsafe write(file, bytes, bytes.count) == bytes.count else {
      fail("cannot write \(portFile): \(unsafe String(cString: strerror(errno)))", status: 5)
    }
    close(file)
  }
  say("listening on \(server.url)", to: 1)
  var number: Int32 = 0
  unsafe sigwait(&ends, &number)
  backend.end()
  server.stop()
} catch {
  fail(error.description, status: error.code == .malformedAddress ? 2 : 5)
}
