/// The tasks that could run now, the most urgent first: a binary heap.
///
/// A task may leave before it comes first: it is then counted no longer, and whoever takes it out
/// passes over it.
struct ReadyQueue {
  private var heap: [Item] = []
  /// The number of tasks that have not left.
  private(set) var count = 0

  private struct Item {
    let rank: Int64
    let task: Int

    /// Longer remaining path first; among equals, what was declared first.
    func isBefore(_ other: Item) -> Bool {
      rank != other.rank ? rank > other.rank : task < other.task
    }
  }

  /// The rank of the most urgent task, or nil.
  var firstRank: Int64? { heap.first?.rank }

  /// - Complexity: O(log n).
  mutating func insert(_ task: Int, rank: Int64) {
    count += 1
    heap.append(Item(rank: rank, task: task))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
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
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first.task }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isBefore(heap[least]) { least = child }
      }
      if least == parent { return first.task }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
