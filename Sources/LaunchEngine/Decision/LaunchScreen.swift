/// A first screen that a launch may show, with whatever it is to be given.
///
/// An enumeration with a `String` raw value has its names already; one whose cases carry values
/// gives them itself:
///
///     enum Screen: LaunchScreen {
///       case home, article(url: String)
///       var screenName: String {
///         switch self {
///         case .home: "home"
///         case .article: "article"
///         }
///       }
///     }
public protocol LaunchScreen: Sendable {
  /// The name under which the graph declares what this screen needs.
  var screenName: String { get }
}

extension LaunchScreen where Self: RawRepresentable<String> {
  /// The raw value.
  public var screenName: String { rawValue }
}
