import LaunchModel

/// What is planned for each task, and for the drawing of the screen.
///
/// Whole numbers, for the reason that ``EdgeList`` gives.
struct NodeTable: Sendable {
  /// For each node its group, the code of its cause, and its rank.
  private var numbers: [Int]
  /// Where the edges of each node begin, and where the last end.
  private let edgeStart: [Int]

  /// Codes below zero, so that a task is its own code.
  private static let nothing = -1
  private static let screen = -2
  private static let declared = -3

  init(edgeStart: [Int]) {
    self.edgeStart = edgeStart
    numbers = Array(repeating: Self.nothing, count: 3 * edgeStart.count)
    for node in edgeStart.indices { numbers[3 * node + 2] = 0 }
  }

  func group(of node: Int) -> LaunchGroup {
    LaunchGroup(rawValue: UInt8(numbers[3 * node])) ?? .deferred
  }

  mutating func set(_ group: LaunchGroup, of node: Int) {
    numbers[3 * node] = Int(group.rawValue)
  }

  func cause(of node: Int) -> Plan.Cause {
    switch numbers[3 * node + 1] {
    case Self.nothing: .nothing
    case Self.screen: .screen
    case Self.declared: .declared
    case let task: .task(task)
    }
  }

  mutating func set(_ cause: Plan.Cause, of node: Int) {
    numbers[3 * node + 1] =
      switch cause {
      case .nothing: Self.nothing
      case .screen: Self.screen
      case .declared: Self.declared
      case .task(let task): task
      }
  }

  /// The longest way from a node's start to the end of what waits for it, in expected nanoseconds;
  /// for what comes before the first frame, to the end of the screen.
  func rank(of node: Int) -> Int { numbers[3 * node + 2] }

  mutating func set(rank: Int, of node: Int) {
    numbers[3 * node + 2] = rank
  }

  /// The indices of the edges to what a node needs.
  func edgeRange(of node: Int) -> Range<Int> { edgeStart[node]..<edgeStart[node + 1] }
}
