/// The limits of a launch.
public struct LaunchOptions: Sendable {
  /// How long after `run()` deferred work begins, if nobody says that the first frame is shown.
  public var firstFrameFailsafe: Duration = .milliseconds(2500)
  /// How long `run()` waits for work on other threads; then it goes on without what is late, and
  /// shows the screen or says what is missing.
  public var runLimit: Duration = .seconds(10)
  /// The threads that may help before the first frame; nil for one a further processor.
  public var helpers: Int?

  /// Makes the usual limits.
  public init() {}
}

/// How to ask the program's main loop for its spare time.
public struct MainLoop: Sendable {
  /// Makes the loop come round soon, to call `runIdle(until:)`; called from any thread, with a lock
  /// of the library held, so it must only signal.
  public let wake: @Sendable () -> Void

  /// Makes a way to wake the loop.
  public init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }
}

/// What the first `run()` led to.
public enum LaunchResult: Sendable, Hashable {
  /// The screen of this name was drawn.
  case screen(String)
  /// The screen could not be drawn; why. The program shows this to the person.
  case recovery([RecoveryCause])
}

/// Something that kept a screen from being drawn.
public struct RecoveryCause: Sendable, Hashable, CustomStringConvertible {
  /// The task that has no value, if it was one.
  public let task: String?
  /// What happened to it.
  public let reason: String

  init(task: String?, description: String) {
    self.task = task
    reason = description
  }

  /// The cause, as people read it.
  public var description: String {
    task.map { "\($0): \(reason)" } ?? reason
  }
}
