import Synchronization

/// A way to stop requests from another thread.
package final class HTTPCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var loops: [TransferLoop] = []
  }

  private let state = Mutex(State())

  /// Makes one that is not cancelled.
  package init() {}

  /// Ends the requests that were sent with this, at once, and those that will be.
  ///
  /// It does not wait for their end. A request whose server's name is being looked up ends at once
  /// with libcurl 7.87 and later, and after the lookup before.
  package func cancel() {
    let loops = state.withLock { state in
      state.isCancelled = true
      return state.loops
    }
    for loop in loops { loop.wake() }
  }

  /// Whether it was cancelled.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Has a loop woken from now on.
  func add(_ loop: TransferLoop) { state.withLock { $0.loops.append(loop) } }

  func remove(_ loop: TransferLoop) {
    state.withLock { state in state.loops.removeAll { $0 === loop } }
  }
}
