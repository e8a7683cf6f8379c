import LaunchPath

/// The running program: what is on the screen, and what becomes of it when something happens.
@MainActor
final class App {
  private enum Page {
    case headlines
    case article(Article)
    /// An article that is not here yet.
    case fetching(Int64)
    case signIn
    case gate
    case recovery
  }

  let options: Options
  let display: any Display
  let queue = MainQueue()
  private let session: Session
  nonisolated private let openedStore = Lock<NewsStore?>(nil)
  private(set) var isRunning = true
  private var page = Page.headlines
  private var headlines: [Article] = []
  private var selected = 0
  private var status = ""
  private var pending: String?
  private var savedAt: Int64?
  private var launch: Launch?
  private var isFresh = false
  /// The lazy declaration that search uses.
  var searchIndex: LazyHandle<SearchIndex>?
  /// Work that is under way off the main thread.
  nonisolated private let workCount = Lock(0)

  init(options: Options) {
    self.options = options
    display = options.isHeadless ? LineDisplay() : TerminalDisplay()
    session = Session(folders: options.folders)
  }

  // MARK: - First screens, drawn by the launch

  func showPlaceholder() {
    display.draw(.placeholder)
  }

  func show(_ screen: NewsScreen, headlines: [Article] = [], target: Article? = nil) {
    switch screen {
    case .home:
      self.headlines = headlines
      status = headlines.isEmpty ? "fetching…" : "from the store"
    case .lastScreen(let page):
      savedAt = page.savedAt
      self.headlines = page.headlines
      selected = page.selected
      status = "as you left it"
      if let article = page.article { self.page = .article(article) }
    case .article(let id):
      pending = "news://item/\(id)"
      if let target {
        page = .article(target)
        status = "from the store"
      } else {
        page = .fetching(id)
        status = "fetching…"
      }
    case .signIn(let target):
      pending = target
      page = .signIn
    case .updateRequired:
      page = .gate
      display.draw(.updateRequired)
      return
    case .maintenance(let maintenance):
      page = .gate
      display.draw(.maintenance(maintenance))
      return
    }
    draw()
  }

  func showRecovery(_ causes: [RecoveryCause]) {
    page = .recovery
    display.draw(.recovery(causes))
  }

  /// What the first screen showed, for the recording.
  func describeFirstScreen(_ launch: Launch) {
    self.launch = launch
    switch page {
    case .headlines where headlines.isEmpty: launch.screen(.skeleton, section: "headlines")
    case .headlines: launch.screen(.staleContent, section: "headlines", age: savedAge)
    case .article: launch.screen(.staleContent, section: "article", age: savedAge)
    case .fetching: launch.screen(.skeleton, section: "article")
    case .signIn, .gate: launch.screen(.freshContent)
    case .recovery: launch.screen(.error)
    }
  }

  /// How old the page is that the person left; nil if another one is shown.
  private var savedAge: Duration? {
    guard let savedAt, let now = launch?.inputs.now else { return nil }
    return .nanoseconds(max(0, now - savedAt))
  }

  /// Draws the page again, in the size that the window has now.
  func draw() {
    switch page {
    case .headlines:
      display.draw(.headlines(headlines, selected: selected, status: status))
    case .article(let article): display.draw(.article(article, status: status))
    case .fetching(let id): display.draw(.fetching(id, status: status))
    case .signIn: display.draw(.signIn(pending: pending))
    case .gate, .recovery: break
    }
  }

  // MARK: - What arrives after the first frame

  /// Called by tasks, from any thread, with the store once it is open.
  nonisolated func opened(_ store: NewsStore) {
    openedStore.withLock { $0 = store }
  }

  /// Does a piece of work that the program does not end before, unless the person quits.
  nonisolated func underWay(_ what: String, _ body: () throws -> Void) throws {
    workCount.withLock { $0 += 1 }
    defer {
      workCount.withLock { $0 -= 1 }
      queue.wake()
    }
    do {
      try body()
    } catch {
      queue.post { self.failed(what, error) }
      throw error
    }
  }

  /// Whether deferred work or a command is still being done, or has something to show.
  ///
  /// What a piece of work shows is posted before the work ends, so the count is asked first.
  var hasWorkUnderWay: Bool {
    workCount.withLock { $0 > 0 } || launch?.hasDeferredWork == true || !queue.isEmpty
  }

  func arrived(_ fresh: [Article]) {
    guard case .headlines = page else {
      // For whoever goes back to them.
      headlines = fresh
      return
    }
    // The same headlines again are news all the same: what was waited for has come.
    let chosen = headlines.indices.contains(selected) ? headlines[selected].id : nil
    headlines = fresh
    selected = fresh.firstIndex { $0.id == chosen } ?? 0
    status = "fresh"
    draw()
    noteFresh("headlines")
  }

  func arrived(target: Article) {
    guard let pending, NewsLink(pending)?.id == target.id else { return }
    self.pending = nil
    page = .article(target)
    status = "fresh"
    draw()
    noteFresh("article")
  }

  private func noteFresh(_ section: StaticString) {
    if isFresh { return }
    isFresh = true
    launch?.screen(.freshContent, section: section)
  }

