import Foundation
import LaunchPath
import Testing

struct Refused: Error {}

/// Begins a launch of a graph for one screen, in a folder of its own.
@MainActor func launch(
  _ graph: Graph<Screen>, for screen: Screen = .home, options: LaunchOptions = LaunchOptions(),
  isRecorded: Bool = true
) -> Launch {
  var folders = LaunchFolders(
    root: TemporaryFolder.all + "/\(UUID().uuidString)")
  // A recording keeps its file open as long as the process lives; thousands would be too many.
  if !isRecorded { folders.recordings = "/dev/null/recordings" }
  return Launch(
    app: "test", version: "1.0.0", graph: graph, rules: [.otherwise(screen)], folders: folders,
    options: options)
}

/// Limits for a launch with so many helpers.
func options(helpers: Int) -> LaunchOptions {
  var options = LaunchOptions()
  options.helpers = helpers
  return options
}

/// A value that several threads see.
final class Box<Value: Sendable>: Sendable {
  private let value: Lock<Value>

  init(_ value: Value) { self.value = Lock(value) }

  func change(_ body: (inout sending Value) -> Void) { value.withLock { body(&$0) } }

  var now: Value { value.withLock { $0 } }
}

/// Waits for a condition, for 10 seconds at most.
func waitUntil(
  _ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) {
  let end = ContinuousClock.now + .seconds(10)
  while !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("it does not come true", sourceLocation: sourceLocation)
      return
    }
    usleep(200)
  }
}

/// Something that opens once, for whoever waits.
final class Gate: Sendable {
  private let isOpen = Box(false)

  func open() { isOpen.change { $0 = true } }

  /// Waits until it is open, for 10 seconds at most.
  func pass() {
    let end = ContinuousClock.now + .seconds(10)
    while !isOpen.now && ContinuousClock.now < end { usleep(100) }
  }
}

extension Launch {
  /// Whether a launch of this process still writes what it leaves behind.
  var isUpkeepRunning: Bool {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.contains { thread in
      let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
      return name == "lp-recorder\n"
    }
  }

  /// The recording of this launch, as it is in its file now.
  func readRecording() throws -> Recording {
    let path = try #require(recorder.path)
    return try Recording(reading: [UInt8](Data(contentsOf: URL(filePath: path))))
  }

  /// Runs deferred work to its end, as a main loop does.
  @MainActor func runDeferred(sourceLocation: SourceLocation = #_sourceLocation) {
    let end = ContinuousClock.now + .seconds(20)
    while hasDeferredWork, ContinuousClock.now < end {
      runIdle(until: .now + .milliseconds(5))
      usleep(100)
    }
    #expect(!hasDeferredWork, sourceLocation: sourceLocation)
  }
}

extension LaunchResult {
  /// Why there is no screen; empty if there is one.
  var causes: [RecoveryCause] {
    if case .recovery(let causes) = self { return causes }
    return []
  }
}
