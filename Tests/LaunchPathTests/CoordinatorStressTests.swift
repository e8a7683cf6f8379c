import Foundation
import LaunchPath
import Testing

/// SplitMix64: small, fast, and the same everywhere.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }
}

/// A program that chance makes, with the values that it must come to.
private struct Program {
  var graph = Graph<Screen>()
  var lazies: [(handle: LazyHandle<Int>, value: Int?)] = []
  /// The lazy values that fail, and are tried again at each use.
  var retried: Set<String> = []
  let runs = Box<[String: Int]>([:])
  let drawn = Box<[Int]>([])
  var expected: [Int] = []

  private struct Source {
    let need: any Need<Int>
    /// What the need gives; nil if it has nothing and is required.
    let value: Int?
  }

  private var handles: [(handle: Handle<Int>, value: Int?)] = []
  private var asyncs: [(handle: AsyncHandle<Int>, value: Int?)] = []

  init(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    declare(0, kind: 0, &random)
    for number in 1..<Int.random(in: 4...30, using: &random) {
      declare(number, kind: Int.random(in: 0..<6, using: &random), &random)
    }
    let drawn = drawn
    let sources = (0..<4).map { _ in
      let (handle, value) = handles[Int.random(in: 0..<handles.count, using: &random)]
      return Source(need: handle.or(-1), value: value ?? -1)
    }
    expected = sources.compactMap(\.value)
    graph.screen(
      "home", needs: AnyNeed(sources[0].need), AnyNeed(sources[1].need),
      AnyNeed(sources[2].need), AnyNeed(sources[3].need)
    ) { _, a, b, c, d in drawn.change { $0 = [a, b, c, d] } }
  }

  private func source(_ random: inout SeededGenerator) -> Source {
    if let (handle, value) = asyncs.randomElement(using: &random), random.once(in: 4) {
      return Source(need: handle.within(.seconds(60), else: 7), value: value ?? 7)
    }
    let (handle, value) = handles[Int.random(in: 0..<handles.count, using: &random)]
    if random.once(in: 3) { return Source(need: handle.or(5), value: value ?? 5) }
    return Source(need: handle, value: value)
  }

  private mutating func declare(_ number: Int, kind: Int, _ random: inout SeededGenerator) {
    let name = "task \(number)"
    if handles.isEmpty {
      handles.append((graph.task(name) { 1 }, 1))
      return
    }
    let a = source(&random)
    let b = source(&random)
    let fails = random.once(in: 8)
    let runs = runs
    let work: @Sendable (Int, Int) throws -> Int = { a, b in
      runs.change { $0[name, default: 0] += 1 }
      if fails { throw Refused() }
      return (a &+ b &+ number) % 1_000
    }
    let value = fails ? nil : a.value.flatMap { a in b.value.map { (a &+ $0 &+ number) % 1_000 } }
    let (first, second) = (AnyNeed(a.need), AnyNeed(b.need))
    switch kind {
    case 0:
      handles.append((graph.mainTask(name, needs: first, second) { try work($0, $1) }, value))
    case 1:
      let handle = graph.task(name, on: .blocking, needs: first, second) { try work($0, $1) }
      handles.append((handle, value))
    case 2:
      let handle = graph.asyncTask(name, needs: first, second) { a, b async throws -> Int in
        await Task.yield()
        return try work(a, b)
      }
      asyncs.append((handle, value))
    case 3:
      if fails { retried.insert(name) }
      lazies.append((graph.lazy(name, needs: first, second) { try work($0, $1) }, value))
    default:
      handles.append((graph.task(name, needs: first, second) { try work($0, $1) }, value))
    }
  }
}

/// A need of any kind.
private struct AnyNeed: Need {
  private let need: any Need<Int>

  init(_ need: any Need<Int>) {
    self.need = need
  }

  var edge: NeedEdge { need.edge }

  func value(in results: TaskResults) -> Int? { need.value(in: results) }
}

@MainActor @Suite(.serialized, .timeLimit(.minutes(5))) struct CoordinatorStressTests {
  /// Also what the sanitizers are for:
  /// `swift build --build-tests --sanitize=thread --scratch-path .build/thread`, then
  /// `swift test --skip-build --sanitize=thread --scratch-path .build/thread --filter Coordinator`;
  /// the same with `address`.
  @Test func `whatever chance declares, every launch comes to the values that it must`() {
    for seed in UInt64(0)..<150 {
      let program = Program(seed: seed)
      let launch = launch(
        program.graph, options: options(helpers: Int(seed % 4)), isRecorded: false)
      let users = DispatchGroup()
      let faults = Box<[String]>([])
      #expect(launch.run() == .screen("home"), "seed \(seed)")
      #expect(program.drawn.now == program.expected, "seed \(seed)")
      for user in 0..<4 {
        let lazies = user % 2 == 0 ? program.lazies : program.lazies.reversed()
        DispatchQueue.global().async(group: users) {
          for (handle, value) in lazies {
            let found = try? launch.value(of: handle)
            if found != value {
              faults.change { $0.append("\(found as Any) is not \(value as Any)") }
            }
          }
        }
      }
      if seed % 3 == 0 {
        for (handle, value) in program.lazies where (try? launch.value(of: handle)) != value {
          faults.change { $0.append("on the main thread") }
        }
      }
      launch.firstFrameShown()
      launch.runDeferred()
      while users.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
        launch.runIdle(until: .now + .milliseconds(1))
      }
      #expect(faults.now == [], "seed \(seed)")
      let repeated = program.runs.now.keys.filter { program.runs.now[$0] != 1 }
      #expect(program.retried.isSuperset(of: repeated), "seed \(seed): \(repeated)")
      launch.end()
    }
  }

  @Test func `a launch that ends at any moment comes back`() {
    for seed in UInt64(0)..<150 {
      let program = Program(seed: seed)
      let launch = launch(
        program.graph, options: options(helpers: Int(seed % 3)), isRecorded: false)
      DispatchQueue.global().async {
        usleep(UInt32(seed * 10))
        launch.end()
      }
      let causes = launch.run().causes
      #expect(causes.isEmpty || causes.map(\.reason) == ["the launch was ended"], "seed \(seed)")
      launch.firstFrameShown()
      launch.runIdle(until: .now + .milliseconds(1))
      launch.end()
    }
  }
}
