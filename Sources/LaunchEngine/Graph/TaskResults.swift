/// What the tasks of one run gave: a slot a task, written once.
///
/// Proof of `@unchecked Sendable`: a slot is written by the one worker that runs its task, before
/// that worker settles the task under the coordinator's lock; it is read only by bodies of tasks
/// that the scheduler released after that settlement, under the same lock, or by a lazy value's
/// users, whose reads the coordinator orders by the same lock. A slot never changes after that.
/// Proof of `@safe`: the pointer never leaves the class, and every index is checked.
@safe public final class TaskResults: @unchecked Sendable {
  package let count: Int
  private let slots: UnsafeMutablePointer<AnyObject?>
  private let keys: [String: Int]
  private let lazyHost: any LazyHost

  package init(count: Int, keys: [String: Int], lazyHost: any LazyHost) {
    self.count = count
    self.keys = keys
    self.lazyHost = lazyHost
    // Proof: allocated and initialized here for `count` slots, freed in deinit alone.
    unsafe slots = .allocate(capacity: max(1, count))
    unsafe slots.initialize(repeating: nil, count: count)
  }

  deinit {
    unsafe slots.deinitialize(count: count)
    unsafe slots.deallocate()
  }

  package func store(_ box: AnyObject, at task: Int) {
    precondition(task >= 0 && task < count, "no such task")
    unsafe slots[task] = box
  }

  package func box(at task: Int) -> AnyObject? {
    precondition(task >= 0 && task < count, "no such task")
    return unsafe slots[task]
  }

  /// The value of a task, or nil if it has none.
  func value<Value: Sendable>(at task: Int, as type: Value.Type) -> Value? {
    (box(at: task) as? ResultBox<Value>)?.value
  }

  func value<Value: Sendable>(of key: Key<Value>) -> Value? {
    keys[key.name].flatMap { value(at: $0, as: Value.self) }
  }

  func lazy<Value: Sendable>(at task: Int, as type: Value.Type) -> Lazy<Value> {
    Lazy(task: task, host: lazyHost)
  }
}

/// A task's value on its way to the tasks that need it.
package final class ResultBox<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
