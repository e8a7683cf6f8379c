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

  package var count: Int { numbers.count / 3 }
  package var indices: Range<Int> { 0..<count }

  mutating func reserveCapacity(_ count: Int) {
    numbers.reserveCapacity(count * 3)
  }

  mutating func append(_ edge: Edge) {
    numbers.append(edge.needing)
    numbers.append(edge.needed)
    numbers.append(edge.kind.code)
  }

  package subscript(index: Int) -> Edge {
    Edge(
      needing: numbers[index * 3], needed: needed(index),
      kind: NeedEdge.Kind(code: numbers[index * 3 + 2]))
  }

  func needed(_ index: Int) -> Int { numbers[index * 3 + 1] }

  /// Whether the needing node waits for nothing.
  func isLazy(_ index: Int) -> Bool { numbers[index * 3 + 2] == NeedEdge.Kind.lazyCode }

  /// The edges of one node.
  package struct Part: Sequence, IteratorProtocol, Sendable {
    let edges: EdgeList
    var range: Range<Int>

    package mutating func next() -> Edge? {
      range.popFirst().map { edges[$0] }
    }
  }
}

extension NeedEdge.Kind {
  static let lazyCode = -3

  /// A kind as a whole number; below zero but for a limit, which is its own code.
  var code: Int {
    switch self {
    case .required: -1
    case .optional: -2
    case .lazy: Self.lazyCode
    case .within(let nanoseconds): Int(nanoseconds)
    }
  }

  init(code: Int) {
    switch code {
    case -1: self = .required
    case -2: self = .optional
    case Self.lazyCode: self = .lazy
    default: self = .within(nanoseconds: Int64(code))
    }
  }
}
