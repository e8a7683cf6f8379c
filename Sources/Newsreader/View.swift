import Glibc
import LaunchPath

/// What a screen shows: pure text, drawn by a terminal or printed as lines.
struct View {
  var title: String
  var rows: [String] = []
  /// Whether each row has its number before it.
  var isNumbered = false
  /// The row that is highlighted.
  var selected: Int?
  var status: String = ""

  static func headlines(_ articles: [Article], selected: Int, status: String) -> View {
    View(
      title: "Headlines", rows: articles.map(\.title), isNumbered: true,
      selected: articles.isEmpty ? nil : selected, status: status)
  }

  static func article(_ article: Article, status: String) -> View {
    var rows = article.summary.isEmpty ? [] : [article.summary, ""]
    rows += article.body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return View(title: article.title, rows: rows, status: status)
  }

  static func fetching(_ id: Int64, status: String) -> View {
    View(title: "Article \(id)", status: status)
  }

  static let placeholder = View(title: "Newsreader")

  static func signIn(pending: String?) -> View {
    View(
      title: "Sign in", rows: ["Press s to sign in."],
      status: pending.map { "then to \($0)" } ?? "")
  }

  static let updateRequired = View(
    title: "Update required",
    rows: ["This version is no longer supported. Please install the newest one."])

  static func maintenance(_ maintenance: Maintenance) -> View {
    View(title: "Maintenance", rows: [maintenance.message])
  }

  static func report(_ files: [String]) -> View {
    View(
      title: "Report", rows: files.isEmpty ? ["Nothing was recorded."] : files,
      status: "Send these files to whoever made the program. r: try again, q: quit")
  }

  static func recovery(_ causes: [RecoveryCause]) -> View {
    View(
      title: "Something went wrong", rows: causes.map(\.description),
      status: "r: try again, p: report, q: quit")
  }
}

/// Where views are drawn.
protocol Display: Sendable {
  func draw(_ view: View)
}

/// Views as lines on standard output: the same launch for scripts and tests.
struct LineDisplay: Display {
  func draw(_ view: View) {
    // Bytes, because this is drawn before the first frame: a text that grows takes many times as
    // long.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4096)
    bytes += "== ".utf8
    bytes += view.title.utf8
    if !view.status.isEmpty {
      bytes += " (".utf8
      bytes += view.status.utf8
      bytes.append(UInt8(ascii: ")"))
    }
    bytes.append(UInt8(ascii: "\n"))
    for (index, row) in view.rows.enumerated() {
      bytes += (index == view.selected ? "> " : "  ").utf8
      if view.isNumbered { Self.append(number: index + 1, to: &bytes) }
      bytes += row.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    StandardOutput.write(bytes.span)
  }

  private static func append(number: Int, to bytes: inout [UInt8]) {
    var scale = 1
    while number / scale >= 10 { scale *= 10 }
    while scale > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / scale % 10))
      scale /= 10
    }
    bytes += ". ".utf8
  }
}

/// Views on a terminal, one whole screen in one write.
struct TerminalDisplay: Display {
  func draw(_ view: View) {
    let size = Terminal.size()
    var text = "\u{1B}[H\u{1B}[2J\u{1B}[1m\(clipped(view.title, size.columns))\u{1B}[0m\r\n\r\n"
    let room = max(1, size.rows - 4)
    let first = max(0, min((view.selected ?? 0) - room / 2, view.rows.count - room))
    for (index, row) in view.rows.enumerated().dropFirst(first).prefix(room) {
      let line = clipped(view.isNumbered ? "\(index + 1). \(row)" : row, size.columns)
      text += index == view.selected ? "\u{1B}[7m\(line)\u{1B}[0m\r\n" : "\(line)\r\n"
    }
    text += "\u{1B}[\(size.rows);1H\u{1B}[2m\(clipped(view.status, size.columns))\u{1B}[0m"
    StandardOutput.write(text)
  }

  /// What fits on a line, without anything that would move the cursor.
  private func clipped(_ text: String, _ columns: Int) -> String {
    String(
      text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(columns).map(
        Character.init))
  }
}

/// Standard output, unbuffered.
enum StandardOutput {
  static func write(_ text: String) {
    write(text.utf8Span.span)
  }

  static func write(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var sent = 0
      while sent < bytes.count {
        // Proof: the pointer is used within the closure, for the bytes that are left.
        let count = unsafe Glibc.write(1, bytes.baseAddress! + sent, bytes.count - sent)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return }
        sent += count
      }
    }
  }
}
