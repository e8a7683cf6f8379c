import Glibc
import LaunchHTTP
import LaunchPath

do {
  let arguments = CommandLine.arguments
  if arguments.contains("--help") {
    StandardOutput.write(Options.help + "\n")
    exit(0)
  }
  let app = App(options: try Options(arguments.dropFirst()))
  if app.options.isByHand {
    startByHand(app)
    exit(0)
  }
  run(app)
} catch {
  StandardError.write("newsreader: \(error)\nTry newsreader --help.\n")
  exit(2)
}

@MainActor
func run(_ app: App) -> Never {
  let options = app.options
  let queue = app.queue
  let launch = Launch(
    app: Newsreader.app, version: options.version, build: options.build, graph: makeGraph(app),
    rules: NewsScreen.rules, request: options.request,
    mainLoop: MainLoop(wake: { queue.wake() }), folders: options.folders)
  Signals.watchEnd(waking: queue.file)
  let mode = options.isHeadless ? nil : Terminal.enterRawMode()
  app.showPlaceholder()
  launch.screen(.placeholder)
  switch launch.run() {
  case .screen: break
  case .recovery(let causes): app.showRecovery(causes)
  }
  app.describeFirstScreen(launch)
  launch.firstFrameShown()
  launch.interactive()
  MainRunLoop(app: app, launch: launch).run()
  Backend.cancellation.cancel()
  app.keepPage()
  launch.left()
  launch.end()
  if let mode { Terminal.leaveRawMode(mode) }
  // Threads may still be at work, also inside libcurl, and the exit handlers of the libraries would
  // take away what they use. Everything that has to last is written.
  _exit(0)
}