  func failed(_ what: String, _ error: any Error) {
    if let error = error as? BackendError, error.isRefusedSession {
      // Trusted until now; the place is kept, and sign-in comes at the moment of the refusal.
      signOut(keepingPlace: true)
      return
    }
    status = "\(what): \(error)"
    switch page {
    case .headlines where headlines.isEmpty: launch?.screen(.error, section: "headlines")
    case .fetching(let id) where what == Self.fetch(id):
      launch?.screen(.error, section: "article")
    case .headlines, .article, .fetching, .signIn, .gate, .recovery: break
    }
    draw()
  }

  // MARK: - Commands

  func perform(_ command: Command) {
    launch?.inputServed()
    switch (page, command) {
    case (_, .quit): isRunning = false
    case (.recovery, .refresh): retry()
    case (.recovery, .report): report()
    case (.gate, _), (.recovery, _): break
    case (.signIn, .signIn(let user, let password)): signIn(user, password)
    case (.signIn, _): break
    case (_, .signOut): signOut(keepingPlace: false)
    case (_, .refresh): refresh()
    case (.headlines, .up): select(selected - 1)
    case (.headlines, .down): select(selected + 1)
    case (.headlines, .open(let number)): open(number.map { $0 - 1 } ?? selected)
    case (.article, .back), (.article, .up), (.fetching, .back), (.fetching, .up):
      pending = nil
      page = .headlines
      draw()
    case (_, .search(let word)): search(word)
    default: break
    }
  }

  /// Launches again, after a screen could not be drawn or too many launches crashed.
  private func retry() {
    guard let launch else { return }
    page = .headlines
    switch launch.retry() {
    case .screen:
      describeFirstScreen(launch)
      launch.firstFrameShown()
    case .recovery(let causes): showRecovery(causes)
    }
  }

  /// Says where the recordings of the crashes lie.
  private func report() {
    let folder = options.folders.recordings
    let files = launch?.crashes.map { "\(folder)/\($0.recording)" } ?? []
    display.draw(.report(files))
  }

  private func select(_ row: Int) {
    guard headlines.indices.contains(row) else { return }
    selected = row
    draw()
  }

  private func open(_ row: Int) {
    guard headlines.indices.contains(row) else { return }
    selected = row
    let headline = headlines[row]
    let stored = try? openedStore.withLock { $0 }?.article(headline.id)
    page = .article(stored ?? headline)
    draw()
  }

  private func search(_ word: String) {
    guard let launch, let index = searchIndex else { return }
    do {
      let found = try launch.value(of: index).search(word)
      headlines = found
      selected = 0
      page = .headlines
      status = "\(found.count) found for \(word)"
    } catch {
      status = "search: \(error)"
    }
    draw()
  }

  private func refresh() {
    status = "refreshing…"
    draw()
    work("refresh") { [self, options] in
      let fresh = try Backend(options).headlines()
      try openedStore.withLock { $0 }?.keep(fresh)
      return fresh
    } then: { app, fresh in
      app.arrived(fresh)
    }
  }

  private func signIn(_ user: String, _ password: String) {
    work("sign in") { [options, session] in
      let token = try Backend(options).signIn(user: user, password: password)
      try session.begin(account: user, token: token)
    } then: { app, _ in
      app.page = .headlines
      app.status = "signed in as \(user)"
      app.draw()
      app.afterSignIn()
    }
  }

  /// What fetching an article is called.
  nonisolated static func fetch(_ id: Int64) -> String { "article \(id)" }

  private func afterSignIn() {
    guard let pending, let link = NewsLink(pending) else { return refresh() }
    work(Self.fetch(link.id)) { [options] in
      try Backend(options).article(link.id)
    } then: { app, article in
      app.arrived(target: article)
      try? app.session.targetShown()
    }
  }

  private func signOut(keepingPlace: Bool) {
    if !keepingPlace { headlines = [] }
    page = .signIn
    status = ""
    do {
      try session.end(keepingPlace: keepingPlace)
    } catch {
      status = "\(error)"
    }
    draw()
  }

  /// Does something on another thread, and goes on with its value on this one.
  private func work<Value: Sendable>(
    _ what: String, _ body: @escaping @Sendable () throws -> Value,
    then: @escaping @MainActor @Sendable (App, Value) -> Void
  ) {
    // Counted before the thread begins, or the program could end in between.
    workCount.withLock { $0 += 1 }
    BackgroundWork.start { [self, queue] in
      Launch.span("command") {
        Launch.attribute("what", what)
        // The failure is on the screen already.
        try? underWay(what) {
          let value = try body()
          queue.post { then(self, value) }
        }
      }
      workCount.withLock { $0 -= 1 }
      queue.wake()
    }
  }

  // MARK: - The end

  /// Keeps the page that the person leaves.
  func keepPage() {
    let article: Article? = if case .article(let open) = page { open } else { nil }
    switch page {
    case .headlines where headlines.isEmpty: return
    case .headlines, .article: break
    case .fetching, .signIn, .gate, .recovery: return
    }
    let page = SavedPage(
      article: article, headlines: Array(headlines.prefix(SavedPage.mostHeadlines)),
      selected: selected, savedAt: WallTime.now())
    do {
      try StateFile(folders: options.folders).update { $0.savedScreen = page.screen }
    } catch {
      StandardOutput.write("newsreader: \(error)\n")
    }
  }
}
