import Glibc

/// The process's environment.
package enum Environment {
  /// A variable that is set and not empty.
  package static func value(_ name: String) -> String? {
    guard let text = unsafe getenv(name), unsafe text.pointee != 0 else { return nil }
    return unsafe String(cString: text)
  }
}

/// The folders in which a program's files live, after the XDG base directory specification 0.8.
public struct LaunchFolders: Sendable, Hashable {
  /// The state file, settings and recordings.
  public var state: String
  /// The replica, and what a person chose to keep.
  public var data: String
  /// What may be deleted at any time.
  public var cache: String
  /// Where the recorder writes; `LAUNCHPATH_RECORDINGS` comes before this.
  public var recordings: String

  /// Folders below one root: for tests, and for programs that keep everything together.
  public init(root: String) {
    state = root + "/state"
    data = root + "/data"
    cache = root + "/cache"
    recordings = state + "/recordings"
  }

  /// The system's folders for a program.
  ///
  /// - Parameter app: The program's id, which names its folder in each.
  public init(app: String) {
    let home = Environment.value("HOME") ?? "/"
    func folder(_ variable: String, _ fallback: String) -> String {
      // A relative path is invalid by the specification, and is to be ignored.
      guard let path = Environment.value(variable), path.hasPrefix("/") else {
        return "\(home)/\(fallback)/\(app)"
      }
      return "\(path)/\(app)"
    }
    state = folder("XDG_STATE_HOME", ".local/state")
    data = folder("XDG_DATA_HOME", ".local/share")
    cache = folder("XDG_CACHE_HOME", ".cache")
    recordings = state + "/recordings"
  }
}
