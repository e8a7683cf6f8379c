import Foundation
import LaunchPath
import Testing

private func isSame(_ thread: pthread_t) -> Bool { pthread_equal(pthread_self(), thread) != 0 }

/// Which thread runs what, and when.
@MainActor @Suite(.serialized) struct CoordinatorThreadTests {
  @Test func `the thread that calls works, alone where there is little to do`() {
    let main = pthread_self()
    let elsewhere = Box(0)
    var graph = Graph<Screen>()
    let parts = (0..<6).map { number in
      graph.task("part \(number)", expected: .microseconds(10)) {
        if !isSame(main) { elsewhere.change { $0 += 1 } }
        return number
      }
    }
    graph.screen("home", needs: parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]) {
      _, _, _, _, _, _, _ in
    }
    let launch = launch(graph, options: options(helpers: 1))
    #expect(launch.run() == .screen("home"))
    #expect(elsewhere.now == 0)
    launch.end()
  }

  @Test func `main tasks and the drawing are the main thread's, blocking tasks never`() {
    let main = pthread_self()
    let faults = Box<[String]>([])
    @Sendable func expect(_ isMain: Bool, _ name: String) {
      if isSame(main) != isMain { faults.change { $0.append(name) } }
    }
    var graph = Graph<Screen>()
    let theme = graph.mainTask("theme") { expect(true, "theme") }
    let lock = graph.task("lock", on: .blocking) { expect(false, "lock") }
    let fonts = graph.mainTask("fonts", needs: lock) { _ in expect(true, "fonts") }
    graph.mainTask("later") { expect(true, "later") }
    graph.task("upload") { expect(false, "upload") }
    graph.screen("home", needs: theme, fonts) { _, _, _ in expect(true, "draw") }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    launch.firstFrameShown()
    launch.runDeferred()
    #expect(faults.now == [])
    launch.end()
  }

  @Test func `work that becomes ready while the main thread is busy finds a helper`() {
    let isDone = Gate()
    let met = Box(false)
    var graph = Graph<Screen>()
    let disk = graph.task("disk", on: .blocking) { 1 }
    let feed = graph.task("feed", needs: disk) { disk in
      isDone.open()
      return disk
    }
    let layout = graph.mainTask("layout", expected: .seconds(1)) {
      isDone.pass()
      met.change { $0 = true }
      return 1
    }
    graph.screen("home", needs: feed, layout) { _, _, _ in }
    let start = ContinuousClock.now
    let launch = launch(graph, options: options(helpers: 1))
    #expect(launch.run() == .screen("home"))
    #expect(met.now && ContinuousClock.now - start < .seconds(5))
    launch.end()
  }

  @Test func `a value within its limit is fresh, and a late one comes for those who come later`() {
    let gate = Gate()
    let later = Box<[Int]>([])
    var graph = Graph<Screen>()
    let fresh = graph.asyncTask("fresh") { 1 }
    let late = graph.asyncTask("late") { () async -> Int in
      await Task.detached { gate.pass() }.value
      return 2
    }
    var drawn: [Int] = []
    graph.task("upload", needs: late.within(.seconds(10), else: -2)) { value in
      later.change { $0.append(value) }
    }
    graph.screen(
      "home", needs: fresh.within(.seconds(10), else: -1), late.within(.milliseconds(5), else: -2)
    ) { _, fresh, late in drawn = [fresh, late] }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    #expect(drawn == [1, -2])
    #expect(launch.hasDeferredWork)
    gate.open()
    launch.firstFrameShown()
    launch.runDeferred()
    #expect(later.now == [2])
    launch.end()
  }

  @Test func `the limit of a deferred task's need is kept while everybody sleeps`() {
    let gate = Gate()
    let value = Box(0)
    var graph = Graph<Screen>()
    let late = graph.asyncTask("late") { () async -> Int in
      await Task.detached { gate.pass() }.value
      return 1
    }
    graph.task("upload", needs: late.within(.milliseconds(10), else: 2)) { late in
      value.change { $0 = late }
    }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    launch.firstFrameShown()
    waitUntil { value.now == 2 }
    gate.open()
    launch.runDeferred()
    launch.end()
  }

  @Test func `a spare time that is over begins nothing more`() {
    let ran = Box(0)
    var graph = Graph<Screen>()
    for number in 0..<3 { graph.mainTask("later \(number)") { ran.change { $0 += 1 } } }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    launch.firstFrameShown()
    #expect(launch.runIdle(until: .now - .seconds(1)))
    #expect(ran.now == 0)
    #expect(launch.hasDeferredWork)
    #expect(!launch.runIdle(until: .now + .seconds(10)))
    #expect(ran.now == 3)
    launch.end()
  }

  @Test func `failures are told with their causes, and what is optional is drawn without`() {
    var graph = Graph<Screen>()
    let a = graph.task("a") { () throws -> Int in throw Refused() }
    let b = graph.mainTask("b") { () throws -> Int in throw Refused() }
    let c = graph.asyncTask("c") { () async throws -> Int in throw Refused() }
    let both = graph.task("both", needs: a, b) { $0 + $1 }
    var optional: Int??
    graph.screen("update", needs: both.optional, c.within(.seconds(10), else: 9)) { _, both, c in
      optional = both
      #expect(c == 9)
    }
    graph.screen("home", needs: both, a.optional) { _, _, _ in }
    let failing = launch(graph)
    let causes = failing.run().causes
    // The first failure decides; the second may come too late to be told.
    #expect(!causes.isEmpty && causes.allSatisfy { $0.task == "a" || $0.task == "b" })
    #expect(causes.allSatisfy { $0.reason == "Refused()" })
    failing.end()

    let drawn = launch(graph, for: .update)
    #expect(drawn.run() == .screen("update"))
    #expect(optional == .some(nil))
    drawn.end()
  }
}
