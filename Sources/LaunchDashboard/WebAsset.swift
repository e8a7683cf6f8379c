internal import CWebAssets
internal import LaunchServer

/// A file of the page, embedded in the program.
struct WebAsset: Sendable {
  /// Where the server answers with it, from the root.
  let path: String
  /// Its media type.
  let type: String
  /// Its bytes, which live as long as the process.
  let bytes: Response.StaticBytes

  /// All files by their path; `/` is the page itself.
  static let all: [String: WebAsset] = {
    var assets: [String: WebAsset] = [:]
    for index in 0..<launchpath_web_asset_count() {
      // Proof: texts and bytes are constants of the C door, of the counts that stand beside them.
      let asset = unsafe launchpath_web_asset_at(index)
      let path = unsafe String(cString: asset.path)
      let bytes = unsafe Response.StaticBytes(start: asset.bytes, count: asset.count)
      assets[path] = unsafe WebAsset(path: path, type: String(cString: asset.type), bytes: bytes)
    }
    assets["/"] = assets["/index.html"]
    return assets
  }()
}
