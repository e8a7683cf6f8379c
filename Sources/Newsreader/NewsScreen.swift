import LaunchPath

/// The screens with which Newsreader may begin.
enum NewsScreen: LaunchScreen, CustomStringConvertible {
  case home
  case lastScreen(SavedPage)
  case article(id: Int64)
  case signIn(pending: String?)
  case updateRequired
  case maintenance(Maintenance)

  var screenName: String {
    switch self {
    case .home: "home"
    case .lastScreen: "last screen"
    case .article: "article"
    case .signIn: "sign in"
    case .updateRequired: "update required"
    case .maintenance: "maintenance"
    }
  }

  var description: String {
    switch self {
    case .home, .updateRequired: ""
    case .lastScreen(let page): page.article.map { "article \($0.id)" } ?? "headlines"
    case .article(let id): "article \(id)"
    case .signIn(let pending): pending.map { "then \($0)" } ?? ""
    case .maintenance(let maintenance): maintenance.message
    }
  }

  /// Chapter and verse: gates first, then who is there, then where to.
  static let rules: [Rule<NewsScreen>] = [
    .minimumVersion(.updateRequired),
    .maintenance { .maintenance($0) },
    .session { .signIn(pending: $0) },
    .target { NewsLink($0.url).map { .article(id: $0.id) } },
    .savedScreen(maxAge: .seconds(3600)) { SavedPage($0).map { .lastScreen($0) } },
    .otherwise(.home),
  ]
}

/// A link into the news: `news://item/7`.
struct NewsLink {
  let id: Int64

  init?(_ url: String) {
    let prefix = "news://item/"
    guard url.hasPrefix(prefix), let id = Int64(url.dropFirst(prefix.count)), id >= 0 else {
      return nil
    }
    self.id = id
  }
}

/// A headline with its article.
struct Article: Sendable, Hashable {
  let id: Int64
  let title: String
  let summary: String
  let body: String
  let publishedAt: Int64
}

/// The page that the person left, with what it showed, so that the next launch can show it again
/// without opening the store.
struct SavedPage: Sendable {
  /// The article that was open; nil if it was the list.
  let article: Article?
  let headlines: [Article]
  let selected: Int
  let savedAt: Int64

  static let name = "page"
  private static let unit: Character = "\u{1F}"
  private static let record: Character = "\u{1E}"

  init(article: Article?, headlines: [Article], selected: Int, savedAt: Int64) {
    self.article = article
    self.headlines = headlines
    self.selected = selected
    self.savedAt = savedAt
  }

  /// Reads what ``screen`` wrote; nil if it is something else.
  init?(_ saved: SavedScreen) {
    guard saved.name == Self.name,
      let text = String(validating: saved.content, as: UTF8.self)
    else { return nil }
    let records = text.split(separator: Self.record, omittingEmptySubsequences: false)
    guard records.count >= 2, let selected = Int(records[0]) else { return nil }
    if records[1].isEmpty {
      article = nil
    } else if let open = Self.article(records[1]) {
      article = open
    } else {
      return nil
    }
    headlines = records.dropFirst(2).compactMap(Self.article)
    guard !headlines.isEmpty || article != nil else { return nil }
    self.selected = max(0, min(selected, headlines.count - 1))
    savedAt = saved.savedAt
  }

  /// The page for the state file.
  ///
  /// Headlines are kept without their bodies: those are in the store.
  var screen: SavedScreen {
    let listed = headlines.map { Self.text($0, body: "") }
    let open = article.map { Self.text($0, body: String($0.body.prefix(4000))) } ?? ""
    let text = (["\(selected)", open] + listed).joined(separator: String(Self.record))
    return SavedScreen(name: Self.name, content: Array(text.utf8), savedAt: savedAt)
  }

  private static func text(_ article: Article, body: String) -> String {
    let fields = [
      "\(article.id)", article.title, article.summary, body, "\(article.publishedAt)",
    ]
    let clean = fields.map { $0.filter { $0 != unit && $0 != record } }
    return clean.joined(separator: String(unit))
  }

  private static func article(_ text: Substring) -> Article? {
    let fields = text.split(separator: unit, omittingEmptySubsequences: false)
    guard fields.count == 5, let id = Int64(fields[0]), let published = Int64(fields[4]) else {
      return nil
    }
    return Article(
      id: id, title: String(fields[1]), summary: String(fields[2]), body: String(fields[3]),
      publishedAt: published)
  }
}
