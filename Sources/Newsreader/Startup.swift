import Glibc
import LaunchPath

/// The start-up work of Newsreader, declared.
@MainActor
func makeGraph(_ app: App) -> Graph<NewsScreen> {
  let options = app.options
  let session = Session(folders: options.folders)
  let queue = app.queue
  let target = options.request.target.flatMap { NewsLink($0) }
  var graph = Graph<NewsScreen>()

  graph.task("ignore broken pipes", at: .firstFrame, expected: .microseconds(5)) {
    // A connection that the server closes is an error to handle, and no reason to die.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  // The store, and what screens read from it.
  let store = graph.task("open store", expected: .milliseconds(1)) {
    try options.plant("open store")
    let store = try NewsStore.open(options)
    app.opened(store)
    return store
  }
  let cached = graph.task("cached headlines", expected: .microseconds(200), needs: store) {
    try options.plant("cached headlines")
    return try $0.headlines(limit: 40)
  }
  let article = graph.task("target article", expected: .microseconds(100), needs: store) {
    store in
    try options.plant("target article")
    return try target.flatMap { try store.article($0.id) }
  }

  // After the first frame: the network, and what nobody waits for.
  let config = graph.task("fresh config", on: .blocking) {
    try app.underWay("config") {
      try options.plant("fresh config")
      let config = try Backend(options).config()
      try StateFile(folders: options.folders).update { $0.config = config }
    }
  }
  graph.task("fresh headlines", on: .blocking, needs: store.optional, config.optional) {
    store, _ in
    guard session.token() != nil else { return }
    try app.underWay("fresh headlines") {
      try options.plant("fresh headlines")
      let fresh = try Backend(options).headlines()
      try store?.keep(fresh)
      queue.post { app.arrived(fresh) }
    }
  }
  graph.task("fresh target", on: .blocking, needs: store.optional, article.or(nil)) {
    store, found in
    guard let target, found == nil, session.token() != nil else { return }
    try app.underWay(App.fetch(target.id)) {
      let article = try Backend(options).article(target.id)
      try store?.keep([article])
      queue.post { app.arrived(target: article) }
    }
  }
  graph.mainTask("watch window size") { Signals.watchWindow() }
  app.searchIndex = graph.lazy("search index", needs: store) { store in
    try options.plant("search index")
    return SearchIndex(try store.headlines(limit: 1000))
  }

  graph.screen("home", needs: cached.or([])) { app.show($0, headlines: $1) }
  graph.screen("article", needs: article.or(nil)) { app.show($0, target: $1) }
  for name in ["last screen", "sign in", "update required", "maintenance"] {
    graph.screen(name) { app.show($0) }
  }
  return graph
}

extension Options {
  /// What `--slow`, `--fail` and `--crash` planted into a task.
  func plant(_ task: String) throws {
    if let milliseconds = slow[task] { usleep(UInt32(milliseconds) * 1000) }
    if crashing.contains(task) { fatalError("\(task) was asked to crash") }
    if failing.contains(task) { throw PlantedFailure(task: task) }
  }
}

/// A failure that the command line asked for.
struct PlantedFailure: Error, CustomStringConvertible {
  let task: String

  var description: String { "\(task) was asked to fail" }
}

/// Which words occur in which articles.
struct SearchIndex: Sendable {
  private let articles: [Article]
  private let rows: [String: Set<Int>]

  init(_ articles: [Article]) {
    var rows: [String: Set<Int>] = [:]
    for (row, article) in articles.enumerated() {
      for word in Self.words(article.title + " " + article.summary + " " + article.body) {
        rows[word, default: []].insert(row)
      }
    }
    self.articles = articles
    self.rows = rows
  }

  func search(_ word: String) -> [Article] {
    (rows[word.lowercased()] ?? []).sorted().map { articles[$0] }
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
