import Glibc

/// Threads for work that the person asked for after the launch.
enum BackgroundWork {
  private final class Start {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func start(_ body: @escaping @Sendable () -> Void) {
    let start = unsafe Unmanaged.passRetained(Start(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(&thread, nil, run, start.toOpaque())
    guard status == 0 else {
      unsafe start.release()
      body()
      return
    }
    pthread_detach(thread)
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    // Proof: the pointer is the one retained by start(_:), and this is its only consumer.
    unsafe Unmanaged<Start>.fromOpaque($0!).takeRetainedValue().body()
    return nil
  }
}
