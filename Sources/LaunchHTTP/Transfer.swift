import CCurl

/// A request on its way, with what has arrived of its answer.
///
/// Proof of `@safe`: the pointers are freed once, after libcurl has let go of them.
@safe final class Transfer {
  let handle: UnsafeMutableRawPointer
  private let arrival: Arrival
  private let errorText: UnsafeMutablePointer<CChar>
  private let headers: UnsafeMutablePointer<curl_slist>?

  /// - Returns: Nil without memory.
  init?(_ request: HTTPRequest) {
    guard let handle = unsafe launchpath_curl_new() else { return nil }
    unsafe self.handle = unsafe handle
    arrival = Arrival(bodyLimit: request.bodyLimit)
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    var headers: UnsafeMutablePointer<curl_slist>?
    // These two libcurl would add by itself: a type that nobody asked for, and a pause of a second
    // before a larger body.
    var lines = ["Expect:"]
    if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      lines.append("Content-Type:")
    }
    // A field without a value is written with a semicolon; with a colon it would be taken away.
    lines += request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    for line in lines {
      guard let longer = unsafe launchpath_curl_append(headers, line) else { break }
      unsafe headers = unsafe longer
    }
    unsafe self.headers = unsafe headers
    guard configure(for: request), receive() else { return nil }
  }

  deinit {
    unsafe launchpath_curl_free(handle)
    unsafe launchpath_curl_free_list(headers)
    unsafe errorText.deallocate()
  }

  private func configure(for request: HTTPRequest) -> Bool {
    var isSet = true
    func check(_ code: CURLcode) { if code != CURLE_OK { isSet = false } }
    unsafe check(launchpath_curl_allow_http_only(handle))
    unsafe launchpath_curl_leave_lookups(handle)
    unsafe check(launchpath_curl_set_text(handle, CURLOPT_URL, request.url))
    unsafe check(launchpath_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers))
    unsafe check(launchpath_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText))
    unsafe check(launchpath_curl_set_long(handle, CURLOPT_NOSIGNAL, 1))
    let whole = request.timeout.clampedMilliseconds
    let connect = min(request.connectTimeout.clampedMilliseconds, whole)
    unsafe check(launchpath_curl_set_long(handle, CURLOPT_TIMEOUT_MS, whole))
    unsafe check(launchpath_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, connect))
    if request.method == "HEAD" {
      unsafe check(launchpath_curl_set_long(handle, CURLOPT_NOBODY, 1))
    }
    if let body = request.body ?? (["POST", "PUT"].contains(request.method) ? [] : nil) {
      unsafe check(
        launchpath_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
      // libcurl copies that many bytes; of none it wants an address all the same.
      unsafe (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
        unsafe check(
          launchpath_curl_set_pointer(
            handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress)))
      }
    }
    unsafe check(launchpath_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method))
    return isSet
  }

  private func receive() -> Bool {
    // Proof: the arrival lives as long as the transfer, and libcurl calls back only while a loop
    // runs that.
    let context = unsafe Unmanaged.passUnretained(arrival).toOpaque()
    let codes = unsafe [
      launchpath_curl_set_pointer(handle, CURLOPT_WRITEDATA, context),
      launchpath_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, into in
        unsafe Arrival.receive(bytes, size * count, into, as: .body)
      },
      launchpath_curl_set_pointer(handle, CURLOPT_HEADERDATA, context),
      launchpath_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, into in
        unsafe Arrival.receive(bytes, size * count, into, as: .header)
      },
    ]
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  /// What has arrived, after the transfer is over; nil if it ended amid the header.
  var response: HTTPResponse? {
    guard arrival.isHeaderWhole else { return nil }
    var status = 0
    unsafe launchpath_curl_status(handle, &status)
    return HTTPResponse(status: status, headers: arrival.headers, body: arrival.body)
  }

  /// Why the transfer ended as it did.
  func error(_ code: CURLcode, _ request: HTTPRequest) -> HTTPError {
    if let limit = arrival.excess { return HTTPError(.tooLarge, request, limit) }
    let detail = unsafe String(cString: errorText)
    let text = unsafe detail.isEmpty ? String(cString: launchpath_curl_error(code)) : detail
    let kind: HTTPError.Code =
      switch code {
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY,
        CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
        .cannotConnect
      case CURLE_URL_MALFORMAT: .malformedURL
      case CURLE_OUT_OF_MEMORY: .unavailable
      default: .broken
      }
    return HTTPError(kind, request, text)
  }
}

extension Duration {
  /// Whole milliseconds, at least one and at most the limit.
  fileprivate var clampedMilliseconds: Int {
    let limit = Limits.timeoutMilliseconds
    guard self < .milliseconds(limit) else { return limit }
    return self > .milliseconds(1) ? Int(self / .milliseconds(1)) : 1
  }
}
