/// The list of web assets in C, against the folder that it embeds.
enum Assets {
  static let listPath = "Sources/CWebAssets/CWebAssets.c"

  /// The differences between the list and the paths of the files in `Web`.
  static func findings(list: SourceText, files: Set<String>) -> [Finding] {
    let prefix = "#embed \"../../"
    var embedded: Set<String> = []
    var findings: [Finding] = []
    for (index, line) in list.lines.enumerated() {
      guard let start = line.firstRange(of: prefix)?.upperBound else { continue }
      let path = String(line[start...].prefix { $0 != "\"" })
      embedded.insert(path)
      if !files.contains(path) {
        findings.append(
          Finding(
            path: list.path, line: index + 1, message: "\(path) does not exist; take the line out"))
      }
    }
    let missing = files.subtracting(embedded).sorted().map { path in
      Finding(path: path, line: 1, message: "the file is not embedded; add it to \(list.path)")
    }
    return findings + missing
  }
}
