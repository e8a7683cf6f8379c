import LaunchModel

/// The plan of a recording, gathered from its entries.
struct RecordedPlan {
  var screen: String?
  private(set) var tasks: [UInt16: TraceTask] = [:]
  private var causes: [UInt16: UInt32] = [:]

  /// What an entry gives as the cause of a task that the screen needs itself.
  private static let screenCause = UInt32.max
  private static let declaredCause = UInt32.max - 1
  /// How many steps the reasons of all tasks may have together: a chain of a thousand tasks has
  /// half of them, and the longest that a file can claim would fill the memory.
  private static let longestReasons = 1_000_000

  mutating func add(_ entry: RecordingEntry, _ recording: Recording) {
    let bits = UInt64(bitPattern: entry.a)
    let key = recording.name(UInt32(truncatingIfNeeded: bits))
    let file = recording.name(UInt32(truncatingIfNeeded: bits >> 32))
    let name = file.split(separator: "/").last.map(String.init) ?? file
    causes[entry.task] = entry.c
    tasks[entry.task] = TraceTask(
      id: "\(entry.task)", name: recording.name(entry.name), key: key.isEmpty ? nil : key,
      group: LaunchGroup(rawValue: entry.detail & 0xF) ?? .deferred,
      affinity: TaskAffinity(rawValue: entry.detail >> 4) ?? .any,
      policy: entry.c == 0 ? "default" : entry.c == Self.declaredCause ? "declared" : "needed",
      declaredAt: name.isEmpty ? nil : "\(name):\(entry.b)")
  }

  mutating func addNeed(_ entry: RecordingEntry) {
    tasks[entry.task]?.needs.append("\(entry.a)")
  }

  /// - Returns: The plan, and how many tasks are without their reason because there are too many.
  func finished(outcomes: [UInt16: TaskOutcome], began: Set<UInt16>) -> (
    plan: TracePlan, unexplained: Int
  ) {
    var room = Self.longestReasons
    var unexplained = 0
    let sorted = tasks.keys.sorted()
    let finished = sorted.compactMap { index -> TraceTask? in
      guard var task = tasks[index] else { return nil }
      if let why = chain(of: index, atMost: room) {
        task.why = why
        room -= why.count
      } else {
        // To look for the next one that fits takes as long as to keep it.
        room = 0
        unexplained += 1
      }
      task.outcome = outcomes[index] ?? (began.contains(index) ? .unfinished : .unused)
      return task
    }
    return (TracePlan(screen: screen ?? "", tasks: finished), unexplained)
  }

  /// The tasks because of which a task runs; nil if they are too many.
  private func chain(of task: UInt16, atMost room: Int) -> [String]? {
    var chain: [String] = []
    var node = task
    while let cause = causes[node], cause != 0, cause < Self.declaredCause,
      let parent = UInt16(exactly: cause - 1), tasks[parent] != nil, chain.count < tasks.count
    {
      if chain.count == room { return nil }
      chain.append("\(parent)")
      node = parent
    }
    return chain
  }
}
