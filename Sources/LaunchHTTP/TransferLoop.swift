import CCurl

/// What drives one transfer, on the thread that wants it.
///
/// Proof of `@unchecked Sendable`: other threads call `wake()` alone, which libcurl allows at any
/// time; a thread that does holds a reference, so the handle is freed after the last such call.
/// Proof of `@safe`: the handle is freed once, and never leaves the class.
@safe final class TransferLoop: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// - Returns: Nil without memory.
  init?() {
    guard let handle = unsafe launchpath_curl_loop_new() else { return nil }
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe launchpath_curl_loop_free(handle) }

  /// Ends a wait, also one that has not yet begun.
  func wake() { unsafe launchpath_curl_loop_wake(handle) }

  /// Runs a transfer to its end.
  ///
  /// - Returns: How it ended; nil if it was cancelled.
  func run(_ transfer: Transfer, cancellation: HTTPCancellation?) -> CURLcode? {
    guard unsafe launchpath_curl_loop_add(handle, transfer.handle) == CURLM_OK else {
      return CURLE_OUT_OF_MEMORY
    }
    defer { unsafe launchpath_curl_loop_remove(handle, transfer.handle) }
    cancellation?.add(self)
    defer { cancellation?.remove(self) }
    while cancellation?.isCancelled != true {
      var isOver = false
      var result = CURLE_OK
      guard unsafe launchpath_curl_loop_step(handle, &isOver, &result) == CURLM_OK else {
        return CURLE_RECV_ERROR
      }
      if isOver { return result }
      // libcurl wakes by itself when one of its own times is over.
      guard unsafe launchpath_curl_loop_wait(handle, 1000) == CURLM_OK else {
        return CURLE_RECV_ERROR
      }
    }
    return nil
  }
}
