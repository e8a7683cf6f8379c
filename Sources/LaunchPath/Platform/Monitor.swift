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
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
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
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    // An hour is for ever here: every waiter looks again when it wakes.
    let total = UInt64(time.tv_nsec) + min(nanoseconds, 3_600_000_000_000)
    time.tv_sec += Int(total / 1_000_000_000)
    time.tv_nsec = Int(total % 1_000_000_000)
    _ = unsafe pthread_cond_timedwait(condition, mutex, &time)
  }
}
