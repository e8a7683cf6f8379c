/// Who is signed in.
///
/// A token names its user, so that a session outlives a restart of the server; what is remembered
/// is which sessions have ended.
struct Sessions: Sendable {
  /// The password of everybody.
  static let password = "news"
  private static let prefix = "token-of-"

  private var count = 0
  private var ended: Set<String> = []
  /// The same tokens, in the order in which they ended.
  private var order: [String] = []

  /// Begins a session.
  ///
  /// - Returns: Its token; nil if the user or the password is wrong.
  mutating func begin(user: String, password: String) -> String? {
    let isName = (1...Limits.userBytes).contains(user.utf8.count)
    guard isName, password == Self.password else { return nil }
    // A token that has ended is not given again.
    repeat { count += 1 } while ended.contains(token(of: user))
    return token(of: user)
  }

  func isKnown(_ token: String?) -> Bool {
    guard let token, token.hasPrefix(Self.prefix), let dash = token.lastIndex(of: "-"),
      UInt64(token[token.index(after: dash)...]) != nil
    else { return false }
    return !ended.contains(token)
  }

  /// Ends a session; its token is refused from now on.
  mutating func end(_ token: String) {
    guard ended.insert(token).inserted else { return }
    order.append(token)
    if order.count > Limits.endedSessions { ended.remove(order.removeFirst()) }
  }

  private func token(of user: String) -> String { "\(Self.prefix)\(user)-\(count)" }
}
