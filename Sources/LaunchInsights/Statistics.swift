/// Numbers about many launches, each with how it was made.
///
/// A percentile is the smallest sample that at least that share of the samples does not exceed
/// (nearest rank), so it is always a value that was measured. It is given only where the samples
/// can tell it from their maximum: p95 needs 20, p90 needs 10.
package struct Statistics: Sendable, Hashable {
  /// The samples, in rising order.
  package let sorted: [Int64]

  /// Sorts samples.
  package init(_ samples: [Int64]) {
    sorted = samples.sorted()
  }

  /// The number of samples.
  package var count: Int { sorted.count }

  /// The middle of the samples: of an even number the mean of the middle two; nil for none.
  package var median: Int64? {
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    if sorted.count % 2 == 1 { return sorted[middle] }
    return sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2
  }

  /// How many samples a percentile needs.
  package static func least(for percent: Int) -> Int {
    percent <= 50 ? 1 : (100 + (99 - percent)) / (100 - percent)
  }

  /// A percentile, or nil if there are too few samples for it.
  package func percentile(_ percent: Int) -> Int64? {
    precondition((1...99).contains(percent), "a percentile is from 1 to 99")
    guard count >= Self.least(for: percent) else { return nil }
    let rank = (count * percent + 99) / 100
    return sorted[max(0, rank - 1)]
  }

  /// An interval that holds the true median with at least 95 % confidence, whatever the
  /// distribution; nil for fewer than 6 samples, which cannot give one.
  ///
  /// The ranks come from the binomial distribution of the samples below the median.
  package var medianInterval: ClosedRange<Int64>? {
    guard count >= 6 else { return nil }
    var probability = 1.0
    for _ in 0..<min(count, 1000) { probability /= 2 }
    guard count < 1000 else {
      let half = Int(0.98 * Double(count).squareRoot())
      return sorted[count / 2 - half]...sorted[min(count - 1, count / 2 + half)]
    }
    var below = probability
    var rank = 0
    while below <= 0.025 {
      rank += 1
      probability *= Double(count - rank + 1) / Double(rank)
      below += probability
    }
    return sorted[max(0, rank - 1)]...sorted[min(count - 1, count - rank)]
  }
}
