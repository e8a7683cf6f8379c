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
  /// What ends a field of an article, and an article.
  private static let unit: UInt8 = 0x1F
  private static let record: UInt8 = 0x1E

  init(article: Article?, headlines: [Article], selected: Int, savedAt: Int64) {
    self.article = article
    self.headlines = headlines
    self.selected = selected
    self.savedAt = savedAt
  }

  /// Reads what ``screen`` wrote; nil if it is something else.
  ///
  /// It is read before the first frame, so byte by byte: to find where a character ends takes many
  /// times as long.
  init?(_ saved: SavedScreen) {
    guard saved.name == Self.name else { return nil }
    let records = saved.content.split(separator: Self.record, omittingEmptySubsequences: false)
    guard records.count >= 2, let selected = Self.number(records[0]) else { return nil }
    if records[1].isEmpty {
      article = nil
    } else if let open = Self.article(records[1]) {
      article = open
    } else {
      return nil
    }
    headlines = records.dropFirst(2).compactMap(Self.article)
    guard !headlines.isEmpty || article != nil else { return nil }
    self.selected = max(0, min(Int(clamping: selected), headlines.count - 1))
    savedAt = saved.savedAt
  }

  /// The page for the state file.
  ///
  /// Headlines are kept without their bodies: those are in the store.
  var screen: SavedScreen {
    var bytes = Array("\(selected)".utf8)
    bytes.append(Self.record)
    if let article { Self.append(article, body: String(article.body.prefix(4000)), to: &bytes) }
    for headline in headlines {
      bytes.append(Self.record)
      Self.append(headline, body: "", to: &bytes)
    }
    return SavedScreen(name: Self.name, content: bytes, savedAt: savedAt)
  }

  private static func append(_ article: Article, body: String, to bytes: inout [UInt8]) {
    bytes += "\(article.id)".utf8
    for field in [article.title, article.summary, body, "\(article.publishedAt)"] {
      bytes.append(unit)
      bytes += field.utf8.lazy.filter { $0 != unit && $0 != record }
    }
  }

  private static func article(_ bytes: ArraySlice<UInt8>) -> Article? {
    let fields = bytes.split(separator: unit, omittingEmptySubsequences: false)
    guard fields.count == 5, let id = number(fields[0]), let published = number(fields[4]),
      let title = text(fields[1]), let summary = text(fields[2]), let body = text(fields[3])
    else { return nil }
    return Article(id: id, title: title, summary: summary, body: body, publishedAt: published)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
    text(bytes).flatMap { Int64($0) }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    String(validating: bytes, as: UTF8.self)
  }
}
