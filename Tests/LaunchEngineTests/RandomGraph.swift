import LaunchEngine

extension Graph where Screen == LaunchEngineTests.Screen {
  /// A graph that chance makes: every kind of task, need and moment, and circles through keys.
  static func random(_ random: inout SeededGenerator, isFaulty: Bool = false) -> Graph {
    var graph = Graph()
    var handles = [graph.task("root") { 1 }]
    var asyncs: [AsyncHandle<Int>] = []
    var lazies: [LazyHandle<Int>] = []
    let count = Int.random(in: 1...24, using: &random)

    func need(_ random: inout SeededGenerator) -> any Need<Int> {
      if let async = asyncs.randomElement(using: &random), random.once(in: 4) {
        return async.within(.nanoseconds(Int64.random(in: 0..<60, using: &random)), else: 0)
      }
      if isFaulty, random.once(in: 6) {
        return Key<Int>("\(Int.random(in: 0..<count, using: &random))")
      }
      let handle = handles[Int.random(in: 0..<handles.count, using: &random)]
      if random.once(in: 3) { return handle.or(0) }
      return handle
    }

    for number in 0..<count {
      let name = "task \(number)"
      let a = AnyNeed(need(&random))
      let b = AnyNeed(need(&random))
      let moment: LaunchMoment = random.once(in: 5) ? .firstFrame : .whenDeferred
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        handles.append(graph.mainTask(name, at: moment, needs: a, b) { $0 + $1 })
      case 1:
        handles.append(graph.task(name, at: moment, on: .blocking, needs: a, b) { $0 + $1 })
      case 2: asyncs.append(graph.asyncTask(name, needs: a, b) { $0 + $1 })
      case 3:
        lazies.append(graph.lazy(name, needs: a, b) { $0 + $1 })
      case 4:
        if let lazy = lazies.randomElement(using: &random) {
          handles.append(graph.task(name, at: moment, needs: lazy, a) { _, a in a })
        }
      default:
        let key = random.once(in: 2) ? Key<Int>("\(number)") : nil
        handles.append(
          graph.task(
            name, provides: key, at: moment,
            expected: .nanoseconds(Int64.random(in: 0..<20, using: &random)), needs: a, b
          ) { $0 + $1 })
      }
    }
    graph.screen(
      "home", needs: AnyNeed(need(&random)), AnyNeed(need(&random)), AnyNeed(need(&random))
    ) { _, _, _, _ in }
    return graph
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
