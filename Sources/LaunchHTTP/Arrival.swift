/// What has arrived of an answer.
final class Arrival {
  enum Part {
    case header, body
  }

  private(set) var body: [UInt8] = []
  private(set) var headers: [(name: String, value: String)] = []
  /// Whether the empty line after the header has come.
  private(set) var isHeaderWhole = false
  /// Which limit the answer went beyond, in words.
  private(set) var excess: String?
  private var headerBytes = 0
  private let bodyLimit: Int

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  /// Takes bytes from libcurl, whose context is an arrival that lives.
  ///
  /// - Returns: The number of bytes that were taken; fewer than there are end the transfer.
  @unsafe static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    as part: Part
  ) -> Int {
    let arrival = unsafe Unmanaged<Arrival>.fromOpaque(context!).takeUnretainedValue()
    let more = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    switch part {
    case .body:
      guard count <= arrival.bodyLimit - arrival.body.count else {
        arrival.excess = "the body has more than \(arrival.bodyLimit) bytes"
        return 0
      }
      unsafe arrival.body.append(contentsOf: more)
    case .header:
      arrival.headerBytes += count
      guard arrival.headerBytes <= Limits.headerBytes else {
        arrival.excess = "the header has more than \(Limits.headerBytes) bytes"
        return 0
      }
      arrival.add(line: unsafe String(decoding: more, as: UTF8.self))
    }
    return count
  }

  private func add(line: String) {
    // A status line begins an answer anew, after one that was only provisional.
    if line.hasPrefix("HTTP/") {
      headers = []
      isHeaderWhole = false
      return
    }
    if line.first?.isNewline == true { isHeaderWhole = true }
    guard let colon = line.firstIndex(of: ":") else { return }
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
    var value = line[line.index(after: colon)...].drop(while: isBlank)
    while value.last.map(isBlank) == true { value.removeLast() }
    headers.append((String(line[..<colon]), String(value)))
  }
}
