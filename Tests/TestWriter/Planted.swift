import Glibc
import LaunchPath

/// A launch of three tasks, one of which does what a test planted in it.
enum Planted {
  enum Screen: LaunchScreen {
    case home

    var screenName: String { "home" }
  }

  /// Something bad that a task can do.
  enum Deed: String, CaseIterable {
    case nothing, fault, trap, abort, overflow, error, exit0, exit1, kill, hang, handled

    func perform() throws {
      switch self {
      case .nothing: break
      case .fault, .handled:
        // Proof: there is none; nothing is mapped at this address, which is the point.
        unsafe UnsafeMutablePointer<Int>(bitPattern: 0x10)!.pointee = 1
      case .trap: fatalError("planted")
      case .abort: Glibc.abort()
      case .overflow: _ = Self.deepen(1)
      case .error: throw PlantedError()
      case .exit0: exit(0)
      case .exit1: exit(1)
      case .kill: Glibc.kill(getpid(), SIGKILL)
      case .hang: while true { pause() }
      }
    }

    @inline(never)
    private static func deepen(_ depth: Int) -> Int {
      let more = unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 128) { room in
        unsafe room.initialize(repeating: depth)
        return deepen(depth &+ 1) &+ room.count
      }
      return more &+ 1
    }
  }

  struct PlantedError: Error {}

  /// Launches, and says which screen is shown, or why it is none.
  ///
  /// - Parameters:
  ///   - root: Where its files are; empty for the system's folders.
  ///   - task: The task that does the deed: `open store`, `suggestions` or `clean up`.
  ///   - deed: What it does.
  ///   - build: The build as which it runs.
  ///   - then: `go on`, `retry` after recovery, or `content first`, before deferred work begins.
  /// - Returns: The exit status.
  static func launch(
    _ root: String, task: String, deed: Deed, build: String, then: String
  ) -> Int32 {
    if deed == .handled {
      // A handler of the program's own, there before the recorder's.
      _ = signal(SIGSEGV) { _ in
        Verb.say("own handler")
        _exit(7)
      }
    }
    return MainActor.assumeIsolated {
      let launch = Launch(
        app: "writer", version: "1.0.0", build: build, graph: makeGraph(task, deed),
        rules: [.otherwise(.home)], folders: root.isEmpty ? nil : LaunchFolders(root: root))
      let problem = launch.recorder.problem
      Verb.say("recording \(problem.isEmpty ? "in its file" : problem)")
      switch launch.run() {
      case .screen(let name): Verb.say("screen \(name)")
      case .recovery(let causes):
        for cause in causes { Verb.say("recovery \(cause)") }
        launch.firstFrameShown()
        guard then == "retry", case .screen(let name) = launch.retry() else {
          launch.end()
          return 0
        }
        Verb.say("retry screen \(name)")
      }
      if then == "content first" { launch.screen(.freshContent) }
      launch.firstFrameShown()
      if task == "clean up" && deed != .nothing && then != "content first" { pause() }
      launch.screen(.freshContent)
      launch.interactive()
      while launch.hasDeferredWork { usleep(1000) }
      launch.end()
      return 0
    }
  }

  private static func makeGraph(_ task: String, _ deed: Deed) -> Graph<Screen> {
    @Sendable func plant(_ name: String) throws {
      Verb.say("task \(name)")
      if name == task { try deed.perform() }
    }
    var graph = Graph<Screen>()
    let store = graph.task("open store") { try plant("open store") }
    let suggestions = graph.task("suggestions", needs: store) { _ in
      try plant("suggestions")
      return 3
    }
    graph.task("clean up") { try plant("clean up") }
    graph.screen("home", needs: store, suggestions.or(0)) { _, _, count in
      Verb.say("home with \(count)")
    }
    return graph
  }
}
