/// What a server answered.
package struct HTTPResponse: Sendable {
  /// The status code.
  package var status: Int
  /// Header fields, in order, as they came.
  package var headers: [(name: String, value: String)]
  /// The body.
  package var body: [UInt8]

  /// The first header field of a name, in any case.
  package func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}
