import CPlatform
import Glibc

/// Starts threads that are never joined and take no signals.
enum WorkerThread {
  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Starts a thread.
  ///
  /// - Returns: Whether the system had one to give.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let start = unsafe Unmanaged.passRetained(Start(name: name, body: body))
    var all = sigset_t()
    var before = sigset_t()
    // A signal handler of the program must not find itself on a thread of ours. Faults cannot be
    // blocked: the system delivers them to the thread that made them.
    unsafe sigfillset(&all)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] {
      unsafe sigdelset(&all, fault)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let status = unsafe pthread_create(&thread, nil, run, start.toOpaque())
    guard status == 0 else {
      unsafe start.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    // Proof: the pointer is the one retained by start(_:_:), and this is its only consumer.
    let start = unsafe Unmanaged<Start>.fromOpaque($0!).takeRetainedValue()
    unsafe launchpath_name_thread(start.name)
    launchpath_use_signal_stack()
    start.body()
    return nil
  }
}
