public import LaunchModel

/// What opening a store led to: a verdict in place of an error, and the store if it can be used.
public struct StoreOpening: Sendable {
  /// What was found.
  public let verdict: StoreVerdict
  /// The store; nil if the verdict does not allow its use.
  public let store: Store?
  /// The version of the schema before; nil if it could not be read.
  public let versionBefore: Int64?
  /// What there is to say beside, for people.
  public let detail: String
  /// What was done, and how long each step took.
  public let steps: [TraceStoreStep]
}
