import LaunchJSON

/// An item of the news.
struct Item: Sendable {
  let id: Int64
  let title: String
  let summary: String
  let body: String
  let publishedAt: Int64

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("title", title)
      writer.member("summary", summary)
      writer.member("body", body)
      writer.member("publishedAt", publishedAt)
    }
  }
}

/// The news: made from lists of words, the same at every start.
struct News: Sendable {
  /// The items, the newest first.
  let items: [Item]

  init(count: Int = 60) {
    let places = [
      "harbour", "museum", "library", "observatory", "botanical garden", "town hall", "old mill",
      "railway yard", "school", "theatre", "market square", "lighthouse",
    ]
    let events = [
      "opens after two years of repairs", "finds a forgotten map", "plans a night of open doors",
      "asks for volunteers", "counts more visitors than ever", "replaces its heating",
      "hosts a chess tournament", "puts its archive online", "closes for a week",
      "celebrates a hundred years", "wins a prize for its roof", "lends its tools to neighbours",
    ]
    let details = [
      "Work began in spring and took longer than planned.",
      "The first visitors stood in line before the doors opened.",
      "Nobody expected so many letters from other towns.",
      "The costs stayed below the estimate, the council says.",
      "A second part is to follow next year.",
      "Children are asked to bring a torch.",
    ]
    let newest: Int64 = 1_790_000_000
    items = (1...count).reversed().map { number in
      let place = places[number * 7 % places.count]
      let event = events[(number * 5 + number / places.count) % events.count]
      let body = (0..<4).map { details[(number + $0) % details.count] }.joined(separator: " ")
      return Item(
        id: Int64(number), title: "The \(place) \(event)",
        summary: details[number % details.count],
        body: body + "\n\n" + details[(number + 5) % details.count],
        publishedAt: newest - Int64(count - number) * 3600)
    }
  }

  /// A page of items after a cursor.
  ///
  /// - Returns: The items, and the cursor of the next page if there is one; nil for no such cursor.
  func page(after cursor: String?, limit: Int) -> (items: ArraySlice<Item>, next: String?)? {
    var start = 0
    if let cursor {
      guard let id = Int64(cursor), let index = items.firstIndex(where: { $0.id == id }) else {
        return nil
      }
      start = index + 1
    }
    let page = items[start...].prefix(limit)
    let isLast = page.endIndex == items.endIndex
    return (page, isLast ? nil : page.last.map { "\($0.id)" })
  }
}
