/// The tasks that could run now, the most urgent first: a binary heap.
///
/// A task may leave before it comes first: it is then counted no longer, and whoever takes it out
/// passes over it.
struct ReadyQueue {
  // Two arrays of whole numbers, which every program has used before, rather than one of pairs.
  private var tasks: [Int] = []
  private var ranks: [Int] = []
  /// The number of tasks that have not left.
  private(set) var count = 0

  /// The rank of the most urgent task, or nil.
  var firstRank: Int? { ranks.first }

  /// Longer remaining path first; among equals, what was declared first.
  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    ranks[left] != ranks[right] ? ranks[left] > ranks[right] : tasks[left] < tasks[right]
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    tasks.swapAt(left, right)
    ranks.swapAt(left, right)
  }

  /// - Complexity: O(log n).
  mutating func insert(_ task: Int, rank: Int64) {
    count += 1
    tasks.append(task)
    ranks.append(Int(rank))
    var child = tasks.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(child, parent) else { return }
      swap(child, parent)
      child = parent
    }
  }

  /// A task is no longer to be run from here, whether it was taken out or not.
  mutating func leave() {
    count -= 1
  }

  /// Takes out the most urgent task, which stays counted until it leaves.
  ///
  /// - Complexity: O(log n).
  mutating func popFirst() -> Int? {
    if tasks.isEmpty { return nil }
    swap(0, tasks.count - 1)
    ranks.removeLast()
    let first = tasks.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in 2 * parent + 1..<2 * parent + 3 where child < tasks.count {
        if isBefore(child, least) { least = child }
      }
      if least == parent { return first }
      swap(parent, least)
      parent = least
    }
  }
}
