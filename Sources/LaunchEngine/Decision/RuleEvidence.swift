public import LaunchModel

/// What a rule looked at and what follows, without the screen.
///
/// The rules look at the inputs here, where no type of the program's own is known, so that the
/// program's copy of a rule is small.
@usableFromInline
struct RuleEvidence: Sendable {
  @usableFromInline let state: InputState
  @usableFromInline let source: InputSource?
  @usableFromInline let age: Int64?
  @usableFromInline let outcome: RuleOutcome

  init(
    _ outcome: RuleOutcome, _ state: InputState, from source: InputSource? = .cached,
    age: Int64? = nil
  ) {
    self.state = state
    self.source = source
    self.age = age
    self.outcome = outcome
  }

  static let absent = RuleEvidence(.passed, .absent)
  static let unavailable = RuleEvidence(.unavailable, .unavailable, from: nil)
}

extension LaunchInputs {
  /// Chooses if the version is below the cached minimum.
  @usableFromInline
  func minimumVersionEvidence() -> RuleEvidence {
    part(\.config) { config -> (RuleEvidence, Never?) in
      let age = age(since: config.fetchedAt)
      guard let text = config.minimumVersion else {
        return (RuleEvidence(.passed, .absent, age: age), nil)
      }
      guard let minimum = SemanticVersion(text), let version = SemanticVersion(version) else {
        return (RuleEvidence(.malformed, .value, age: age), nil)
      }
      return (RuleEvidence(version < minimum ? .chose : .passed, .value, age: age), nil)
    }.0
  }

  /// The maintenance, if there is one now.
  @usableFromInline
  func maintenanceEvidence() -> (RuleEvidence, Maintenance?) {
    part(\.config) { config in
      let age = age(since: config.fetchedAt)
      guard let maintenance = config.maintenance else {
        return (RuleEvidence(.passed, .absent, age: age), nil)
      }
      if let until = maintenance.until, until <= now {
        return (RuleEvidence(.tooOld, .value, age: age), nil)
      }
      return (RuleEvidence(.chose, .value, age: age), maintenance)
    }
  }

  /// Chooses if nobody is signed in.
  @usableFromInline
  func sessionEvidence() -> RuleEvidence {
    switch state {
    case .value(let state):
      guard let session = state.session else { return RuleEvidence(.chose, .absent) }
      return RuleEvidence(.passed, .value, age: age(since: session.signedInAt))
    case .absent: return RuleEvidence(.chose, .absent)
    case .unavailable: return .unavailable
    }
  }

  /// Where the launch is to lead, whatever becomes of it.
  @usableFromInline
  func targetURL() -> String? {
    if let target { return target }
    guard case .value(let state) = state else { return nil }
    return state.pendingTarget?.url
  }

  /// The target that may be shown.
  @usableFromInline
  func targetEvidence(maxAge: Duration) -> (RuleEvidence, PendingTarget?) {
    if let target {
      return (
        RuleEvidence(.chose, .value, from: .launch, age: 0),
        PendingTarget(url: target, askedAt: now)
      )
    }
    guard case .value(let state) = state, let pending = state.pendingTarget else {
      return (RuleEvidence(.passed, .absent, from: .launch), nil)
    }
    let age = age(since: pending.askedAt)
    if age > maxAge.wholeNanoseconds { return (RuleEvidence(.tooOld, .value, age: age), nil) }
    return (RuleEvidence(.chose, .value, age: age), pending)
  }

  /// The screen that the person left, if it may be shown.
  @usableFromInline
  func savedScreenEvidence(maxAge: Duration) -> (RuleEvidence, SavedScreen?) {
    part(\.savedScreen) { saved in
      let age = age(since: saved.savedAt)
      guard age >= 0, age <= maxAge.wholeNanoseconds else {
        return (RuleEvidence(.tooOld, .value, age: age), nil)
      }
      return (RuleEvidence(.chose, .value, age: age), saved)
    }
  }

  private func part<Part, Value>(
    _ part: (LaunchState) -> Part?, conclude: (Part) -> (RuleEvidence, Value?)
  ) -> (RuleEvidence, Value?) {
    switch state {
    case .value(let state): part(state).map(conclude) ?? (.absent, nil)
    case .absent: (.absent, nil)
    case .unavailable: (.unavailable, nil)
    }
  }
}
