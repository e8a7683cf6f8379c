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
  /// What the screen was given, for people; empty if there is nothing to say.
  ///
  /// A screen that is `CustomStringConvertible` gives its description.
  var screenDetail: String { get }
}

extension LaunchScreen {
  /// Nothing.
  public var screenDetail: String { "" }
}

// Chosen where a screen declares its conformances: to look for one at run time takes longer than
// the whole decision.
extension LaunchScreen where Self: CustomStringConvertible {
  /// The screen's own description.
  public var screenDetail: String { description }
}

extension LaunchScreen where Self: RawRepresentable<String> {
  /// The raw value.
  public var screenName: String { rawValue }
}
