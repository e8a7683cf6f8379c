import Glibc
import LaunchModel
import LaunchPath
import Synchronization

// What a process may do, and where it may find itself, while it records.
extension Verb {
  /// Does something in a mount namespace of its own, after it has taken /proc away.
  ///
  /// Only then: without /proc the program would not find its own arguments. The namespace is made
  /// here, so that /proc is never taken from the machine.
  static func withoutProc(_ arguments: [String]) -> Int32 {
    // Proof: unshare(2) has this type; Swift does not import it, nor the three flags.
    let unshare = unsafe unsafeBitCast(
      dlsym(nil, "unshare"), to: (@convention(c) (CInt) -> CInt).self)
    let (newNamespace, recursive, isPrivate) = (0x20000 as CInt, 0x4000 as UInt, 0x40000 as UInt)
    guard unshare(newNamespace) == 0,
      unsafe mount("none", "/", nil, recursive | isPrivate, nil) == 0
    else { return fail("no mount namespace of its own") }
    // The flag is that of a lazy unmount, which Swift does not import.
    guard unsafe umount2("/proc", 2) == 0, unsafe access("/proc/self", F_OK) != 0 else {
      return fail("/proc stays")
    }
    return run(arguments)
  }

  /// Forks during a launch; one child ends by exit, one by a crash, and one has its own launch.
  static func forkLaunched(_ root: String) -> Int32 {
    MainActor.assumeIsolated {
      let folders = LaunchFolders(root: root)
      let launch = Launch.begin(app: "parent", version: "1", folders: folders)
      // Proof: fork(2) has this type; Swift hides it, because it copies one thread of many.
      let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
      for deed in ["exit", "crash", "launch"] {
        let child = fork()
        if child == 0 {
          Launch.span("of a child") {}
          launch.mark("of a child")
          launch.note("of a child", 1)
          switch deed {
          case "exit": exit(3)
          case "crash": abort()
          default:
            let own = Launch.begin(app: "child", version: "1", folders: folders)
            Launch.span("own") {}
            own.firstFrameShown()
            own.end()
            exit(0)
          }
        }
        var status: Int32 = 0
        guard unsafe waitpid(child, &status, 0) == child else { return fail("no child") }
        say("\(deed) \(status)")
      }
      Launch.span("of the parent") {}
      launch.firstFrameShown()
      launch.end()
      return 0
    }
  }

  /// Becomes another program in the middle of a launch: this one, with a launch in some folder.
  static func exec(_ root: String, then next: String) -> Int32 {
    MainActor.assumeIsolated {
      let launch = Launch.begin(app: "first", version: "1", folders: LaunchFolders(root: root))
      launch.mark("before")
      launch.firstFrameShown()
      let arguments = ["TestWriter", "launch", next]
      // Proof: the texts and the list live until the call, which does not return if it succeeds.
      var list = unsafe arguments.map { unsafe strdup($0) } + [nil]
      _ = unsafe execv("/proc/self/exe", &list)
      return fail("no exec")
    }
  }

  /// Records on 32 threads at once, each more than its share of the room, once each has begun.
  static func recordOnThreads(_ folder: String) -> Int32 {
    let recorder = Recorder(folder: folder, app: "writer", version: "1", build: "", spawnedAt: nil)
    let waiting = Atomic(32)
    let threads = (0..<32).map { thread in
      Thread {
        for number in 0..<10_000 {
          // Each field tells the number, so that a torn entry contradicts itself.
          let name = number % 100 == 0 ? recorder.name("thread \(thread)") : 0
          recorder.append(
            .number, detail: UInt8(thread), name: name, a: Int64(number), b: UInt32(number),
            c: ~UInt32(number))
          if number == 0 { waiting.subtract(1, ordering: .relaxed) }
          while number == 0, waiting.load(ordering: .relaxed) > 0 { sched_yield() }
        }
      }
    }
    for thread in threads { thread.join() }
    recorder.end()
    return 0
  }
}
