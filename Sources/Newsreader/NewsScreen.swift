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
    case .article(let id): "\(id)"
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
  static let mostHeadlines = 40
  /// What separates the fields of an article, and articles.
  fileprivate static var unit: UInt8 { 0x1F }
  fileprivate static var record: UInt8 { 0x1E }

  init(article: Article?, headlines: [Article], selected: Int, savedAt: Int64) {
    self.article = article
    self.headlines = headlines
    self.selected = selected
    self.savedAt = savedAt
  }

  /// Reads what ``screen`` wrote; nil if it is something else.
  init?(_ saved: SavedScreen) {
    guard saved.name == Self.name else { return nil }
    var reader = SavedPageReader(saved.content)
    guard let selected = reader.number(), reader.endsRecord, reader.nextRecord() else { return nil }
    if reader.endsRecord {
      article = nil
    } else if let open = reader.article() {
      article = open
    } else {
      return nil
    }
    var headlines: [Article] = []
    headlines.reserveCapacity(Self.mostHeadlines)
    while reader.nextRecord() {
      if let headline = reader.article() { headlines.append(headline) }
    }
    guard !headlines.isEmpty || article != nil else { return nil }
    self.headlines = headlines
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
}

/// Reads the bytes of a saved page, record by record and field by field.
///
/// It works before the first frame, so it cuts nothing into parts that it does not keep.
private struct SavedPageReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether nothing of the record is left.
  var endsRecord: Bool { position == bytes.count || bytes[position] == SavedPage.record }

  /// Passes over the rest of the record; false if it was the last.
  mutating func nextRecord() -> Bool {
    while !endsRecord { position += 1 }
    if position == bytes.count { return false }
    position += 1
    return true
  }

  /// The article that is the rest of the record; nil if it is none.
  mutating func article() -> Article? {
    guard let id = number(), nextField(), let title = text(), nextField(), let summary = text(),
      nextField(), let body = text(), nextField(), let published = number(), endsRecord
    else { return nil }
    return Article(id: id, title: title, summary: summary, body: body, publishedAt: published)
  }

  /// The number that is the rest of the field.
  mutating func number() -> Int64? {
    let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    var value: Int64 = 0
    while !endsField {
      guard (0x30...0x39).contains(bytes[position]) else { return nil }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isBeyond) = tens.subtractingReportingOverflow(Int64(bytes[position] - 0x30))
      if isTooLarge || isBeyond { return nil }
      value = sum
      position += 1
    }
    // Reckoned below zero, where there is room for one more.
    if position == start || !isNegative && value == .min { return nil }
    return isNegative ? value : -value
  }

  private var endsField: Bool { endsRecord || bytes[position] == SavedPage.unit }

  private mutating func nextField() -> Bool {
    guard endsField, !endsRecord else { return false }
    position += 1
    return true
  }

  /// The text that is the rest of the field; nil if it is no UTF-8.
  private mutating func text() -> String? {
    let start = position
    var end = start
    // Both separators are control characters, and hardly another one stands in a text.
    while end < bytes.count,
      bytes[end] >= 0x20 || bytes[end] != SavedPage.unit && bytes[end] != SavedPage.record
    {
      end += 1
    }
    position = end
    guard let text = try? UTF8Span(validating: bytes.span.extracting(start..<position)) else {
      return nil
    }
    return String(copying: text)
  }
}
