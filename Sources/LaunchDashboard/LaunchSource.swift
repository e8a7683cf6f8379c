/// Where the dashboard's launches come from: a folder, an archive, a program's own memory.
///
/// Both closures are called from the server's threads, several at a time, and once a request, so
/// that what the page shows is what there is.
public struct LaunchSource: Sendable {
  /// Gives the document `launchpath.launches/1`, as JSON in UTF-8.
  public let list: @Sendable () throws -> [UInt8]
  /// Gives the document `launchpath.trace/1` of one launch with its analysis, as JSON in UTF-8;
  /// nil if no launch has this id.
  public let load: @Sendable (_ id: String) throws -> [UInt8]?

  /// Makes a source of two closures.
  public init(
    list: @escaping @Sendable () throws -> [UInt8],
    load: @escaping @Sendable (_ id: String) throws -> [UInt8]?
  ) {
    self.list = list
    self.load = load
  }
}
