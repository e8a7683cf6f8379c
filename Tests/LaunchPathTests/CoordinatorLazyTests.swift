import Foundation
import LaunchPath
import Testing

extension Key where Value == Int {
  fileprivate static var index: Key { Key("index") }
}

/// Lazy values: made once, by whoever asks first, and never a reason to wait for ever.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct CoordinatorLazyTests {
  @Test func `a value that uses itself is an error`() throws {
    let accessor = Box<Launch?>(nil)
    let handle = Box<LazyHandle<Int>?>(nil)
    var graph = Graph<Screen>()
    let lazy = graph.lazy("maps") { () throws -> Int in
      guard let launch = accessor.now, let handle = handle.now else { return 0 }
      return try launch.value(of: handle) + 1
    }
    graph.screen("home") { _ in }
    handle.change { $0 = lazy }
    let launch = launch(graph)
    accessor.change { $0 = launch }
    #expect(launch.run() == .screen("home"))
    let error = #expect(throws: LazyError.self) { try launch.value(of: lazy) }
    #expect(error?.code == .reentrant && error?.name == "maps")
    accessor.change { $0 = nil }
    // The failure was one try: the next makes it.
    #expect(try launch.value(of: lazy) == 0)
    launch.end()
  }

  @Test func `two values that wait for each other on two threads are an error, and no deadlock`()
    throws
  {
    let accessor = Box<Launch?>(nil)
    let handles = Box<[LazyHandle<Int>]>([])
    let begun = Box(0)
    var graph = Graph<Screen>()
    for number in 0..<2 {
      let handle = graph.lazy("lazy \(number)") { () throws -> Int in
        begun.change { $0 += 1 }
        let end = ContinuousClock.now + .seconds(5)
        while begun.now < 2 && ContinuousClock.now < end { usleep(50) }
        guard let launch = accessor.now else { return 0 }
        return try launch.value(of: handles.now[1 - number]) + 1
      }
      handles.change { $0.append(handle) }
    }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    accessor.change { $0 = launch }
    #expect(launch.run() == .screen("home"))
    let codes = Box<[LazyError.Code]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      do { _ = try launch.value(of: handles.now[number]) } catch {
        codes.change { $0.append((error as? LazyError)?.code ?? .needMissing) }
      }
    }
    // The one that closes the circle is told; its failure is the other's.
    #expect(codes.now.count == 2 && codes.now.allSatisfy { $0 == .reentrant })
    launch.end()
  }

  @Test func `a value that needs the task that uses it is an error, and no deadlock`() throws {
    let code = Box<LazyError.Code?>(nil)
    var graph = Graph<Screen>()
    let maps = graph.lazy("maps", needs: Key.index) { $0 }
    let index = graph.task("index", provides: .index, needs: maps) { maps in
      do { return try maps.get() } catch {
        code.change { $0 = (error as? LazyError)?.code }
        return 5
      }
    }
    graph.screen("home", needs: index) { _, index in #expect(index == 5) }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    #expect(code.now == .reentrant)
    #expect(try launch.value(of: maps) == 5)
    launch.end()
  }

  @Test func `the main thread makes what only it can make, rather than wait for itself`() throws {
    var graph = Graph<Screen>()
    let fonts = graph.mainTask("fonts") { 1 }
    let layout = graph.mainTask("layout", needs: fonts) { $0 + 1 }
    let maps = graph.lazy("maps", needs: layout) { $0 + 1 }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    #expect(try launch.value(of: maps) == 3)
    launch.end()
  }

  @Test func `the main thread runs what another thread's value waits for while it waits itself`()
    throws
  {
    let accessor = Box<Launch?>(nil)
    let began = Gate()
    var graph = Graph<Screen>()
    let fonts = graph.mainTask("fonts") { 1 }
    let inner = graph.lazy("inner", needs: fonts) { $0 + 1 }
    let outer = graph.lazy("outer") { () throws -> Int in
      began.open()
      usleep(5_000)
      return try accessor.now.map { try $0.value(of: inner) + 1 } ?? 0
    }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    accessor.change { $0 = launch }
    #expect(launch.run() == .screen("home"))
    let value = Box(0)
    DispatchQueue.global().async { value.change { $0 = (try? launch.value(of: outer)) ?? -1 } }
    began.pass()
    #expect(try launch.value(of: outer) == 3)
    waitUntil { value.now == 3 }
    launch.end()
  }

  @Test func `a value needs deferred work, and brings forward that alone`() throws {
    let ran = Box<[String]>([])
    var graph = Graph<Screen>()
    graph.task("heavy") { ran.change { $0.append("heavy") } }
    let disk = graph.task("disk") { () -> Int in
      ran.change { $0.append("disk") }
      return 1
    }
    let slow = graph.task("slow", on: .blocking, needs: disk) { $0 + 1 }
    let maps = graph.lazy("maps", needs: slow) { $0 + 1 }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    #expect(try launch.value(of: maps) == 3)
    #expect(ran.now == ["disk"])
    launch.firstFrameShown()
    launch.runDeferred()
    #expect(ran.now == ["disk", "heavy"])
    launch.end()
  }

  @Test func `a value whose need has failed says which and why`() {
    var graph = Graph<Screen>()
    let disk = graph.task("disk") { () throws -> Int in throw Refused() }
    let index = graph.task("index", needs: disk) { $0 }
    let maps = graph.lazy("maps", needs: index) { $0 }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    for _ in 0..<2 {
      let error = #expect(throws: LazyError.self) { try launch.value(of: maps) }
      #expect(error?.code == .needMissing)
      #expect(
        error?.description.hasSuffix(
          "cannot be made: something that it needs has no value: \"disk\": Refused()") == true)
    }
    launch.end()
  }

  @Test func `a value that cannot be planned says what is wrong with its graph`() {
    var graph = Graph<Screen>()
    let maps = graph.lazy("maps", needs: Key.index) { $0 }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    let error = #expect(throws: LazyError.self) { try launch.value(of: maps) }
    #expect(error?.description.contains("needs the key \"index\", which no task provides") == true)
    launch.end()
  }

  @Test func `a need within a limit holds a value up no longer than that`() throws {
    let gate = Gate()
    var graph = Graph<Screen>()
    let late = graph.asyncTask("late") { () async -> Int in
      await Task.detached { gate.pass() }.value
      return 1
    }
    let maps = graph.lazy("maps", needs: late.within(.milliseconds(10), else: 2)) { $0 }
    graph.screen("home") { _ in }
    let launch = launch(graph)
    #expect(launch.run() == .screen("home"))
    #expect(try launch.value(of: maps) == 2)
    gate.open()
    launch.end()
  }
}
