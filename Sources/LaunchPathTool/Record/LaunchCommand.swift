import Glibc

/// A program with its arguments, found as a shell finds it.
struct LaunchCommand: Sendable {
  let path: String
  let arguments: [String]

  /// Finds the program of a command that has at least its name.
  ///
  /// - Throws: ``ToolError`` if there is none.
  init(_ words: [String]) throws(ToolError) {
    arguments = words
    guard !words[0].contains("/") else {
      path = words[0]
      return
    }
    // Proof: nothing changes the environment while the text is copied.
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) }
    let candidates: [String] = (folders ?? "/usr/bin:/bin")
      .split(separator: ":", omittingEmptySubsequences: false)
      .map { "\($0.isEmpty ? "." : $0)/\(words[0])" }
    guard let found = candidates.first(where: { unsafe access($0, X_OK) == 0 }) else {
      throw ToolError(
        .impossible, "cannot start \(words[0]): no folder of PATH has such a program")
    }
    path = found
  }

  /// The program's name, for people and files.
  var name: String { arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0] }

  /// Why the system refused to execute it.
  func reason(_ number: Int32) -> String {
    let reason =
      switch number {
      case ENOENT where unsafe access(path, F_OK) == 0:
        "the interpreter that it names does not exist"
      case ENOEXEC: "it is neither a program of this machine nor a script with a #! line"
      default: Output.reason(number)
      }
    return "cannot start \(path): \(reason)"
  }
}
