package import LaunchModel

/// A limit on a statistic of launches.
package struct Budget: Sendable, Hashable {
  /// What is reckoned from the launches.
  package enum Statistic: Sendable, Hashable {
    /// The middle.
    case median
    /// A percentile, from 1 to 99.
    case percentile(Int)
    /// The largest.
    case maximum

    /// What it is called: `p50`, `p95`, `max`.
    package var name: String {
      switch self {
      case .median: "p50"
      case .percentile(let percent): "p\(percent)"
      case .maximum: "max"
      }
    }
  }

  /// What it is called.
  package var name: String
  /// A mark, `phase:NAME` or `task:NAME`.
  package var measure: String
  /// What is reckoned.
  package var statistic: Statistic
  /// The limit, in nanoseconds.
  package var atMost: Int64
  /// The fewest launches that give a verdict.
  package var leastLaunches: Int
  /// Only launches of this program; nil for all.
  package var app: String?
  /// Only launches of this kind; nil for all.
  package var kind: LaunchKind?

  /// Makes a budget.
  package init(
    name: String, measure: String, statistic: Statistic, atMost: Int64, leastLaunches: Int = 5,
    app: String? = nil, kind: LaunchKind? = nil
  ) {
    self.name = name
    self.measure = measure
    self.statistic = statistic
    self.atMost = atMost
    self.leastLaunches = leastLaunches
    self.app = app
    self.kind = kind
  }
}

/// How a budget stands.
package enum BudgetVerdict: String, Sendable, Hashable {
  /// The statistic is within the limit.
  case within
  /// It is beyond it, or a launch has no such measure.
  case exceeded
  /// There are too few launches to tell.
  case inconclusive
}

/// What checking a budget found.
package struct BudgetFinding: Sendable, Hashable {
  /// The budget.
  package let budget: Budget
  /// How it stands.
  package let verdict: BudgetVerdict
  /// The statistic, in nanoseconds; nil if it could not be reckoned.
  package let value: Int64?
  /// The launches that were counted.
  package let count: Int
  /// The launches that were left out, by reason.
  package let excluded: [String: Int]
  /// The launches that lack the measure, by id.
  package let missing: [String]
  /// What there is to say, in words.
  package let detail: String

  /// Checks a budget against launches.
  package init(_ budget: Budget, _ traces: [Trace]) {
    self.budget = budget
    var excluded: [String: Int] = [:]
    var samples: [Int64] = []
    var missing: [String] = []
    for trace in traces {
      if let app = budget.app, trace.launch.app != app { continue }
      if let kind = budget.kind, trace.launch.kind != kind { continue }
      if !trace.launch.excluded.isEmpty {
        for reason in trace.launch.excluded { excluded[reason, default: 0] += 1 }
        continue
      }
      if let value = Self.value(of: budget.measure, in: trace) {
        samples.append(value)
      } else {
        missing.append(trace.launch.id)
      }
    }
    let statistics = Statistics(samples)
    let value: Int64? =
      switch budget.statistic {
      case .median: statistics.median
      case .percentile(let percent): statistics.percentile(percent)
      case .maximum: statistics.sorted.last
      }
    self.excluded = excluded
    self.missing = missing
    self.value = value
    count = samples.count
    (verdict, detail) = Self.judge(budget, value, count: samples.count, missing: missing.count)
  }

  /// A launch that lacks the measure did not get that far: it is no fast launch, so it fails.
  private static func judge(
    _ budget: Budget, _ value: Int64?, count: Int, missing: Int
  ) -> (BudgetVerdict, String) {
    if missing > 0 {
      let launches = missing == 1 ? "1 launch has" : "\(missing) launches have"
      return (.exceeded, "\(launches) no \(budget.measure)")
    }
    if count < budget.leastLaunches {
      return (.inconclusive, "\(count) of at least \(budget.leastLaunches) launches")
    }
    guard let value else {
      return (.inconclusive, "\(count) launches are too few for \(budget.statistic.name)")
    }
    return value <= budget.atMost
      ? (.within, "\(LaunchSentence.time(budget.atMost - value)) to spare")
      : (.exceeded, "\(LaunchSentence.time(value - budget.atMost)) too much")
  }

  /// The measures that some launches have, by which a misspelled one is known.
  package static func measures(of traces: [Trace]) -> [String] {
    var measures: Set<String> = []
    for trace in traces {
      measures.formUnion(trace.marks.map(\.name))
      measures.formUnion(trace.phases.map { "phase:\($0.phase.name)" })
      measures.formUnion(
        trace.spans.filter { $0.category == SpanCategory.task.name }.map { "task:\($0.name)" })
      measures.formUnion(trace.plan?.tasks.map { "task:\($0.name)" } ?? [])
    }
    return measures.sorted()
  }

  private static func value(of measure: String, in trace: Trace) -> Int64? {
    if measure.hasPrefix("phase:") {
      guard let phase = LaunchPhase(name: measure.dropFirst("phase:".count)) else { return nil }
      return trace.phases.first { $0.phase == phase }.map { $0.end - $0.start }
    }
    if measure.hasPrefix("task:") {
      let name = measure.dropFirst("task:".count)
      let spans = trace.spans.filter {
        $0.category == SpanCategory.task.name && $0.name == name
      }
      return spans.first?.duration
    }
    return trace.mark(measure)
  }
}
