import LaunchEngine
import LaunchModel
import Testing

private enum Screen: LaunchScreen, Equatable {
  case update, maintenance, signIn(String?), item(String), saved, home

  var screenName: String { "\(self)" }
}

private let rules: [Rule<Screen>] = [
  .minimumVersion(.update), .maintenance(.maintenance), .session { .signIn($0) },
  .target { $0.url.hasPrefix("news:") ? .item($0.url) : nil },
  .savedScreen(maxAge: .seconds(60)) { _ in .saved }, .otherwise(.home),
]

private let second: Int64 = 1_000_000_000

private func decide(
  _ state: Reading<LaunchState>, version: String = "2.0.0", target: String? = nil,
  now: Int64 = 1000 * second
) -> Decision<Screen>? {
  LaunchInputs(version: version, target: target, now: now, state: state).decide(rules)
}

private func state(_ change: (inout LaunchState) -> Void) -> Reading<LaunchState> {
  var state = LaunchState()
  state.session = SessionMarker(account: "ann", signedInAt: 0)
  change(&state)
  return .value(state)
}

struct DecisionTests {
  @Test func `the rules decide in their order, and say what each looked at`() throws {
    let all = state {
      $0.config = CachedConfig(
        minimumVersion: "3.0.0", maintenance: Maintenance(message: "later"), fetchedAt: 0)
      $0.savedScreen = SavedScreen(name: "x", content: [], savedAt: 990 * second)
    }
    #expect(decide(all, target: "news:1")?.screen == .update)
    #expect(decide(all, version: "3.0.0", target: "news:1")?.screen == .maintenance)
    let free = state {
      $0.savedScreen = SavedScreen(name: "x", content: [], savedAt: 990 * second)
    }
    #expect(decide(free, target: "news:1")?.screen == .item("news:1"))
    let decision = try #require(decide(free))
    #expect(decision.screen == .saved)
    #expect(
      decision.steps.map(\.outcome) == [.passed, .passed, .passed, .passed, .chose])
    #expect(decision.reason.ageNanoseconds == 10 * second)
    #expect(decide(state { _ in })?.screen == .home)
  }

  @Test func `nobody signed in leads to sign-in, which is handed the target`() {
    #expect(decide(.absent, target: "news:7")?.screen == .signIn("news:7"))
  }

  @Test func `a session that cannot be read never leads to sign-in`() throws {
    let decision = try #require(decide(.unavailable("locked")))
    #expect(decision.screen == .home)
    #expect(decision.steps.first { $0.rule == "session" }?.outcome == .unavailable)
  }

  @Test(arguments: ["", "three", "1.2.3.4", "1..2", "99999999999999999999.0", "-1.0"])
  func `a minimum version that is none locks nobody out`(minimum: String) {
    let config = state { $0.config = CachedConfig(minimumVersion: minimum, fetchedAt: 0) }
    #expect(decide(config)?.screen == .home)
  }

  @Test func `a maintenance opens at its end`() {
    func until(_ end: Int64?) -> Reading<LaunchState> {
      state {
        $0.config = CachedConfig(
          maintenance: Maintenance(message: "m", until: end), fetchedAt: 0)
      }
    }
    #expect(decide(until(nil))?.screen == .maintenance)
    #expect(decide(until(1001 * second))?.screen == .maintenance)
    #expect(decide(until(1000 * second))?.screen == .home)
  }

  @Test func `a saved screen that is too old, or from the future, is not shown`() {
    func saved(_ at: Int64) -> Reading<LaunchState> {
      state { $0.savedScreen = SavedScreen(name: "x", content: [], savedAt: at) }
    }
    #expect(decide(saved(940 * second))?.screen == .saved)
    #expect(decide(saved(939 * second))?.screen == .home)
    #expect(decide(saved(1001 * second))?.screen == .home)
  }

  @Test func `a target that leads nowhere is passed over`() {
    #expect(decide(state { _ in }, target: "http://x")?.screen == .home)
  }

  @Test func `versions are ordered as semver says`() throws {
    let order = [
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
      "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.10", "2",
    ]
    let versions = try order.map { try #require(SemanticVersion($0)) }
    for (a, b) in zip(versions, versions.dropFirst()) { #expect(a < b && !(b < a)) }
    #expect(SemanticVersion("1.0.0+a") == SemanticVersion("1"))
  }
}
