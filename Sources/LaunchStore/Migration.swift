public import LaunchSQLite

/// A step from one version of a schema to the next.
///
/// Each runs in a transaction of its own, together with the number of the version that it leads to,
/// so that a kill leaves the store at a version and never between two.
public struct Migration: Sendable {
  /// The version that the store has afterwards.
  public let version: Int64
  /// What the step is called.
  public let name: String

  let apply: @Sendable (borrowing Connection) throws -> Void

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - version: The version that the store has afterwards; steps count up by one.
  ///   - name: What the step is called, in traces.
  ///   - apply: Changes the schema and the rows. Foreign keys are off, and checked before the
  ///     commit.
  public init(
    to version: Int64, _ name: String,
    apply: @escaping @Sendable (borrowing Connection) throws -> Void
  ) {
    self.version = version
    self.name = name
    self.apply = apply
  }
}
