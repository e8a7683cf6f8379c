import Testing

@testable import LaunchServer

@Suite struct RequestTargetTests {
  private func target(_ text: String) -> RequestTarget? { RequestTarget(text.utf8) }

  @Test func `a path is parted at its slashes, and not at encoded ones`() {
    #expect(target("/")?.segments == [""])
    #expect(target("/a/b")?.segments == ["a", "b"])
    #expect(target("/a%2Fb/")?.segments == ["a/b", ""])
    #expect(target("//")?.segments == ["", ""])
    #expect(target("/caf%C3%A9+1")?.segments == ["café+1"])
  }

  @Test func `a query has its fields in order, decoded, with a plus for a blank`() {
    let query = target("/?a=1&b=x+y%26&&c&=d&a=2")?.query.map { "\($0.name):\($0.value)" }
    #expect(query == ["a:1", "b:x y&", "c:", ":d", "a:2"])
    #expect(target("/?a=1=2?")?.query.map(\.value) == ["1=2?"])
    #expect(target("/a#?b=1")?.query.isEmpty == true)
  }

  @Test(arguments: [
    "", "a", "*", "http://elsewhere/", "/%", "/%4", "/%zz", "/%00", "/a?b=%0", "/?%00=1", "/%FF",
    "/%C3%28",
  ]) func `what makes no sense is no target`(text: String) {
    #expect(target(text) == nil)
  }

  @Test func `a query has a limited number of fields`() {
    let fields = Array(repeating: "a=1", count: Limits.queryFields)
    #expect(target("/?" + fields.joined(separator: "&"))?.query.count == Limits.queryFields)
    #expect(target("/?" + (fields + ["b"]).joined(separator: "&")) == nil)
  }

  @Test func `hostile bytes give a target or none, and end`() {
    var random = SplitMix(state: 7)
    let alphabet = Array("/?&=%+#:.0aF\u{0}\u{FF}é".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      guard let target = RequestTarget([UInt8(ascii: "/")] + bytes) else { continue }
      #expect(!target.segments.isEmpty)
      #expect(!target.segments.contains { $0.contains("\0") })
    }
  }
}

/// The same numbers at every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
