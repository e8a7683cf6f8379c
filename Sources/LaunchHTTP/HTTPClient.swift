import CCurl
import Synchronization

/// A way to stop a request from another thread.
package final class HTTPCancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Makes one that is not cancelled.
  package init() {}

  /// Ends the requests that were sent with this, within about a second.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether it was cancelled.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// A blocking HTTP client over libcurl, which is opened on first use.
///
/// It may be used from any thread; each request has its own connection.
package struct HTTPClient: Sendable {
  private let cancellation: HTTPCancellation?

  /// Makes a client.
  package init(cancellation: HTTPCancellation? = nil) {
    self.cancellation = cancellation
  }

  /// Sends a request, and waits for the answer.
  ///
  /// - Parameter request: What is asked.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``HTTPError`` if there is none.
  package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    if let failure = unsafe launchpath_curl_load() {
      throw HTTPError(code: .unavailable, description: unsafe String(cString: failure))
    }
    guard let handle = unsafe launchpath_curl_new() else {
      throw HTTPError(code: .unavailable, description: "libcurl has no memory")
    }
    defer { unsafe launchpath_curl_free(handle) }
    let answer = Answer(cancellation: cancellation)
    return try unsafe perform(request, on: handle, into: answer)
  }

  @unsafe private func perform(
    _ request: HTTPRequest, on handle: UnsafeMutableRawPointer, into answer: Answer
  ) throws(HTTPError) -> HTTPResponse {
    var headers: UnsafeMutablePointer<curl_slist>?
    defer { unsafe launchpath_curl_free_list(headers) }
    for header in request.headers {
      unsafe headers = launchpath_curl_append(headers, "\(header.name): \(header.value)")
    }
    let (seconds, attoseconds) = request.timeout.components
    let milliseconds = max(1, Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    unsafe launchpath_curl_set_text(handle, CURLOPT_URL, request.url)
    unsafe launchpath_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
    unsafe launchpath_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    unsafe launchpath_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    unsafe launchpath_curl_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds)
    unsafe launchpath_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    unsafe launchpath_curl_set_long(handle, CURLOPT_NOPROGRESS, 0)
    unsafe launchpath_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
    if request.method == "HEAD" { unsafe launchpath_curl_set_long(handle, CURLOPT_NOBODY, 1) }
    // Proof: the answer lives until the end of this function, and libcurl calls back only within
    // the perform call below.
    let context = unsafe Unmanaged.passUnretained(answer).toOpaque()
    unsafe launchpath_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    unsafe launchpath_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, into in
      unsafe Answer.receive(bytes, size * count, into, as: .body)
    }
    unsafe launchpath_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    unsafe launchpath_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) {
      bytes, size, count, into in
      unsafe Answer.receive(bytes, size * count, into, as: .header)
    }
    unsafe launchpath_curl_set_pointer(handle, CURLOPT_XFERINFODATA, context)
    unsafe launchpath_curl_set_progress(handle) { context, _, _, _, _ in
      unsafe Answer.isCancelled(context) ? 1 : 0
    }
    // Proof: the body's storage lives as long as the closure, in which the request is performed.
    let code = unsafe (request.body ?? []).withUnsafeBytes { body in
      if request.body != nil {
        unsafe launchpath_curl_set_size(
          handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        unsafe launchpath_curl_set_pointer(
          handle, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: body.baseAddress))
      }
      return unsafe launchpath_curl_perform(handle)
    }
    withExtendedLifetime(answer) {}
    guard code == CURLE_OK else { throw error(code, answer) }
    var status = 0
    unsafe launchpath_curl_status(handle, &status)
    return HTTPResponse(status: status, headers: answer.headers, body: answer.body)
  }

  private func error(_ code: CURLcode, _ answer: Answer) -> HTTPError {
    let text = unsafe String(cString: launchpath_curl_error(code))
    if answer.isTooLarge {
      return HTTPError(
        code: .tooLarge, description: "the answer has more than \(Limits.bodyBytes) bytes")
    }
    let kind: HTTPError.Code =
      switch code {
      case CURLE_ABORTED_BY_CALLBACK: .cancelled
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: .cannotConnect
      case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .malformedURL
      default: .broken
      }
    return HTTPError(code: kind, description: text)
  }
}

/// What has arrived of an answer.
private final class Answer {
  enum Part {
    case header, body
  }

  var body: [UInt8] = []
  var headers: [(name: String, value: String)] = []
  var isTooLarge = false
  private var headerBytes = 0
  private let cancellation: HTTPCancellation?

  init(cancellation: HTTPCancellation?) {
    self.cancellation = cancellation
  }

  @unsafe static func isCancelled(_ context: UnsafeMutableRawPointer?) -> Bool {
    unsafe of(context).cancellation?.isCancelled == true
  }

  /// - Returns: The number of bytes that were taken; fewer than there are end the request.
  @unsafe static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    as part: Part
  ) -> Int {
    let answer = unsafe of(context)
    let more = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    switch part {
    case .body:
      guard answer.body.count + count <= Limits.bodyBytes else {
        answer.isTooLarge = true
        return 0
      }
      unsafe answer.body.append(contentsOf: more)
    case .header:
      answer.headerBytes += count
      guard answer.headerBytes <= Limits.headerBytes else {
        answer.isTooLarge = true
        return 0
      }
      answer.add(line: unsafe String(decoding: more, as: UTF8.self))
    }
    return count
  }

  @unsafe private static func of(_ context: UnsafeMutableRawPointer?) -> Answer {
    unsafe Unmanaged<Answer>.fromOpaque(context!).takeUnretainedValue()
  }

  private func add(line: String) {
    // A status line begins an answer anew, after a 100 or a redirect.
    if line.hasPrefix("HTTP/") { headers = [] }
    guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("HTTP/") else { return }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    headers.append((String(line[..<colon]), String(value.prefix { !$0.isNewline })))
  }
}
