import Glibc
import LaunchServer

/// The program, from its arguments to its exit status.
enum Program {
  static func run(_ arguments: [String]) -> Int32 {
    do throws(UsageError) {
      let options = try Options(arguments)
      if options.wantsHelp {
        say(Options.help, to: 1)
        return 0
      }
      return serve(options)
    } catch {
      return fail(error.description, status: 2)
    }
  }

  private static func serve(_ options: Options) -> Int32 {
    // The signals are waited for on this thread. Whoever started it may have blocked or ignored
    // them; a wait gets them all the same.
    var ends = sigset_t()
    unsafe sigemptyset(&ends)
    unsafe sigaddset(&ends, SIGTERM)
    unsafe sigaddset(&ends, SIGINT)
    unsafe pthread_sigmask(SIG_BLOCK, &ends, nil)
    _ = signal(SIGPIPE, SIG_IGN)

    let backend = Backend(options.switches)
    let router = backend.router
    var limits = LaunchServer.Limits()
    limits.connections = Limits.connections
    do throws(ServerError) {
      let server = try Server(listen: ListenAddress(options.listen), limits: limits) { request in
        backend.misbehave(request) ?? router.answer(request)
      }
      if let file = options.portFile, let problem = write(port: server.address.port, to: file) {
        return fail("cannot write \(file): \(problem)", status: 5)
      }
      say("listening on \(server.url)", to: 1)
      var number: Int32 = 0
      unsafe sigwait(&ends, &number)
      server.stop()
      return 0
    } catch {
      return fail(error.description, status: error.code == .malformedAddress ? 2 : 5)
    }
  }

  /// Writes the port so that a reader never finds half of it.
  ///
  /// - Returns: What went wrong, if something did.
  private static func write(port: UInt16, to path: String) -> String? {
    let bytes = Array("\(port)\n".utf8)
    let file = unsafe open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { return unsafe String(cString: strerror(errno)) }
    defer { close(file) }
    guard unsafe Glibc.write(file, bytes, bytes.count) == bytes.count,
      unsafe rename(path + ".new", path) == 0
    else { return unsafe String(cString: strerror(errno)) }
    return nil
  }

  private static func fail(_ text: String, status: Int32) -> Int32 {
    say("news-backend: \(text)", to: 2)
    return status
  }

  private static func say(_ text: String, to file: Int32) {
    let bytes = Array((text + "\n").utf8)
    _ = unsafe Glibc.write(file, bytes, bytes.count)
  }
}
