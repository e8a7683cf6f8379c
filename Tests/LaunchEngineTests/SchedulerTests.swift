import LaunchEngine
import LaunchModel
import Testing

struct SchedulerTests {
  private func scheduler(
    _ declare: (inout Graph<Screen>) -> Void, for screen: String = "home"
  ) throws -> Machine {
    var graph = Graph<Screen>()
    declare(&graph)
    return Machine(plan: try graph.plan(for: screen))
  }

  @Test func `deferred work waits for the first frame`() throws {
    let scheduler = try scheduler { graph in
      graph.task("upload") {}
      graph.screen("home") { _ in }
    }
    scheduler.begin(now: 0)
    #expect(scheduler.next(for: .helper) == nil)
    #expect(scheduler.next(for: .main) == scheduler.plan.screenNode)
    scheduler.settle(scheduler.plan.screenNode, .done)
    scheduler.releaseDeferred(now: 0)
    #expect(scheduler.next(for: .helper) == 0)
    #expect(scheduler.openTasks == 1)
    scheduler.settle(0, .done)
    #expect(scheduler.openTasks == 0)
  }

  @Test func `a main task is the main thread's alone, and a blocking task no helper's`() throws {
    let scheduler = try scheduler { graph in
      let main = graph.mainTask("main") { 1 }
      let blocking = graph.task("blocking", on: .blocking) { 1 }
      graph.screen("home", needs: main, blocking) { _, _, _ in }
    }
    scheduler.begin(now: 0)
    #expect(scheduler.next(for: .helper) == nil)
    #expect(scheduler.next(for: .blocking) == 1)
    #expect(scheduler.next(for: .main) == 0)
    #expect(scheduler.next(for: .main) == nil)
    #expect(scheduler.blocker(of: scheduler.plan.screenNode) != nil)
  }

  @Test func `where there is no other thread the main one runs what blocks`() throws {
    let scheduler = try scheduler { graph in
      let blocking = graph.task("blocking", on: .blocking) { 1 }
      graph.screen("home", needs: blocking) { _, _ in }
    }
    scheduler.begin(now: 0)
    #expect(scheduler.next(for: .main) == nil)
    #expect(scheduler.next(for: .alone) == 0)
  }

  @Test func `a failure skips what requires the value, and not what can do without`() throws {
    let scheduler = try scheduler { graph in
      let a = graph.task("a") { 1 }
      let b = graph.task("b", needs: a) { $0 }
      let c = graph.task("c", needs: b) { $0 }
      let d = graph.task("d", needs: c.optional) { _ in 1 }
      graph.screen("home", needs: c.or(0), d) { _, _, _ in }
    }
    scheduler.begin(now: 0)
    #expect(scheduler.next(for: .main) == 0)
    scheduler.settle(0, .failed)
    #expect(scheduler.outcome(of: 1) == .skipped)
    #expect(scheduler.outcome(of: 2) == .skipped)
    #expect(scheduler.cascaded == [1, 2])
    #expect(scheduler.causes(of: 2) == [0])
    #expect(scheduler.next(for: .main) == 3)
  }

  @Test func `a need within a limit is waited for until then, and not longer`() throws {
    let scheduler = try scheduler { graph in
      let flags = graph.asyncTask("flags") { 1 }
      graph.screen("home", needs: flags.within(.nanoseconds(50), else: 0)) { _, _ in }
    }
    scheduler.begin(now: 100)
    #expect(scheduler.nextAsynchronous() == 0)
    #expect(scheduler.nextLimit == 150)
    #expect(scheduler.expire(now: 149).isEmpty)
    #expect(scheduler.next(for: .main) == nil)
    #expect(scheduler.expire(now: 150).map(\.needed) == [0])
    #expect(scheduler.nextLimit == nil)
    #expect(scheduler.next(for: .main) == scheduler.plan.screenNode)
    // The value comes late: it is over all the same, and changes nothing else.
    scheduler.settle(0, .done)
    scheduler.settle(scheduler.plan.screenNode, .done)
    #expect(scheduler.openTasks == 0)
  }

  @Test func `the limit of a deferred task's need counts from the first frame`() throws {
    let scheduler = try scheduler { graph in
      let flags = graph.asyncTask("flags") { 1 }
      graph.task("upload", needs: flags.within(.nanoseconds(50), else: 0)) { $0 }
      graph.screen("home") { _ in }
    }
    scheduler.begin(now: 100)
    #expect(scheduler.nextLimit == nil)
    scheduler.releaseDeferred(now: 1_000)
    #expect(scheduler.nextLimit == 1_050)
    _ = scheduler.expire(now: 1_050)
    #expect(scheduler.next(for: .helper) == 1)
  }

  @Test func `a limit may be as long as can be said`() throws {
    let scheduler = try scheduler { graph in
      let flags = graph.asyncTask("flags") { 1 }
      graph.screen(
        "home", needs: flags.within(.seconds(Int64.max), else: 0),
        flags.within(.seconds(-1), else: 0)
      ) { _, _, _ in }
    }
    let now = UInt64.max - 10
    scheduler.begin(now: now)
    #expect(scheduler.nextLimit == now)
    _ = scheduler.expire(now: now)
    #expect(scheduler.nextLimit == UInt64.max)
  }

