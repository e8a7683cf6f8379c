/// A version number that can be compared: semver.org 2.0.0, with missing parts read as zero.
public struct SemanticVersion: Sendable, Hashable, Comparable {
  /// The three numbers.
  public let numbers: [UInt64]
  /// The parts of the pre-release, empty for a release.
  public let preRelease: [String]

  /// Reads a version, or nil if the text is none.
  ///
  /// `2`, `2.4` and `2.4.0` are the same version. Build metadata after `+` is checked and ignored,
  /// as section 10 of the specification asks.
  public init?(_ text: String) {
    var rest = Substring(text)
    if let plus = rest.firstIndex(of: "+") {
      let metadata = rest[rest.index(after: plus)...]
      guard Self.identifiers(metadata) != nil else { return nil }
      rest = rest[..<plus]
    }
    var parts: [String] = []
    if let dash = rest.firstIndex(of: "-") {
      guard let identifiers = Self.identifiers(rest[rest.index(after: dash)...]) else {
        return nil
      }
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
      switch (UInt64(a), UInt64(b)) {
      case (let x?, let y?): return x < y
      case (.some, nil): return true
      case (nil, .some): return false
      case (nil, nil): return a < b
      }
    }
    return left.preRelease.count < right.preRelease.count
  }

  private static func number(_ text: Substring) -> UInt64? {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isPlain ? UInt64(text) : nil
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
