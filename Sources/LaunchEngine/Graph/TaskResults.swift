import Synchronization

/// What the tasks of one run gave: a slot a task, written once.
///
/// A slot is atomic, because a task that no longer waits for a value may look for it in the moment
/// in which it comes.
///
/// Proof of `@unchecked Sendable`: the slots are atomic, each holds a box that is Sendable from its
/// one write to the end of the class, and the other fields never change.
/// Proof of `@safe`: the pointer never leaves the class, and every index is checked.
@safe public final class TaskResults: @unchecked Sendable {
  package let count: Int
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  private let keys: NameIndex
  /// Who owns these results; what is given out of them holds it.
  private unowned let lazyHost: any LazyHost

  package init(count: Int, keys: NameIndex, lazyHost: any LazyHost) {
    self.count = count
    self.keys = keys
    self.lazyHost = lazyHost
    // Proof: allocated and initialized here for `count` slots, freed in deinit alone.
    unsafe slots = .allocate(capacity: max(1, count))
    for task in 0..<count { unsafe (slots + task).initialize(to: Atomic(0)) }
  }

  deinit {
    for task in 0..<count {
      // Proof: what a slot holds was retained for it by store(_:at:), and nobody else is left.
      unsafe reference(at: task)?.release()
    }
    unsafe slots.deinitialize(count: count)
    unsafe slots.deallocate()
  }

  package func store(_ box: AnyObject, at task: Int) {
    precondition(task >= 0 && task < count, "no such task")
    let reference = unsafe Unmanaged.passRetained(box)
    let (isFirst, _) = unsafe slots[task].compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing
    )
    if !isFirst { unsafe reference.release() }
  }

  @usableFromInline
  package func box(at task: Int) -> AnyObject? {
    precondition(task >= 0 && task < count, "no such task")
    return unsafe reference(at: task)?.takeUnretainedValue()
  }

  /// What a slot holds, once something was stored there.
  @unsafe private func reference(at task: Int) -> Unmanaged<AnyObject>? {
    let address = unsafe slots[task].load(ordering: .acquiring)
    return unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// The value of a task, or nil if it has none.
  @inlinable
  func value<Value: Sendable>(at task: Int, as type: Value.Type) -> Value? {
    box(at: task).map { unboxed($0, as: Value.self) }
  }

  @inlinable
  func value<Value: Sendable>(of key: Key<Value>) -> Value? {
    task(providing: key.name).flatMap { value(at: $0, as: Value.self) }
  }

  @usableFromInline
  func task(providing key: String) -> Int? { keys[key] }

  func lazy<Value: Sendable>(at task: Int, as type: Value.Type) -> Lazy<Value> {
    Lazy(task: task, host: lazyHost)
  }
}

/// Boxes what a task gave.
@inlinable
func boxed<Value: Sendable>(_ value: Value) -> AnyObject {
  // The box of a type has to be instantiated, and most tasks give nothing.
  Value.self == Void.self ? EmptyBox() : ResultBox(value)
}

/// Takes out what ``boxed(_:)`` put in.
@inlinable
func unboxed<Value: Sendable>(_ box: AnyObject, as type: Value.Type) -> Value {
  // Proof: handles come from the declaration that boxes the value, and a key whose types differ is
  // a fault that keeps the task that needs it from running. Of nothing there is but one value.
  if Value.self == Void.self { return unsafe unsafeBitCast((), to: Value.self) }
  return unsafe unsafeDowncast(box, to: ResultBox<Value>.self).value
}

/// That a task that gives nothing is done.
@usableFromInline
final class EmptyBox: Sendable {
  @usableFromInline
  init() {}
}

/// A task's value on its way to the tasks that need it.
@usableFromInline
package final class ResultBox<Value: Sendable>: Sendable {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) {
    self.value = value
  }
}