  @Test func `a wanted lazy value brings what it needs with it, whatever its group`() throws {
    let scheduler = try scheduler { graph in
      let disk = graph.task("disk") { 1 }
      let index = graph.task("index", needs: disk) { $0 }
      _ = graph.lazy("search", needs: index) { $0 }
      graph.screen("home") { _ in }
    }
    scheduler.begin(now: 0)
    scheduler.want(2, now: 0)
    #expect(scheduler.next(for: .helper) == 0)
    scheduler.settle(0, .done)
    #expect(scheduler.nextNeed(of: 2, isMain: false) == 1)
    scheduler.settle(1, .done)
    #expect(scheduler.isReady(2))
    scheduler.startLazy(2)
    scheduler.resetLazy(2)
    scheduler.want(2, now: 0)
    #expect(scheduler.isReady(2))
    scheduler.startLazy(2)
    scheduler.settle(2, .done)
    #expect(scheduler.runningCount == 0)
  }

  @Test func `who waits for a value is given what holds it up, and only what he may run`() throws {
    let scheduler = try scheduler { graph in
      let main = graph.mainTask("main") { 1 }
      _ = graph.task("other") { 1 }
      _ = graph.lazy("maps", needs: main) { $0 }
      graph.screen("home") { _ in }
    }
    scheduler.begin(now: 0)
    scheduler.settle(scheduler.plan.screenNode, .done)
    scheduler.releaseDeferred(now: 0)
    scheduler.want(2, now: 0)
    #expect(scheduler.nextNeed(of: 2, isMain: false) == nil)
    #expect(scheduler.readyCount(for: .mainIdle) == 1)
    #expect(scheduler.nextNeed(of: 2, isMain: true) == 0)
    #expect(scheduler.readyCount(for: .mainIdle) == 0)
    #expect(scheduler.next(for: .mainIdle) == nil)
  }

  @Test func `what holds up the screen too long is given up, and named`() throws {
    let scheduler = try scheduler { graph in
      let slow = graph.task("slow", on: .blocking) { 1 }
      let queued = graph.task("queued", on: .blocking) { 1 }
      let feed = graph.task("feed", needs: slow.or(0), queued.or(0)) { $0 + $1 }
      graph.screen("home", needs: feed) { _, _ in }
    }
    scheduler.begin(now: 0)
    #expect(scheduler.next(for: .blocking) == 0)
    #expect(scheduler.giveUp() == [0, 1])
    #expect(scheduler.outcome(of: 0) == .timedOut)
    #expect(scheduler.runningCount == 0)
    #expect(scheduler.next(for: .blocking) == nil)
    #expect(scheduler.next(for: .main) == 2)
    scheduler.settle(2, .done)
    #expect(scheduler.next(for: .main) == scheduler.plan.screenNode)
    // It ends after all, too late for everybody.
    scheduler.settle(0, .done)
    #expect(scheduler.outcome(of: 0) == .timedOut)
    #expect(scheduler.cascaded == [0, 1])
  }

  @Test func `a screen that requires what is given up is skipped for it`() throws {
    let scheduler = try scheduler { graph in
      let slow = graph.task("slow", on: .blocking) { 1 }
      graph.screen("home", needs: slow) { _, _ in }
    }
    scheduler.begin(now: 0)
    _ = scheduler.next(for: .blocking)
    #expect(scheduler.giveUp() == [0])
    #expect(scheduler.outcome(of: scheduler.plan.screenNode) == .skipped)
    #expect(scheduler.causes(of: scheduler.plan.screenNode) == [0])
  }

  @Test func `after the end nothing is handed out`() throws {
    let scheduler = try scheduler { graph in
      let a = graph.task("a") { 1 }
      let b = graph.asyncTask("b") { 1 }
      graph.screen("home", needs: a, b.within(.seconds(1), else: 0)) { _, _, _ in }
    }
    scheduler.begin(now: 0)
    scheduler.stop()
    #expect(scheduler.next(for: .main) == nil)
    #expect(scheduler.next(for: .alone) == nil)
    #expect(scheduler.nextAsynchronous() == nil)
    #expect(scheduler.nextNeed(of: scheduler.plan.screenNode, isMain: true) == nil)
  }
}

struct SchedulerSimulationTests {
  @Test(arguments: [false, true])
  func `whatever the graph, the failures and the order, a run keeps its promises`(
    isFaulty: Bool
  ) {
    for seed in UInt64(0)..<2_000 {
      var random = SeededGenerator(seed: seed)
      let graph = Graph<Screen>.random(&random, isFaulty: isFaulty)
      let plan = graph.tolerantPlan(for: "home")
      for order in UInt64(0)..<2 {
        var run = Simulation(
          plan: plan, seed: seed &* 31 &+ order, failures: true, disturbances: order == 1)
        run.runAll()
        if !run.faults.isEmpty {
          Issue.record("seed \(seed), order \(order): \(run.faults)\n\(plan)\n\(run.trace)")
          return
        }
      }
    }
  }

  @Test func `without failures every task is done and the screen is drawn`() {
    for seed in UInt64(0)..<1_000 {
      var random = SeededGenerator(seed: seed)
      let plan = Graph<Screen>.random(&random).tolerantPlan(for: "home")
      var run = Simulation(plan: plan, seed: seed)
      run.runAll()
      let isDone = run.outcomes.values.allSatisfy { $0 == .done }
      #expect(isDone && run.screenOutcome == .done && run.faults.isEmpty, "seed \(seed)")
    }
  }

  @Test func `the same seed gives the same run`() {
    for seed in UInt64(0)..<200 {
      let traces = (0..<2).map { _ in
        var random = SeededGenerator(seed: seed)
        let plan = Graph<Screen>.random(&random, isFaulty: true).tolerantPlan(for: "home")
        var run = Simulation(plan: plan, seed: seed, failures: true)
        run.runAll()
        return run.trace
      }
      #expect(traces[0] == traces[1], "seed \(seed)")
    }
  }
}
