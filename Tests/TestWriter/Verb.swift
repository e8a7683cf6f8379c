import Glibc
import LaunchModel
import LaunchPath

/// What the program can do; each prints what it found and gives its exit status.
enum Verb {
  static func run(_ arguments: [String]) -> Int32 {
    switch (arguments.first, arguments.dropFirst().map { $0 }) {
    case ("update", let rest) where rest.count == 3: update(rest[0], rest[1], Int(rest[2]) ?? 0)
    case ("show", let rest) where rest.count == 1: show(rest[0])
    case ("record", let rest) where rest.count == 1: record(rest[0])
    case ("wrap", let rest) where rest.count == 1: wrap(rest[0])
    case ("overflow", let rest) where rest.count == 1: overflow(rest[0])
    case ("fork", let rest) where rest.count == 1: forkWhileRecording(rest[0])
    case ("folders", let rest) where rest.count == 1: folders(rest[0])
    case ("launch", let rest) where rest.count == 1: launch(rest[0])
    case ("settle", let rest) where rest.count == 1: settle(rest[0])
    case ("die", let rest) where rest.count == 1: die(rest[0])
    case ("planted", let rest) where rest.count == 5:
      Planted.Deed(rawValue: rest[2]).map {
        Planted.launch(rest[0], task: rest[1], deed: $0, build: rest[3], then: rest[4])
      } ?? fail("unknown deed: \(rest[2])")
    case ("return", let rest) where rest.count == 1: returnFromMain(rest[0])
    case ("without-proc", let rest): withoutProc(rest)
    case ("fork-launched", let rest) where rest.count == 1: forkLaunched(rest[0])
    case ("exec", let rest) where rest.count == 2: exec(rest[0], then: rest[1])
    case ("threads", let rest) where rest.count == 1: recordOnThreads(rest[0])
    default: fail("unknown arguments: \(arguments)")
    }
  }

  /// Adds flags to a state file, an update each: `NAME 0`, `NAME 1`, … with a long text.
  private static func update(_ path: String, _ name: String, _ count: Int) -> Int32 {
    for number in 0..<count {
      do {
        try StateFile(path: path).update { state in
          var config = state.config ?? CachedConfig(fetchedAt: 0)
          config.flags["\(name) \(number)"] = String(repeating: "x", count: 300)
          state.config = config
        }
      } catch {
        say("\(error.code): \(error)")
        return 1
      }
    }
    return 0
  }

  private static func show(_ path: String) -> Int32 {
    switch StateFile(path: path).read() {
    case .value(let state): say("generation \(state.generation)")
    case .absent: say("absent")
    case .unavailable(let reason): say("unavailable: \(reason)")
    }
    return 0
  }

  /// Records on two threads until it is killed: entry `n` of a thread has the number `n`, and the
  /// name `THREAD event n` while there is room for names.
  private static func record(_ folder: String) -> Int32 {
    let recorder = Recorder(folder: folder, app: "writer", version: "1", build: "", spawnedAt: nil)
    let second = makeThread { recordEvents("second", in: recorder) }
    guard second else { return fail("no thread") }
    recordEvents("first", in: recorder)
    return 0
  }

  private static func recordEvents(
    _ thread: String, in recorder: Recorder, isTold: Bool = true
  ) {
    var number = 0
    while true {
      let name = recorder.name("\(thread) event \(number)")
      recorder.append(.instant, name: name, a: Int64(number))
      // Whoever reads this knows what has to be in the file.
      if isTold && number % 256 == 0 { say("\(thread) \(number)") }
      number += 1
    }
  }

  /// Records entries without names until it is killed, so fast that they soon go round.
  private static func wrap(_ folder: String) -> Int32 {
    let recorder = Recorder(folder: folder, app: "writer", version: "1", build: "", spawnedAt: nil)
    var number: Int64 = 0
    while true {
      // Each field tells the number, so that a torn entry contradicts itself.
      recorder.append(
        .number, detail: UInt8(truncatingIfNeeded: number), name: 0, a: number,
        b: UInt32(truncatingIfNeeded: number), c: ~UInt32(truncatingIfNeeded: number))
      number += 1
    }
  }

  /// Records on more threads, and more on each, than there is room for.
  private static func overflow(_ folder: String) -> Int32 {
    let recorder = Recorder(folder: folder, app: "writer", version: "1", build: "", spawnedAt: nil)
    say("problem: \(recorder.problem.isEmpty ? "none" : recorder.problem)")
    for _ in 0..<2 {
      let threads = (0..<8).map { _ in
        Thread { for number in 0..<5_000 { recorder.append(.number, a: Int64(number)) } }
      }
      for thread in threads { thread.join() }
    }
    recorder.end()
    say("survived")
    return 0
  }

