import CHarness
import Glibc
import LaunchPath

/// A span and two readings of the clock, by turns, in batches of a hundred.
@MainActor
func measureSpans(root: String) {
  let launch = Launch.begin(app: "probe", version: "1.0.0", folders: LaunchFolders(root: root))
  for _ in 0..<400 {
    var start = harness_now()
    for _ in 0..<100 { Launch.span("work") {} }
    let spans = harness_now() - start
    start = harness_now()
    for _ in 0..<200 { _ = harness_now() }
    print(Double(spans) / 100, Double(harness_now() - start) / 100)
  }
  launch.end()
}

/// What else a program calls often, a row a batch: the first 1,000 spans, an input, a frame, a span
/// on one thread and on each of two, and one without a launch.
@MainActor
func measureCalls(root: String) {
  @inline(__always)
  func each(_ name: String, _ count: Int, _ body: () -> Void) {
    let start = harness_now()
    for _ in 0..<count { body() }
    print(name, Double(harness_now() - start) / Double(count))
  }
  for _ in 0..<50 { each("disabled", 1_000) { Launch.span("work") {} } }
  let launch = Launch.begin(app: "probe", version: "1.0.0", folders: LaunchFolders(root: root))
  each("first", 1_000) { Launch.span("work") {} }
  launch.inputServed()
  for _ in 0..<200 {
    each("input", 100) { launch.inputServed() }
    each("frame", 100) { launch.frameDrawn() }
  }
  for _ in 0..<5 {
    print("alone", timePerCall(threads: 1, spanThread))
    print("two", timePerCall(threads: 2, spanThread))
    print("twoClocks", timePerCall(threads: 2, clockThread))
    print("clocksAlone", timePerCall(threads: 1, clockThread))
  }
  launch.end()
}

private typealias ThreadBody =
  @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

/// What a call takes if so many threads make it at once.
private func timePerCall(threads count: Int, _ body: ThreadBody) -> Double {
  var threads: [pthread_t] = []
  let start = harness_now()
  for _ in 0..<count {
    var thread = pthread_t()
    pthread_create(&thread, nil, body, nil)
    threads.append(thread)
  }
  for thread in threads { pthread_join(thread, nil) }
  return Double(harness_now() - start) / 100_000
}

private nonisolated let spanThread: ThreadBody = { _ in
  for _ in 0..<100_000 { Launch.span("work") {} }
  return nil
}

/// The least that a span can cost.
private nonisolated let clockThread: ThreadBody = { _ in
  for _ in 0..<200_000 { _ = harness_now() }
  return nil
}

enum News: LaunchScreen {
  case home, saved(String), article(String), signIn, update, maintenance

  var screenName: String { "\(self)" }
}

/// The first decision of the process: the rules are made and evaluated, over a state that was read.
@MainActor
func measureDecision(root: String) {
  let state = StateFile(folders: LaunchFolders(root: root)).read()
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  let wall = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  let inputs = LaunchInputs(version: "2.4.0", now: wall, state: state)
  let start = harness_now()
  let rules: [Rule<News>] = [
    .minimumVersion(.update), .maintenance(.maintenance), .session { _ in .signIn },
    .target { .article($0.url) }, .savedScreen(maxAge: .seconds(3600)) { _ in nil },
    .otherwise(.home),
  ]
  let decision = inputs.decide(rules)
  let end = harness_now()
  guard decision?.steps.count == 6 else { fatalError("\(String(describing: decision))") }
  print(end - start)
}

/// Reading the state file, and the bare bytes of it, by turns.
func measureState(file path: String, rounds: Int) {
  let file = StateFile(path: path)
  var start = harness_now()
  let first = file.read()
  print(harness_now() - start)
  guard case .value = first else { fatalError("\(first)") }
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: 65536, alignment: 16)
  for _ in 1..<max(2, rounds) where rounds > 1 {
    start = harness_now()
    _ = file.read()
    let ours = harness_now() - start
    start = harness_now()
    _ = harness_read_file(path, buffer, 65536)
    print(ours, harness_now() - start)
  }
}

/// The first recording of the process: `begin` as a whole, and the recorder's part of it, from its
/// own beginning until it writes the first entry: opened, mapped, touched, fatal signals caught.
@MainActor
func measureRecorder(root: String) {
  let start = harness_now()
  let launch = Launch.begin(app: "probe", version: "1.0.0", folders: LaunchFolders(root: root))
  let whole = harness_now() - start
  guard let folder = opendir(launch.folders.recordings) else { fatalError("no recordings") }
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    }
    guard name.hasSuffix(".lprec") else { continue }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let file = open(launch.folders.recordings + "/" + name, O_RDONLY)
    let count = read(file, &bytes, bytes.count)
    guard let recording = try? Recording(reading: Array(bytes[..<max(0, count)])),
      let first = recording.threads.first?.entries.first
    else { continue }
    print(whole, first.time - recording.clocks.boottime)
    return
  }
  fatalError("nothing was recorded")
}
