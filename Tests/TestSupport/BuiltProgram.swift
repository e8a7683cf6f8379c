import Foundation

/// The path of a program of this package, as it was built beside these tests.
///
/// The tests run in their own bundle, so its folder is where the build put the programs;
/// `LAUNCHPATH_PROGRAMS` names another folder. A test target depends on no program: see the
/// manifest.
///
/// - Throws: ``ChildError`` if the program is not there.
public func builtProgram(_ name: String) throws -> String {
  let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  let folder =
    ProcessInfo.processInfo.environment["LAUNCHPATH_PROGRAMS"].map { URL(filePath: $0) }
    ?? bundle.deletingLastPathComponent()
  let path = folder.appending(path: name).path
  guard FileManager.default.isExecutableFile(atPath: path) else {
    throw ChildError("\(path) is missing; run `swift build` first")
  }
  return path
}

/// A folder of one test's own, gone with this value.
public final class TestFolder {
  /// Its path.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "launchpath-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in it.
  ///
  /// - Returns: The file's path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }
}
