import CPlatform
import Glibc
import LaunchModel

/// The watchdog: who holds the main thread for long is noted while it does.
extension Coordinator {
  /// Starts the thread that watches, unless there is one; the monitor is locked.
  func startWatch() {
    if isWatched { return }
    isWatched = threads.start("lp-watch") { [self] in watch() }
  }

  /// Looks at the main thread now and then, until some time after the first frame.
  private func watch() {
    var since: UInt64 = 0
    var next = Limits.hold
    monitor.lock()
    while !hasEnded && !isWatchOver {
      if mainTask >= 0 {
        if since != mainSince {
          since = mainSince
          next = Limits.hold
        }
        let held = launchpath_now() - since
        if held >= next {
          noteHold(held)
          next = held * 2
        }
      }
      monitor.unlock()
      usleep(Limits.holdCheck)
      monitor.lock()
    }
    monitor.unlock()
  }

  private var isWatchOver: Bool {
    releasedAt.map { launchpath_now() - $0 > Limits.launchWatch } == true
  }

  private func noteHold(_ nanoseconds: UInt64) {
    let isTask = mainTask != plan.screenNode
    recorder.append(
      .held, task: isTask ? UInt16(clamping: mainTask) : RecordingEntry.noTask,
      name: isTask ? UInt32(taskNames[mainTask]) : recorder.name("draw \(plan.screen)"),
      a: Int64(clamping: nanoseconds))
  }
}
