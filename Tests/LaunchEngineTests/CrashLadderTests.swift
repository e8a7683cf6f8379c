import LaunchModel
import Testing

@testable import LaunchEngine

struct CrashLadderTests {
  private let day: Int64 = 86_400_000_000_000

  private func crash(
    _ number: Int, in task: String?, at: Int64 = 1_000
  ) -> CrashHistory.Crash {
    CrashHistory.Crash(recording: "r\(number)", task: task, cause: "SIGSEGV", at: at)
  }

  private func ladder(
    _ history: CrashHistory? = nil, build: String = "1", now: Int64 = 1_000
  ) -> CrashLadder {
    CrashLadder(history, build: build, now: now)
  }

  @Test func `one crash is counted, two in a task put it into quarantine, three are safe mode`() {
    var ladder = ladder()
    #expect(ladder.admit(crash(1, in: "maps")) == .counted)
    #expect(ladder.reason(against: "maps") == nil)
    #expect(ladder.admit(crash(2, in: "maps")) == .quarantined)
    #expect(ladder.reason(against: "maps")?.contains("SIGSEGV, SIGSEGV") == true)
    #expect(ladder.reason(against: "store") == nil && !ladder.isInSafeMode)
    #expect(ladder.admit(crash(3, in: "store")) == .safeMode)
    #expect(ladder.isInSafeMode && ladder.reason(against: "store") == nil)
  }

  @Test func `crashes in different tasks, or in none, quarantine nothing`() {
    var ladder = ladder()
    #expect(ladder.admit(crash(1, in: "maps")) == .counted)
    #expect(ladder.admit(crash(2, in: "store")) == .counted)
    #expect(ladder.history.quarantine.isEmpty)
    #expect(ladder.admit(crash(3, in: nil)) == .safeMode)
  }

  @Test func `a launch counts once, however often it is taken in`() {
    var ladder = ladder()
    for _ in 0..<5 { #expect(ladder.admit(crash(1, in: "maps")) == .counted) }
    #expect(ladder.history.crashes.count == 1)
  }

  @Test func `content clears the count and keeps the quarantine`() {
    var ladder = ladder()
    for number in 1...3 { _ = ladder.admit(crash(number, in: "maps")) }
    ladder.reachedContent()
    #expect(!ladder.isInSafeMode && ladder.history.crashes.isEmpty)
    #expect(ladder.reason(against: "maps") != nil)
    #expect(ladder.admit(crash(4, in: "store")) == .counted)
  }

  @Test func `a new build starts afresh`() {
    var old = ladder()
    for number in 1...3 { _ = old.admit(crash(number, in: "maps")) }
    let new = ladder(old.history, build: "2")
    #expect(!new.isInSafeMode && new.reason(against: "maps") == nil && new.history.isEmpty)
  }

  @Test func `a quarantine ends after a week, also under a clock that was set back`() {
    var ladder = ladder()
    for number in 1...2 { _ = ladder.admit(crash(number, in: "maps", at: 100 * day)) }
    let history = ladder.history
    #expect(self.ladder(history, now: 106 * day).reason(against: "maps") != nil)
    #expect(self.ladder(history, now: 107 * day).reason(against: "maps") == nil)
    let back = self.ladder(history, now: day)
    #expect(back.reason(against: "maps") != nil)
    #expect(self.ladder(back.history, now: 8 * day).reason(against: "maps") == nil)
    #expect(self.ladder(history, now: .min).reason(against: "maps") == nil)
  }

  @Test func `what is remembered is bounded`() {
    var ladder = ladder()
    for number in 0..<1_000 { _ = ladder.admit(crash(number, in: "task \(number % 3)")) }
    #expect(ladder.history.crashes.count == Limits.keptCrashes)
    #expect(ladder.history.quarantine.count == 3)
  }

  @Test(arguments: 0..<200)
  func `whatever happens, a count is at most the crashes since content`(seed: UInt64) {
    var generator = SplitMix(state: seed)
    var ladder = ladder()
    var sinceContent: Set<String> = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        ladder.reachedContent()
        sinceContent = []
      case 1: ladder = self.ladder(ladder.history)
      default:
        let crash = crash(
          Int.random(in: 0..<30, using: &generator),
          in: [nil, "a", "b"].randomElement(using: &generator) ?? nil)
        sinceContent.insert(crash.recording)
        _ = ladder.admit(crash)
      }
      #expect(ladder.history.crashes.count <= sinceContent.count)
      #expect(ladder.isInSafeMode == (ladder.history.crashes.count >= 3))
    }
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
