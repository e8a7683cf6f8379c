import CHarness
import Glibc
import LaunchPath
import Synchronization

enum Screen: String, LaunchScreen {
  case home
}

/// What each task of a shape needs.
func needs(of task: Int, shape: String) -> [Int] {
  switch shape {
  case "chain": task == 0 ? [] : [task - 1]
  case "fan": task == 0 ? [] : [0]
  default: task < 10 ? [] : [task - 10, (task / 10 - 1) * 10 + (task + 1) % 10]
  }
}

/// The same work by LaunchPath, by a task group and by a plain loop over the order.
@MainActor
func measureGraph(runner: String, shape: String, count: Int, rounds: Int, root: String) {
  let names = (0..<count).map { "task \($0)" }
  for _ in 0..<rounds {
    switch runner {
    case "launchpath": print(runLaunch(names, shape: shape, root: root))
    case "taskgroup": print(runTaskGroup(count, shape: shape))
    default: print(runLoop(count, shape: shape))
    }
  }
}

@MainActor
private func runLaunch(_ names: [String], shape: String, root: String) -> UInt64 {
  let start = harness_now()
  var graph = Graph<Screen>()
  var handles: [Handle<Void>] = []
  handles.reserveCapacity(names.count)
  for (task, name) in names.enumerated() {
    let needs = needs(of: task, shape: shape)
    switch needs.count {
    case 0: handles.append(graph.task(name, at: .firstFrame, expected: .zero) {})
    case 1:
      handles.append(
        graph.task(name, at: .firstFrame, expected: .zero, needs: handles[needs[0]]) { _ in })
    default:
      handles.append(
        graph.task(
          name, at: .firstFrame, expected: .zero, needs: handles[needs[0]], handles[needs[1]]
        ) { _, _ in })
    }
  }
  graph.screen("home") { _ in }
  let launch = Launch(
    app: "probe", version: "1.0.0", graph: graph, rules: [.otherwise(.home)],
    folders: LaunchFolders(root: root))
  let result = launch.run()
  let end = harness_now()
  guard result == .screen("home") else { fatalError("\(result)") }
  launch.end()
  return end - start
}

private func runLoop(_ count: Int, shape: String) -> UInt64 {
  let start = harness_now()
  var bodies: [@Sendable () -> Void] = []
  bodies.reserveCapacity(count)
  for _ in 0..<count { bodies.append { ran.wrappingAdd(1, ordering: .relaxed) } }
  for body in bodies { body() }
  return harness_now() - start
}

private let ran = Atomic<Int>(0)

private final class Ending: @unchecked Sendable {
  // Proof: initialized before it is shared; the semaphore's own functions are thread-safe.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  init() { sem_init(semaphore, 0, 0) }
  func signal() { sem_post(semaphore) }
  func wait() { while sem_wait(semaphore) != 0 {} }
}

private func runTaskGroup(_ count: Int, shape: String) -> UInt64 {
  let start = harness_now()
  var open = [Int](repeating: 0, count: count)
  var needing = [[Int]](repeating: [], count: count)
  for task in 0..<count {
    let needs = needs(of: task, shape: shape)
    open[task] = needs.count
    for need in needs { needing[need].append(task) }
  }
  let ending = Ending()
  Task.detached { [open, needing] in
    var open = open
    await withTaskGroup(of: Int.self) { group in
      for task in 0..<count where open[task] == 0 { group.addTask { task } }
      while let done = await group.next() {
        for task in needing[done] {
          open[task] -= 1
          if open[task] == 0 { group.addTask { task } }
        }
      }
    }
    ending.signal()
  }
  ending.wait()
  return harness_now() - start
}

// MARK: - Uneven work

/// Rounds of work of each task, and which it needs: a start as programs have it.
private let uneven: [(rounds: UInt64, needs: [Int])] = [
  (100_000, []), (300_000, [0]), (150_000, [0]), (400_000, [1]), (250_000, []), (200_000, [4]),
  (350_000, [4]), (50_000, [2, 5]), (300_000, []), (120_000, [8]), (90_000, [3, 6]), (200_000, [7]),
]

@MainActor
func measureUneven(byHand: Bool, root: String) {
  let start = harness_now()
  if byHand {
    for task in uneven { _ = harness_work(task.rounds) }
    print(harness_now() - start)
    return
  }
  var graph = Graph<Screen>()
  var handles: [Handle<UInt64>] = []
  for (index, task) in uneven.enumerated() {
    let rounds = task.rounds
    switch task.needs.count {
    case 0: handles.append(graph.task("task \(index)", at: .firstFrame) { harness_work(rounds) })
    case 1:
      handles.append(
        graph.task("task \(index)", at: .firstFrame, needs: handles[task.needs[0]]) { _ in
          harness_work(rounds)
        })
    default:
      handles.append(
        graph.task(
          "task \(index)", at: .firstFrame, needs: handles[task.needs[0]], handles[task.needs[1]]
        ) { _, _ in harness_work(rounds) })
    }
  }
  graph.screen("home") { _ in }
  let launch = Launch(
    app: "probe", version: "1.0.0", graph: graph, rules: [.otherwise(.home)],
    folders: LaunchFolders(root: root))
  _ = launch.run()
  print(harness_now() - start)
}
