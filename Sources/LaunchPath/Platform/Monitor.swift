import CPlatform
import Glibc

/// A lock that can be waited on, for state that several threads advance.
///
/// Proof of `@unchecked Sendable`: the mutex and the condition are allocated once, never move, and
/// are touched by pthread calls alone, which are made for several threads.
/// Proof of `@safe`: the pointers never leave the class and live as long as it does.
@safe final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    // All zero is what PTHREAD_MUTEX_INITIALIZER and PTHREAD_COND_INITIALIZER are.
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  func lock() { _ = unsafe pthread_mutex_lock(mutex) }

  func unlock() { _ = unsafe pthread_mutex_unlock(mutex) }

  func broadcast() { _ = unsafe pthread_cond_broadcast(condition) }

  /// Waits to be woken, or for some nanoseconds; the lock is held before and after.
  func wait(nanoseconds: UInt64?) {
    guard let nanoseconds else {
      _ = unsafe pthread_cond_wait(condition, mutex)
      return
    }
    _ = unsafe launchpath_wait_on(condition, mutex, nanoseconds)
  }
}
