internal import CMicroHTTPD
internal import Glibc

/// What wakes the handlers that wait, once, when their server stops.
final class Bell: Sendable {
  let file: Int32

  /// - Returns: Nil with `errno` set if there is no file left.
  init?() {
    file = launchpath_mhd_bell()
    if file < 0 { return nil }
  }

  deinit { if file >= 0 { close(file) } }

  func ring() { launchpath_mhd_ring(file) }
}
