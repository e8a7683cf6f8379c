/// A need between two nodes of a plan; the screen is the node after the last task.
package struct Edge: Sendable {
  package let needing: Int
  package let needed: Int
  package let kind: NeedEdge.Kind
}

/// The edges of a plan.
///
/// Whole numbers in place of an array of edges: the first array of a new kind costs a launch more
/// than all that is read from it.
package struct EdgeList: Sendable {
  /// For each edge the node that needs, the one that is needed, and the code of its kind.
  private var numbers: [Int] = []

  /// Codes below zero, so that a limit in nanoseconds is its own code.
  private static let required = -1
  private static let optional = -2
  private static let lazy = -3

  package var count: Int { numbers.count / 3 }
  package var indices: Range<Int> { 0..<count }

  mutating func reserveCapacity(_ count: Int) {
    numbers.reserveCapacity(count * 3)
  }

  mutating func append(_ edge: Edge) {
    numbers.append(edge.needing)
    numbers.append(edge.needed)
    switch edge.kind {
    case .required: numbers.append(Self.required)
    case .optional: numbers.append(Self.optional)
    case .lazy: numbers.append(Self.lazy)
    case .within(let nanoseconds): numbers.append(Int(nanoseconds))
    }
  }

  package subscript(index: Int) -> Edge {
    Edge(needing: numbers[index * 3], needed: needed(index), kind: kind(index))
  }

  func needed(_ index: Int) -> Int { numbers[index * 3 + 1] }

  /// Whether the needing node waits for nothing.
  func isLazy(_ index: Int) -> Bool { numbers[index * 3 + 2] == Self.lazy }

  private func kind(_ index: Int) -> NeedEdge.Kind {
    switch numbers[index * 3 + 2] {
    case Self.required: .required
    case Self.optional: .optional
    case Self.lazy: .lazy
    case let nanoseconds: .within(nanoseconds: Int64(nanoseconds))
    }
  }

  /// The edges of one node.
  package struct Part: Sequence, IteratorProtocol, Sendable {
    let edges: EdgeList
    var range: Range<Int>

    package mutating func next() -> Edge? {
      range.popFirst().map { edges[$0] }
    }
  }
}
