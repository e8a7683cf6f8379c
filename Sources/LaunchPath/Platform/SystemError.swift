import Glibc

/// A failed system call: what was tried, on what, and what the system said.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried: `open`, `rename`.
  public var call: String
  /// The file or folder.
  public var path: String
  /// The system's number for the failure.
  public var number: Int32

  package init(call: String, path: String, number: Int32 = errno) {
    self.call = call
    self.path = path
    self.number = number
  }

  /// What the system calls the failure.
  public var reason: String {
    unsafe String(cString: strerror(number))
  }

  /// The failure, as people read it.
  public var description: String { "\(call) \(path): \(reason)" }
}
