import LaunchEngine
import LaunchModel

/// Writes a plan into a recording.
enum PlanRecord {
  /// - Returns: The names of the tasks, by their index.
  static func write(_ plan: Plan, to recorder: Recorder) -> [Int] {
    let tasks = plan.tasks
    var names: [Int] = []
    names.reserveCapacity(tasks.count)
    for index in tasks.indices {
      let name = recorder.name(tasks[index].name)
      names.append(Int(name))
      let key = recorder.name(tasks[index].key?.name ?? "")
      let file = recorder.name(tasks[index].place.file)
      let cause: UInt32 =
        switch plan.cause(of: index) {
        case .nothing: 0
        case .screen: .max
        case .declared: .max - 1
        case .task(let parent): UInt32(parent + 1)
        }
      recorder.append(
        .planTask, detail: plan.group(of: index).rawValue | tasks[index].affinity.rawValue << 4,
        task: UInt16(clamping: index), name: name,
        a: Int64(key) | Int64(file) << 32, b: UInt32(clamping: tasks[index].place.line), c: cause)
      for need in plan.needs(of: index) {
        recorder.append(.planNeed, task: UInt16(clamping: index), a: Int64(need.needed))
      }
    }
    return names
  }
}
