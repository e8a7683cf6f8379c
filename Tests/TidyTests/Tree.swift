import Foundation
import Testing

/// The package's folder as it lies on the disk.
enum Tree {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every file that is or will be under version control, once its text is read.
  static let files: [SourceText] = paths(["--cached", "--others", "--exclude-standard"])
    .compactMap(file(at:))

  static let manifest = Manifest(text: file(at: "Package.swift")?.text ?? "")

  /// The file's text, or nil where it is not there or no text.
  static func file(at path: String) -> SourceText? {
    guard let data = try? Data(contentsOf: root.appending(path: path)),
      let text = String(validating: data, as: UTF8.self)
    else { return nil }
    return SourceText(path: path, text: text)
  }

  /// The paths that Git lists, in order.
  static func paths(_ selection: [String]) -> [String] {
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments =
      ["git", "-c", "safe.directory=*", "-C", root.path(), "ls-files", "-z"] + selection
    let output = Pipe()
    git.standardOutput = output
    guard (try? git.run()) != nil else { return [] }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
}

extension Finding {
  /// Fails the running test at the place that has to be mended.
  func record() {
    Issue.record(
      Comment(rawValue: description),
      sourceLocation: SourceLocation(
        fileID: "Tree/" + path, filePath: Tree.root.appending(path: path).path(), line: line,
        column: 1))
  }
}
