import Synchronization

/// What the tasks of one run gave: a slot a task, written once.
///
/// A slot is atomic, because a task that no longer waits for a value may look for it in the moment
/// in which it comes.
///
/// Proof of `@unchecked Sendable`: the slots are atomic references to boxes that are Sendable, and
/// the other fields never change.
/// Proof of `@safe`: the pointer never leaves the class, and every index is checked.
@safe public final class TaskResults: @unchecked Sendable {
  package let count: Int
  private let slots: UnsafeMutablePointer<AtomicLazyReference<AnyObject>>
  private let keys: [String: Int]
  /// Who owns these results; what is given out of them holds it.
  private unowned let lazyHost: any LazyHost

  package init(count: Int, keys: [String: Int], lazyHost: any LazyHost) {
    self.count = count
    self.keys = keys
    self.lazyHost = lazyHost
    // Proof: allocated and initialized here for `count` slots, freed in deinit alone.
    unsafe slots = .allocate(capacity: max(1, count))
    for task in 0..<count { unsafe (slots + task).initialize(to: AtomicLazyReference()) }
  }

  deinit {
    unsafe slots.deinitialize(count: count)
    unsafe slots.deallocate()
  }

  package func store(_ box: AnyObject, at task: Int) {
    precondition(task >= 0 && task < count, "no such task")
    _ = unsafe slots[task].storeIfNil(box)
  }

  package func box(at task: Int) -> AnyObject? {
    precondition(task >= 0 && task < count, "no such task")
    return unsafe slots[task].load()
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
