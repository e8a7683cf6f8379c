/// Why a graph cannot be planned: every fault that was found in it, each with the declarations that
/// make it.
public struct GraphError: Error, Sendable, CustomStringConvertible {
  /// The faults, in the order of their discovery.
  public let problems: [GraphProblem]

  /// The faults, one after the other, as people read them.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

/// One fault of a graph.
public struct GraphProblem: Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is.
  public enum Code: String, Sendable, Hashable {
    /// Tasks need each other in a circle.
    case cycle
    /// A need names a key that no task provides.
    case unknownKey
    /// Two tasks provide one key.
    case duplicateKey
    /// A key is provided with another type than it is needed with.
    case keyType
    /// Two tasks have one name.
    case duplicateTask
    /// Two screens have one name.
    case duplicateScreen
    /// No screen has the name that was decided.
    case unknownScreen
  }

  /// What kind of fault it is.
  public let code: Code
  /// The names of the tasks or screens that have it.
  public let members: [String]
  /// What is wrong, with the file and line of each declaration, and what to do.
  public let description: String
}
