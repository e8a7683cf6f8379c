import Foundation
import Synchronization

/// A server on this machine that does what no honest server does: it answers with given bytes,
/// whatever is asked, or accepts connections and never answers.
public final class LoopbackServer: Sendable {
  /// Its port on 127.0.0.1.
  public let port: UInt16
  private let listener: Int32
  private let isSilent: Bool
  /// Kept open, so that silence goes on.
  private let taken = Mutex<[Int32]>([])

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - answer: What each connection gets once its request has come; then it is closed. Nil for
  ///     silence: the system accepts connections on behalf of a listener that never does.
  ///   - backlog: How many connections beyond one the system accepts before somebody takes them;
  ///     more hang.
  /// - Throws: ``ChildError`` if the system gives no port.
  public init(answering answer: [UInt8]? = nil, backlog: Int32 = 16) throws {
    (listener, port) = try Self.listen(backlog: backlog)
    isSilent = answer == nil
    guard let answer else { return }
    // From here on the thread owns the listener.
    let listener = listener
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        let line = LoopbackConnection(socket: connection)
        _ = line.read(until: "\r\n\r\n", within: .seconds(10))
        line.send(answer)
      }
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    if isSilent { close(listener) }
    for socket in taken.withLock({ $0 }) { close(socket) }
  }

  /// Waits until clients of a silent server have connected and sent something.
  ///
  /// - Throws: ``ChildError`` if they have not within 10 s.
  public func waitForConnections(_ count: Int) throws {
    let deadline = ContinuousClock.now + .seconds(10)
    for number in 0..<count {
      var files = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      guard unsafe poll(&files, 1, Int32(left / .milliseconds(1))) > 0 else {
        throw ChildError("\(number) clients connected, not \(count)")
      }
      let socket = accept(listener, nil, nil)
      taken.withLock { $0.append(socket) }
      _ = LoopbackConnection(socket: dup(socket)).read(until: "\r\n\r\n")
    }
  }

  /// A port on which nobody listens: one that the system gave, and was given back.
  public static func freePort() throws -> UInt16 {
    let (listener, port) = try listen(backlog: 0)
    close(listener)
    return port
  }

  private static func listen(backlog: Int32) throws -> (Int32, UInt16) {
    let listener = socket(AF_INET, LoopbackConnection.kind, 0)
    var address = LoopbackConnection.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Proof: the address outlives the calls, and is read as what its family says that it is.
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listener, $0, size) == 0 && Glibc.listen(listener, backlog) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else {
      close(listener)
      throw ChildError("the system gives no port to listen on")
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }
}

/// A client on this machine that sends the very bytes that a test wants.
public final class LoopbackConnection {
  private let socket: Int32
  private var arrived: [UInt8] = []

  /// Connects to a port of 127.0.0.1.
  public init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Self.kind, 0)
    var address = Self.address(port: port)
    // Proof: the address outlives the call, and is read as what its family says that it is.
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw ChildError("nobody listens on port \(port)") }
  }

  fileprivate init(socket: Int32) { self.socket = socket }

  deinit { close(socket) }

  /// Sends bytes.
  ///
  /// - Returns: Whether the other side took them all.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes {
        unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Sends a text.
  @discardableResult
  public func send(_ text: String) -> Bool { send(text.utf8) }

  /// Reads until a text has come.
  ///
  /// - Returns: All that has come so far; nil if it has not come when the time is over or the
  ///   connection ends.
  public func read(until text: String, within limit: Duration = .seconds(10)) -> String? {
    let deadline = ContinuousClock.now + limit
    while true {
      let soFar = String(decoding: arrived, as: UTF8.self)
      if soFar.contains(text) { return soFar }
      guard readMore(before: deadline) == true else { return nil }
    }
  }

  /// Reads until the other side ends the connection.
  ///
  /// - Returns: All that has come; nil if the time is over first.
  public func readToEnd(within limit: Duration = .seconds(10)) -> String? {
    let deadline = ContinuousClock.now + limit
    while let isMore = readMore(before: deadline) {
      if !isMore { return String(decoding: arrived, as: UTF8.self) }
    }
    return nil
  }

  /// - Returns: Whether something came; false at the end, nil when the time is over.
  private func readMore(before deadline: ContinuousClock.Instant) -> Bool? {
    let left = max(.zero, ContinuousClock.now.duration(to: deadline))
    var files = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
    guard unsafe poll(&files, 1, Int32(left / .milliseconds(1))) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    arrived += buffer.prefix(count)
    return true
  }

  fileprivate static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  fileprivate static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }
}
