import Foundation

/// One measured row.
struct Row: Codable {
  var bench: String
  var value: Double
  var unit: String
  var against: String?
  var againstValue: Double?
  var ratio: Double?
  var p90: Double
  var n: Int
  var goal: String?
  var met: Bool?
}

/// A unit with the nanoseconds that it has.
enum Unit: Double {
  case nanoseconds = 1
  case microseconds = 1e3
  case milliseconds = 1e6

  var name: String {
    switch self {
    case .nanoseconds: "ns"
    case .microseconds: "us"
    case .milliseconds: "ms"
    }
  }
}

/// What a row is held to.
enum Goal {
  case ratio(Double)
  case nanoseconds(Double)
  case more(nanoseconds: Double)
}

struct Table {
  private(set) var rows: [Row] = []

  mutating func add(
    _ bench: String, _ unit: Unit, _ samples: Samples, against: (String, Samples)? = nil,
    goal: Goal? = nil
  ) {
    let value = samples.median
    let other = against?.1.median
    var text: String?
    var met: Bool?
    switch goal {
    case .ratio(let most):
      text = "ratio <= \(most)"
      met = other.map { value / $0 <= most }
    case .nanoseconds(let most):
      text = "<= \(most / unit.rawValue) \(unit.name)"
      met = value <= most
    case .more(let most):
      text = "<= +\(most / unit.rawValue) \(unit.name)"
      met = other.map { value - $0 <= most }
    case nil: break
    }
    let row = Row(
      bench: bench, value: rounded(value / unit.rawValue), unit: unit.name, against: against?.0,
      againstValue: other.map { rounded($0 / unit.rawValue) },
      ratio: other.map { rounded(value / $0) }, p90: rounded(samples.p90 / unit.rawValue),
      n: samples.values.count, goal: text, met: met)
    rows.append(row)
    show(line(row))
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  static let heading =
    pad("bench", 44) + pad("median", 11, true) + pad("p90", 11, true) + "    "
    + pad("against", 26) + pad("its median", 11, true) + pad("ratio", 8, true) + "  goal"

  private func line(_ row: Row) -> String {
    var text = Self.pad(row.bench, 44) + Self.pad(number(row.value), 11, true)
    text += Self.pad(number(row.p90), 11, true) + " " + Self.pad(row.unit, 3)
    text += Self.pad(row.against ?? "", 26)
    text += Self.pad(row.againstValue.map(number) ?? "", 11, true)
    text += Self.pad(row.ratio.map(number) ?? "", 8, true) + "  "
    if let goal = row.goal { text += goal + (row.met == true ? ", met" : ", MISSED") }
    return text
  }

  private func number(_ value: Double) -> String {
    String(format: value < 10 ? "%.3f" : "%.1f", value)
  }

  private static func pad(_ text: String, _ width: Int, _ isRight: Bool = false) -> String {
    let space = String(repeating: " ", count: max(1, width - text.count))
    return isRight ? space + text : text + space
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(rows).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}

/// Prints a line at once, also into a pipe.
func show(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
