internal import CMicroHTTPD
internal import Glibc

/// The functions that libmicrohttpd calls for a server.
///
/// Proof for all: it calls them with the context of the start, which the server keeps until the
/// daemon is stopped, with a live connection and with texts that live for the call. The state of a
/// request is the exchange that `begun` retained, and `completed` alone gives it up.
enum Callbacks {
  @unsafe static func all(for server: ServerContext) -> launchpath_mhd_calls {
    unsafe launchpath_mhd_calls(
      begun: begun, access: access, completed: completed,
      context: Unmanaged.passUnretained(server).toOpaque())
  }

  private static let begun:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
      UnsafeMutableRawPointer? = { context, text, connection in
        let server = unsafe Unmanaged<ServerContext>.fromOpaque(context!).takeUnretainedValue()
        let target = unsafe UnsafeBufferPointer(start: text, count: strlen(text!))
        let exchange = unsafe Exchange(
          server: server, target: RequestTarget(target.map(UInt8.init(bitPattern:))),
          socket: launchpath_mhd_socket(connection))
        return unsafe Unmanaged.passRetained(exchange).toOpaque()
      }

  private static let access: MHD_AccessHandlerCallback = {
    _, connection, _, method, _, upload, uploadCount, state in
    guard let connection = unsafe connection, let begun = unsafe state!.pointee else { return .NO }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(begun).takeUnretainedValue()
    let step: Exchange.Step
    let count = unsafe uploadCount!.pointee
    if !exchange.isBegun {
      step = unsafe exchange.begin(
        method: String(cString: method!), headers: headers(of: connection))
    } else if count > 0 {
      step = unsafe exchange.receive(UnsafeRawBufferPointer(start: upload, count: count))
      unsafe uploadCount!.pointee = 0
    } else {
      step = .answer(exchange.answer())
    }
    switch step {
    case .goOn: return .YES
    case .answer(let response): return unsafe send(response, on: connection)
    case .end: return .NO
    }
  }

  private static let completed: MHD_RequestCompletedCallback = { _, _, state, _ in
    guard let begun = unsafe state!.pointee else { return }
    unsafe Unmanaged<Exchange>.fromOpaque(begun).release()
    unsafe state!.pointee = nil
  }

  @unsafe private static func headers(
    of connection: OpaquePointer
  ) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    // Proof: the array outlives the iteration, which is over when the call returns.
    unsafe withUnsafeMutablePointer(to: &headers) { pointer in
      unsafe launchpath_mhd_headers(
        connection,
        { context, _, name, value in
          let headers = unsafe context!.assumingMemoryBound(
            to: [(name: String, value: String)].self)
          let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
          unsafe headers.pointee.append((String(cString: name!), text))
          return .YES
        }, pointer)
    }
    return headers
  }

  @unsafe private static func send(
    _ response: Response, on connection: OpaquePointer
  ) -> MHD_Result {
    if let made = unsafe make(response) {
      return unsafe launchpath_mhd_respond(connection, response.status, made)
    }
    let apology = Response.text("the answer has a header field that is none", status: 500)
    guard let made = unsafe make(apology) else { return .NO }
    return unsafe launchpath_mhd_respond(connection, apology.status, made)
  }

  /// - Returns: Nil if a header field is none, or without memory.
  @unsafe private static func make(_ response: Response) -> OpaquePointer? {
    guard let made = unsafe makeBody(response.body) else { return nil }
    let usual = Response.usualHeaders.filter { usual in
      !response.headers.contains { $0.name.isSameField(as: usual.0) }
    }
    for (name, value) in usual + response.headers {
      guard unsafe launchpath_mhd_add_header(made, name, value) else {
        unsafe launchpath_mhd_discard(made)
        return nil
      }
    }
    return unsafe made
  }

  @unsafe private static func makeBody(_ body: Response.Body) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe launchpath_mhd_response(buffer.baseAddress, buffer.count, false)
      }
    case .constant(let bytes):
      unsafe launchpath_mhd_response(bytes.start, bytes.count, true)
    }
  }
}
