/// The tasks that could run now, the most urgent first: a binary heap.
struct ReadyQueue {
  private var heap: [Item] = []

  private struct Item {
    let rank: Int64
    let task: Int

    /// Longer remaining path first; among equals, what was declared first.
    func isBefore(_ other: Item) -> Bool {
      rank != other.rank ? rank > other.rank : task < other.task
    }
  }

  var count: Int { heap.count }
  var isEmpty: Bool { heap.isEmpty }

  /// The rank of the most urgent task, or nil.
  var firstRank: Int64? { heap.first?.rank }

  /// - Complexity: O(log n).
  mutating func insert(_ task: Int, rank: Int64) {
    heap.append(Item(rank: rank, task: task))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

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
