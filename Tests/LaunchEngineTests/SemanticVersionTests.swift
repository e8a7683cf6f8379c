import LaunchEngine
import Testing

struct SemanticVersionTests {
  /// The orders that section 11 of the specification gives, and what follows from its words.
  @Test(arguments: [
    ["1.0.0", "2.0.0", "2.1.0", "2.1.1"],
    [
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
      "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0",
    ],
    ["1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0-A", "1.0.0-a", "1.0.0-a-"],
    ["1.0.0-18446744073709551615", "1.0.0-18446744073709551616", "1.0.0-99999999999999999999"],
    ["0.9", "1", "1.0.1", "1.1", "1.10", "2"],
  ])
  func `versions have the order of the specification`(ascending: [String]) throws {
    let versions = try ascending.map { try #require(SemanticVersion($0)) }
    for (low, a) in versions.enumerated() {
      for (high, b) in versions.enumerated() {
        #expect((a < b) == (low < high), "\(ascending[low]) and \(ascending[high])")
      }
    }
  }

  @Test(arguments: [
    "0.0.4", "1.2.3", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta", "1.1.2+meta-valid",
    "1.0.0-alpha", "1.0.0-alpha.beta.1", "1.0.0-alpha0.valid", "1.0.0-alpha.0valid",
    "1.0.0-rc.1+build.1", "1.2.3----RC-SNAPSHOT.12.9.1--.12+788", "1.0.0+0.build.1-rc.10000aaa",
    "1.0.0-0A.is.legal", "1.0.0+001", "2", "2.4", "0", "18446744073709551615.0.0",
  ])
  func `a version is read`(text: String) {
    #expect(SemanticVersion(text) != nil)
  }

  @Test(arguments: [
    "", " ", "v1.0.0", "1.", ".1", "1..0", "1.2.3.4", "01.1.1", "1.01.1", "1.1.01", "1.2.3-0123",
    "1.2.3-0123.0123", "1.1.2+.123", "+invalid", "-invalid", "alpha", "1.0.0-", "1.0.0+",
    "1.0.0-alpha..1", "1.0.0-alpha_beta", "1.2.3 ", "-1.0.0", "+1.0.0", "1.2.3-é", "١.٢.٣",
    "18446744073709551616.0.0", "1.0.0+a+b", "1.2.x", "\u{0}",
  ])
  func `what is no version is none`(text: String) {
    #expect(SemanticVersion(text) == nil)
  }

  @Test func `what is missing counts as zero, and build metadata counts for nothing`() {
    #expect(SemanticVersion("2") == SemanticVersion("2.0.0"))
    #expect(SemanticVersion("2.4") == SemanticVersion("2.4.0+build.7"))
    #expect(SemanticVersion("2.4.0-rc.1") != SemanticVersion("2.4.0"))
  }

  @Test func `a hostile text is no version, and costs no more than its length`() {
    #expect(SemanticVersion(String(repeating: "1.", count: 100_000)) == nil)
    #expect(SemanticVersion(String(repeating: "9", count: 100_000)) == nil)
    let long = String(repeating: "9", count: 100_000)
    #expect(SemanticVersion("1.0.0-\(long)") != nil)
  }
}
