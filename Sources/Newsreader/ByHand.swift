import LaunchPath

/// The same start without LaunchPath: the functions that the graph names, called in order.
///
/// It is what the benchmark subtracts, to show what the library costs.
@MainActor
func startByHand(_ app: App) {
  let options = app.options
  app.showPlaceholder()
  let screen = firstScreenByHand(options)
  var headlines: [Article] = []
  var article: Article?
  switch screen {
  case .home:
    headlines = (try? NewsStore.open(options).headlines(limit: 40)) ?? []
  case .article(let id):
    article = (try? NewsStore.open(options).article(id)) ?? nil
  case .lastScreen, .signIn, .updateRequired, .maintenance: break
  }
  app.show(screen, headlines: headlines, target: article)
}

private func firstScreenByHand(_ options: Options) -> NewsScreen {
  guard case .value(let state) = StateFile(folders: options.folders).read() else {
    return .signIn(pending: options.request.target)
  }
  if let config = state.config {
    if let text = config.minimumVersion, let minimum = SemanticVersion(text),
      let version = SemanticVersion(options.version), version < minimum
    {
      return .updateRequired
    }
    if let maintenance = config.maintenance { return .maintenance(maintenance) }
  }
  if state.session == nil { return .signIn(pending: options.request.target) }
  if let target = options.request.target, let link = NewsLink(target) {
    return .article(id: link.id)
  }
  if let saved = state.savedScreen, WallTime.now() - saved.savedAt < 3_600_000_000_000,
    let page = SavedPage(saved)
  {
    return .lastScreen(page)
  }
  return .home
}
