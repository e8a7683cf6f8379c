/// The needs of all declarations of a graph, one after the other.
///
/// Whole numbers, for the reason that ``EdgeList`` gives.
struct NeedList: Sendable {
  /// For each need the task, or less than zero for a key, and the code of its kind.
  private var numbers: [Int] = []
  private var keys: [(name: String, type: ObjectIdentifier)] = []

  var count: Int { numbers.count / 2 }

  mutating func append(_ need: NeedEdge) {
    switch need.target {
    case .task(let task): numbers.append(task)
    case .key(let name, let type):
      keys.append((name, type))
      numbers.append(-keys.count)
    }
    numbers.append(need.kind.code)
  }

  func kind(_ index: Int) -> NeedEdge.Kind { NeedEdge.Kind(code: numbers[2 * index + 1]) }

  func target(_ index: Int) -> NeedEdge.Target {
    let number = numbers[2 * index]
    if number >= 0 { return .task(number) }
    let key = keys[-number - 1]
    return .key(key.name, type: key.type)
  }
}
