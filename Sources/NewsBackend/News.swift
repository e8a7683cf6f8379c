import LaunchJSON

/// An item of the news.
struct Item: Sendable {
  let id: Int64
  let title: String
  let summary: String
  let body: String
  /// In seconds since 1970.
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

/// The news: an event at a place each, the same at every start.
struct News: Sendable {
  /// The items, the newest first.
  let items: [Item]

  init(count: Int = 60) {
    let (places, events) = (Place.all, Event.all)
    let newest: Int64 = 1_790_000_000
    items = (1...count).reversed().map { number in
      let place = places[number * 7 % places.count]
      let event = events[(number * 5 + number / places.count) % events.count]
      let paragraphs = [
        "\(event.summary) \(event.detail)", "\(place.about) \(event.quote)",
        Event.endings[(number * 3 + number / 7) % Event.endings.count],
      ]
      return Item(
        id: Int64(number), title: "The \(place.name) \(event.headline)", summary: event.summary,
        body: paragraphs.joined(separator: "\n\n"),
        // An hour apart, give or take some minutes.
        publishedAt: newest - Int64(count - number) * 3600 - Int64(number * 37 % 23) * 60)
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
