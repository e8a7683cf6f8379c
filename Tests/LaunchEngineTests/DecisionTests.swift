import LaunchEngine
import LaunchModel
import Testing

/// The first screens of a program, with what each is given.
private enum First: LaunchScreen, Equatable {
  case update
  case maintenance(String)
  case signIn(pending: String?)
  case article(String)
  case saved(String)
  case home

  var screenName: String {
    switch self {
    case .update: "update"
    case .maintenance: "maintenance"
    case .signIn: "sign in"
    case .article: "article"
    case .saved: "saved"
    case .home: "home"
    }
  }
}

private let second: Int64 = 1_000_000_000
private let now: Int64 = 1_800_000_000 * second

struct DecisionTests {
  /// The order of the launch chapter: gates, session, target, saved screen, home.
  private let rules: [Rule<First>] = [
    .minimumVersion(.update),
    .maintenance { .maintenance($0.message) },
    .session { .signIn(pending: $0) },
    .target { $0.url.hasPrefix("news://") ? .article($0.url) : nil },
    .savedScreen(maxAge: .seconds(3600)) { $0.name == "unknown" ? nil : .saved($0.name) },
    .otherwise(.home),
  ]

  private func inputs(
    version: String = "2.4.0", target: String? = nil, state: Reading<LaunchState>
  ) -> LaunchInputs {
    LaunchInputs(version: version, reason: .icon, target: target, now: now, state: state)
  }

  /// A state in which every rule has something to say.
  private func fullState() -> LaunchState {
    var state = LaunchState()
    state.session = SessionMarker(account: "ada", signedInAt: now - 10 * second)
    state.config = CachedConfig(
      minimumVersion: "9.0.0", maintenance: Maintenance(message: "back soon"),
      fetchedAt: now - 60 * second)
    state.savedScreen = SavedScreen(name: "list", content: [], savedAt: now - 5 * second)
    state.pendingTarget = PendingTarget(url: "news://7", askedAt: now - 30 * second)
    return state
  }

  private func decide(_ inputs: LaunchInputs) throws -> Decision<First> {
    try #require(inputs.decide(rules))
  }

  private func step(_ name: String, _ decision: Decision<First>) throws -> DecisionStep {
    try #require(decision.steps.first { $0.rule == name })
  }

  @Test func `each rule decides when those before it have nothing to say`() throws {
    var state = fullState()
    func screen() throws -> First { try decide(inputs(state: .value(state))).screen }
    #expect(try screen() == .update)
    state.config?.minimumVersion = "2.4.0"
    #expect(try screen() == .maintenance("back soon"))
    state.config?.maintenance = nil
    let session = state.session
    state.session = nil
    #expect(try screen() == .signIn(pending: "news://7"))
    state.session = session
    #expect(try screen() == .article("news://7"))
    state.pendingTarget = nil
    #expect(try screen() == .saved("list"))
    state.savedScreen = nil
    #expect(try screen() == .home)
  }

  @Test func `a decision ends at the rule that chose, and lists those before it`() throws {
    var state = fullState()
    state.config = nil
    let decision = try decide(inputs(state: .value(state)))
    #expect(decision.steps.map(\.rule) == ["minimum version", "maintenance", "session", "target"])
    #expect(decision.steps.map(\.outcome) == [.passed, .passed, .passed, .chose])
    #expect(decision.steps.map(\.state) == [.absent, .absent, .value, .value])
    #expect(decision.steps.first?.ageNanoseconds == nil)
    #expect(decision.reason.rule == "target")
    #expect(decision.reason.source == .cached)
    #expect(decision.reason.ageNanoseconds == 30 * second)
  }

