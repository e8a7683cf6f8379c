import Synchronization

/// A value that one thread at a time uses: `Mutex`, in a form that the thread sanitizer sees.
///
/// The sanitizer does not see the futex under a `Mutex`, and would report every value behind one.
/// A build for it, which defines `SANITIZE_THREAD`, adds the order that a lock makes as an
/// atomic variable; any other build has nothing but the `Mutex`.
package struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  #if SANITIZE_THREAD
    private let order = Atomic(false)
  #endif

  /// Makes a lock around a value.
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Lets a body use the value while no other thread does; not to be entered again from inside.
  package borrowing func withLock<Result: ~Copyable, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if SANITIZE_THREAD
      try mutex.withLock { value throws(Failure) -> sending Result in
        _ = order.load(ordering: .acquiring)
        defer { order.store(true, ordering: .releasing) }
        return try body(&value)
      }
    #else
      try mutex.withLock(body)
    #endif
  }
}
