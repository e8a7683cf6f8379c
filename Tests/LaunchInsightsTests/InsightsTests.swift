import LaunchInsights
import LaunchModel
import Testing

private func launch(_ firstFrame: Int64?, excluded: [String] = []) -> Trace {
  var trace = Trace(launch: LaunchFacts(id: "\(firstFrame ?? 0)", format: "x", zero: "x"))
  trace.launch.app = "app"
  trace.launch.excluded = excluded
  if let firstFrame { trace.marks = [TraceMark(name: "firstFrame", at: firstFrame)] }
  return trace
}

struct InsightsTests {
  private let budget = Budget(
    name: "b", measure: "firstFrame", statistic: .median, atMost: 100, leastLaunches: 3)

  @Test func `a budget is held, broken, or cannot be told`() {
    let traces = [90, 100, 110].map { launch($0) }
    #expect(BudgetFinding(budget, traces).verdict == .within)
    #expect(BudgetFinding(budget, traces + [launch(120)]).verdict == .exceeded)
    #expect(BudgetFinding(budget, Array(traces.prefix(2))).verdict == .inconclusive)
    #expect(BudgetFinding(budget, []).verdict == .inconclusive)
  }

  @Test func `a launch without the measure fails, and an excluded one is counted apart`() {
    let traces = [90, 90, 90].map { launch($0) }
    let missing = BudgetFinding(budget, traces + [launch(nil)])
    #expect(missing.verdict == .exceeded && missing.missing.count == 1)
    let excluded = BudgetFinding(budget, traces + [launch(900, excluded: ["prewarmed"])])
    #expect(excluded.verdict == .within && excluded.excluded == ["prewarmed": 1])
    #expect(excluded.count == 3)
  }

  @Test func `a percentile needs the samples that can tell it from the largest`() {
    #expect(Statistics(Array(1...19)).percentile(95) == nil)
    #expect(Statistics(Array(1...20)).percentile(95) == 19)
    #expect(Statistics(Array(1...10)).percentile(90) == 9)
    #expect(Statistics(Array(1...9)).percentile(90) == nil)
    #expect(Statistics([4, 1, 3, 2]).median == 2)
    #expect(Statistics([]).median == nil)
  }

  @Test func `the interval of a median has the ranks of the binomial distribution`() {
    #expect(Statistics([1, 2, 3, 4, 5]).medianInterval == nil)
    #expect(Statistics(Array(1...6)).medianInterval == 1...6)
    #expect(Statistics(Array(1...10)).medianInterval == 2...9)
    #expect(Statistics(Array(1...20)).medianInterval == 6...15)
  }

  @Test func `a sentence names where a launch died`() {
    var trace = launch(nil)
    trace.launch.outcome = .killed
    trace.launch.diedIn = "s"
    trace.decision = TraceDecision(screen: "home", steps: [])
    trace.spans = [
      TraceSpan(
        id: "s", track: "m", name: "open store", category: "task", start: 2_400_000, duration: nil)
    ]
    #expect(
      LaunchSentence(trace).text
        == "Home; it never showed a first frame. The process was killed in open store, "
        + "begun at 2.40 ms.")
  }

  @Test(arguments: [
    (999, "999 ns"), (1500, "1.50 µs"), (2_000_000, "2 ms"), (1_996_000, "2.00 ms"),
    (9_996_000, "10.0 ms"), (1_030_000, "1.03 ms"), (99_960_000, "100 ms"),
    (212_000_000, "212 ms"), (1_234_000_000, "1.23 s"),
    (3_600_000_000_000, "60 min"),
  ])
  func `a time has the unit that suits it`(nanoseconds: Int64, text: String) {
    #expect(LaunchSentence.time(nanoseconds) == text)
  }
}
