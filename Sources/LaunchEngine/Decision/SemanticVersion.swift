/// A version number that can be compared: semver.org 2.0.0, with missing parts read as zero.
public struct SemanticVersion: Sendable, Hashable, Comparable {
  /// The three numbers.
  public let numbers: [UInt64]
  /// The parts of the pre-release, empty for a release.
  public let preRelease: [String]

  /// Reads a version, or nil if the text is none.
  ///
  /// `2`, `2.4` and `2.4.0` are the same version. Build metadata after `+` is checked and ignored,
  /// as section 10 of the specification asks. A number with a leading zero, or one of more than 64
  /// bits before the pre-release, makes the text no version.
  public init?(_ text: String) {
    var rest = Substring(text)
    if let plus = rest.firstIndex(of: "+") {
      guard Self.identifiers(rest[rest.index(after: plus)...]) != nil else { return nil }
      rest = rest[..<plus]
    }
    var parts: [String] = []
    if let dash = rest.firstIndex(of: "-") {
      guard let identifiers = Self.identifiers(rest[rest.index(after: dash)...]),
        !identifiers.contains(where: { Self.isNumeric($0) && Self.hasLeadingZero($0) })
      else { return nil }
      parts = identifiers
      rest = rest[..<dash]
    }
    var numbers: [UInt64] = []
    for part in rest.split(separator: ".", omittingEmptySubsequences: false) {
      guard numbers.count < 3, let number = Self.number(part) else { return nil }
      numbers.append(number)
    }
    while numbers.count < 3 { numbers.append(0) }
    self.numbers = numbers
    self.preRelease = parts
  }

  /// Whether one version comes before another: section 11 of the specification.
  public static func < (left: Self, right: Self) -> Bool {
    if left.numbers != right.numbers {
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
    if left.preRelease.isEmpty || right.preRelease.isEmpty {
      return !left.preRelease.isEmpty && right.preRelease.isEmpty
    }
    for (a, b) in zip(left.preRelease, right.preRelease) where a != b {
      switch (isNumeric(a), isNumeric(b)) {
      // Numbers of any length: without leading zeros the longer one is the larger.
      case (true, true): return a.utf8.count != b.utf8.count ? a.utf8.count < b.utf8.count : a < b
      case (true, false): return true
      case (false, true): return false
      case (false, false): return a < b
      }
    }
    return left.preRelease.count < right.preRelease.count
  }

  private static func number(_ text: Substring) -> UInt64? {
    isNumeric(text) && !hasLeadingZero(text) ? UInt64(text) : nil
  }

  private static func isNumeric(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func hasLeadingZero(_ text: some StringProtocol) -> Bool {
    text.utf8.count > 1 && text.utf8.first == 0x30
  }

  private static func identifiers(_ text: Substring) -> [String]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let areWhole = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || byte == 0x2D
        }
    }
    return areWhole ? parts.map(String.init) : nil
  }
}
