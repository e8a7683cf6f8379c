import CCurl

/// A blocking HTTP client over libcurl, which is opened on first use.
///
/// It may be used from any thread, by many at a time; it touches no signal, follows no redirection,
/// and each request has a connection of its own.
///
/// ```swift
/// let quit = HTTPCancellation()
/// let response = try HTTPClient(cancellation: quit).send(HTTPRequest(url: "http://localhost/"))
/// ```
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
    try request.validate()
    if let failure = unsafe launchpath_curl_load() {
      throw HTTPError(.unavailable, request, unsafe String(cString: failure))
    }
    guard let transfer = Transfer(request), let loop = TransferLoop() else {
      throw HTTPError(.unavailable, request, "libcurl has no memory")
    }
    guard let code = loop.run(transfer, cancellation: cancellation) else {
      throw HTTPError(.cancelled, request, "it was cancelled")
    }
    guard code == CURLE_OK else { throw transfer.error(code, request) }
    // libcurl takes what came as an answer, even if the header has no end.
    guard let response = transfer.response else {
      throw HTTPError(.broken, request, "the answer ends amid its header")
    }
    return response
  }
}
