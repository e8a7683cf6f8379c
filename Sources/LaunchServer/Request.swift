internal import CMicroHTTPD

/// A request, whole.
package struct Request: Sendable {
  /// Why a handler that waited goes on.
  package enum WaitEnd: Sendable, Hashable {
    /// The time is over.
    case timeOver
    /// Nobody waits for the answer any more.
    case clientGone
    /// The server stops.
    case serverStops
  }

  /// The method; one of ``Server/methods``.
  package let method: String
  /// The path, percent-decoded, without the query.
  package let path: String
  /// The parts of the path between slashes, percent-decoded; an encoded slash does not part them.
  package let segments: [String]
  /// The parameters of the query, percent-decoded; the last one of a name.
  package let query: [String: String]
  /// The header fields, in order.
  package let headers: [(name: String, value: String)]
  /// The body.
  package let body: [UInt8]
  /// What stood in the path for the parameters of the route's pattern.
  package internal(set) var parameters: [String: String] = [:]
  private let line: Line?

  /// Makes a request from its target as it stands in the request line; nil for what is no target.
  package init?(
    method: String, target: String, headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    guard let target = RequestTarget(target.utf8) else { return nil }
    self.init(method: method, target: target, headers: headers, body: body, line: nil)
  }

  init(
    method: String, target: RequestTarget, headers: [(name: String, value: String)],
    body: [UInt8], line: Line?
  ) {
    self.method = method
    path = "/" + target.segments.joined(separator: "/")
    segments = target.segments
    query = Dictionary(target.query.map { ($0.name, $0.value) }) { $1 }
    self.headers = headers
    self.body = body
    self.line = line
  }

  /// The first header field of a name, in any case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.isSameField(as: name) }?.value
  }

  /// The bearer token of the Authorization field.
  package var bearer: String? {
    guard let text = header("Authorization"), text.prefix(7).isSameField(as: "Bearer ") else {
      return nil
    }
    return String(text.dropFirst(7))
  }

  /// Delays the answer without holding up another connection, or the server's end.
  ///
  /// Only a handler may wait, on the thread that called it. A request that came over no connection
  /// has nobody to wait for.
  package func wait(_ duration: Duration) -> WaitEnd {
    guard let line else { return .timeOver }
    let (seconds, attoseconds) = duration.components
    let clamped = min(max(seconds, 0), Int64(Int32.max / 1000) - 1)
    let milliseconds = Int32(clamped * 1000 + max(attoseconds, 0) / 1_000_000_000_000_000)
    switch launchpath_mhd_wait(line.socket, line.bell.file, milliseconds) {
    case LAUNCHPATH_MHD_WAIT_RUNG: return .serverStops
    case LAUNCHPATH_MHD_WAIT_PEER_GONE: return .clientGone
    default: return .timeOver
    }
  }
}

/// The connection over which a request came, while a handler answers it.
struct Line: Sendable {
  let socket: Int32
  let bell: Bell
}

extension StringProtocol {
  /// Whether both are the same name of a header field: ASCII without its case.
  func isSameField(as other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0 == $1 || $0.lowercased == $1.lowercased }
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
