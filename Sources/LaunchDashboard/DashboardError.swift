/// Why the dashboard cannot be served.
public struct DashboardError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The library that serves is missing.
    public static let unavailable = Code(name: "unavailable")
    /// The address is no address and port.
    public static let malformedAddress = Code(name: "malformedAddress")
    /// Another program listens there.
    public static let portTaken = Code(name: "portTaken")
    /// The system does not let it listen there.
    public static let refused = Code(name: "refused")
  }

  /// What kind of failure it is.
  public let code: Code
  /// What happened and what to do, in words.
  public let description: String
}