  /// Forks while another thread records and names without a pause; the child does what it can.
  private static func forkWhileRecording(_ folder: String) -> Int32 {
    let recorder = Recorder(folder: folder, app: "parent", version: "1", build: "", spawnedAt: nil)
    // Named now: the other thread leaves no room for more.
    let after = recorder.name("after")
    let begins = makeThread { recordEvents("second", in: recorder, isTold: false) }
    guard begins else { return fail("no thread") }
    recorder.append(.mark, name: recorder.name("before"))
    // Proof: fork(2) has this type; Swift hides it, because it copies one thread of many.
    let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
    for _ in 0..<20 {
      let child = fork()
      if child == 0 {
        for number in 0..<100 {
          recorder.append(.mark, name: recorder.name("child \(number)"))
          recorder.append(.mark, name: recorder.name("literal" as StaticString))
        }
        recorder.end()
        recorder.recordKernelStart()
        let own = Recorder(folder: folder, app: "child", version: "1", build: "", spawnedAt: nil)
        own.append(.mark, name: own.name("own"))
        own.end()
        _exit(0)
      }
      var status: Int32 = 0
      guard unsafe waitpid(child, &status, 0) == child, status == 0 else {
        return fail("the child ended with \(status)")
      }
    }
    recorder.append(.mark, name: after)
    say(recorder.path ?? "no file")
    _exit(0)
  }

  private static func folders(_ app: String) -> Int32 {
    let folders = LaunchFolders(app: app)
    for path in [folders.state, folders.data, folders.cache, folders.recordings] { say(path) }
    return 0
  }

  /// Runs a launch and prints what it was asked and decided.
  private static func launch(_ root: String) -> Int32 {
    MainActor.assumeIsolated {
      let launch = Launch.begin(app: "writer", version: "1", folders: LaunchFolders(root: root))
      say("reason \(launch.inputs.reason.name)")
      say("target \(launch.inputs.target ?? "none")")
      say("stamp \(Environment.value("LAUNCHPATH_SPAWNED_AT") ?? "none")")
      launch.firstFrameShown()
      launch.end()
      return 0
    }
  }

  /// Runs a launch, and goes on until it has left a spare recording, for 10 seconds at most.
  private static func settle(_ root: String) -> Int32 {
    MainActor.assumeIsolated {
      let folders = LaunchFolders(root: root)
      let launch = Launch.begin(app: "writer", version: "1", folders: folders)
      launch.firstFrameShown()
      for _ in 0..<10_000 {
        let spare = folders.recordings + "/" + RecordingLayout.spareName
        let file = unsafe open(spare, O_RDONLY)
        var claimed: UInt32 = 1
        _ = unsafe pread(file, &claimed, 4, off_t(RecordingLayout.Header.claimed))
        close(file)
        let isNamed = launch.recorder.path?.hasSuffix(RecordingLayout.spareName) == false
        if claimed == 0, isNamed { return 0 }
        usleep(1000)
      }
      return fail("no spare")
    }
  }

  /// Is killed before its first frame.
  private static func die(_ root: String) -> Int32 {
    MainActor.assumeIsolated {
      let launch = Launch.begin(app: "writer", version: "1", folders: LaunchFolders(root: root))
      launch.mark("here")
      kill(getpid(), SIGKILL)
      return fail("a kill was survived")
    }
  }

  /// Ends by returning from main, without a word to its launch.
  private static func returnFromMain(_ root: String) -> Int32 {
    MainActor.assumeIsolated {
      let launch = Launch.begin(app: "writer", version: "1", folders: LaunchFolders(root: root))
      launch.firstFrameShown()
      return 0
    }
  }

  static func say(_ text: String) {
    var line = text + "\n"
    _ = line.withUTF8 { unsafe write(1, $0.baseAddress!, $0.count) }
  }

  static func fail(_ text: String) -> Int32 {
    say(text)
    return 2
  }

  private static func makeThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    Thread(body).detach()
    return true
  }
}

/// A thread of the system.
struct Thread {
  private var thread = pthread_t()

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  init(_ body: @escaping @Sendable () -> Void) {
    // Proof: the new thread is the one that takes the retained body.
    let body = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    let status = unsafe pthread_create(
      &thread, nil,
      { body in
        unsafe Unmanaged<Body>.fromOpaque(body!).takeRetainedValue().run()
        return nil
      }, body)
    precondition(status == 0, "no thread")
  }

  func join() { pthread_join(thread, nil) }

  func detach() { pthread_detach(thread) }
}