  @Test func `a state that cannot be read leads home, and never to sign-in`() throws {
    let decision = try decide(inputs(state: .unavailable("the disk is locked")))
    #expect(decision.screen == .home)
    #expect(
      decision.steps.map(\.outcome) == [
        .unavailable, .unavailable, .unavailable, .passed, .unavailable, .chose,
      ])
    let linked = try decide(inputs(target: "news://9", state: .unavailable("the disk is locked")))
    #expect(linked.screen == .article("news://9"))
  }

  @Test func `nothing stored leads to sign-in`() throws {
    let decision = try decide(inputs(target: "news://9", state: .absent))
    #expect(decision.screen == .signIn(pending: "news://9"))
    #expect(decision.reason.state == .absent)
  }

  @Test(arguments: [
    ("2.4.1", "2.4.0", First.update), ("2.4.0", "2.4.0", .home), ("2.4.0", "2.4.0-rc.1", .update),
    ("2.3", "2.4.0", .home), ("10.0.0", "9.0.0", .update), ("", "1.0.0", .home),
    ("latest", "1.0.0", .home), ("2.4.0", "nightly", .home), ("99999999999999999999", "1", .home),
  ])
  fileprivate func `a minimum version gates what is below it, and a malformed one nobody`(
    minimum: String, version: String, screen: First
  ) throws {
    var state = LaunchState()
    state.session = SessionMarker(account: "ada", signedInAt: now)
    state.config = CachedConfig(minimumVersion: minimum, fetchedAt: now - second)
    let decision = try decide(inputs(version: version, state: .value(state)))
    #expect(decision.screen == screen)
    let readable = SemanticVersion(minimum) != nil && SemanticVersion(version) != nil
    let outcome = try step("minimum version", decision).outcome
    #expect(outcome == (screen == .update ? .chose : readable ? .passed : .malformed))
  }

  @Test func `a maintenance opens at its announced end`() throws {
    var state = LaunchState()
    state.session = SessionMarker(account: "ada", signedInAt: now)
    state.config = CachedConfig(
      maintenance: Maintenance(message: "back soon", until: now + 1), fetchedAt: now)
    #expect(try decide(inputs(state: .value(state))).screen == .maintenance("back soon"))
    state.config?.maintenance?.until = now
    let open = try decide(inputs(state: .value(state)))
    #expect(open.screen == .home)
    #expect(try step("maintenance", open).outcome == .tooOld)
  }

  @Test func `the launch's own target comes before one that was left`() throws {
    var state = LaunchState()
    state.session = SessionMarker(account: "ada", signedInAt: now)
    state.pendingTarget = PendingTarget(url: "news://old", askedAt: now - second)
    let decision = try decide(inputs(target: "news://new", state: .value(state)))
    #expect(decision.screen == .article("news://new"))
    #expect(decision.reason.source == .launch)
    #expect(decision.reason.ageNanoseconds == 0)
  }

  @Test func `a target that leads nowhere is malformed, and passed over`() throws {
    var state = LaunchState()
    state.session = SessionMarker(account: "ada", signedInAt: now)
    let decision = try decide(inputs(target: "ftp://x", state: .value(state)))
    #expect(decision.screen == .home)
    #expect(try step("target", decision).outcome == .malformed)
  }

  @Test func `a target that was left is followed for a day`() throws {
    var state = LaunchState()
    state.session = SessionMarker(account: "ada", signedInAt: now)
    state.pendingTarget = PendingTarget(url: "news://7", askedAt: now - 86_400 * second)
    #expect(try decide(inputs(state: .value(state))).screen == .article("news://7"))
    state.pendingTarget?.askedAt -= 1
    let late = try decide(inputs(state: .value(state)))
    #expect(late.screen == .home)
    #expect(try step("target", late).outcome == .tooOld)
    // The clock was set back since it was asked for: the person still asked.
    state.pendingTarget?.askedAt = now + 1
    #expect(try decide(inputs(state: .value(state))).screen == .article("news://7"))
  }

  @Test(arguments: [
    (Int64(0), First.saved("list")), (3600 * second, .saved("list")), (3600 * second + 1, .home),
    (-1, .home), (Int64.min, .home),
  ])
  fileprivate func `a saved screen is shown while its age is known and within the limit`(
    age: Int64, screen: First
  ) throws {
    var state = LaunchState()
    state.session = SessionMarker(account: "ada", signedInAt: now)
    state.savedScreen = SavedScreen(
      name: "list", content: [], savedAt: age == .min ? .max : now - age)
    let decision = try decide(inputs(state: .value(state)))
    #expect(decision.screen == screen)
    #expect(try step("saved screen", decision).outcome == (screen == .home ? .tooOld : .chose))
  }

  @Test func `a saved screen that no longer makes sense is malformed`() throws {
    var state = LaunchState()
    state.session = SessionMarker(account: "ada", signedInAt: now)
    state.savedScreen = SavedScreen(name: "unknown", content: [], savedAt: now)
    let decision = try decide(inputs(state: .value(state)))
    #expect(decision.screen == .home)
    #expect(try step("saved screen", decision).outcome == .malformed)
  }

  @Test(arguments: [Int64.min, .max]) func `no moment in the state can end the program`(
    moment: Int64
  ) throws {
    var state = fullState()
    state.session?.signedInAt = moment
    state.config?.fetchedAt = moment
    state.config?.minimumVersion = nil
    state.config?.maintenance?.until = .min
    state.savedScreen?.savedAt = moment
    state.pendingTarget?.askedAt = moment
    let decision = try decide(inputs(state: .value(state)))
    #expect(decision.screen == (moment == .max ? .article("news://7") : .home))
  }

  @Test func `a limit below zero shows nothing, and ends nothing`() {
    var state = LaunchState()
    state.savedScreen = SavedScreen(name: "list", content: [], savedAt: now)
    let rules: [Rule<First>] = [
      .savedScreen(maxAge: .seconds(-1)) { .saved($0.name) }, .otherwise(.home),
    ]
    #expect(inputs(state: .value(state)).decide(rules)?.screen == .home)
  }

  @Test func `without a rule that chooses there is no decision`() {
    let rules: [Rule<First>] = [.minimumVersion(.update)]
    #expect(inputs(state: .absent).decide(rules) == nil)
    #expect(inputs(state: .absent).decide([Rule<First>]()) == nil)
  }

  @Test func `a program's own rule is one among the others`() {
    let onboarding = Rule<First>("onboarding", input: "install history") { inputs in
      switch inputs.state.map(\.install) {
      case .absent: .choose(.home, from: .cached, state: .absent)
      case .value: .pass(state: .value, from: .cached)
      case .unavailable: .pass(.unavailable, state: .unavailable)
      }
    }
    let decision = inputs(state: .absent).decide([onboarding, .otherwise(.update)])
    #expect(decision?.screen == .home)
    #expect(decision?.reason.rule == "onboarding")
  }
}
