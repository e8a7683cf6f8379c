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

  @usableFromInline
  init(
    _ outcome: RuleOutcome, _ state: InputState, from source: InputSource? = .cached,
    age: Int64? = nil
  ) {
    self.state = state
    self.source = source
    self.age = age
    self.outcome = outcome
  }

  /// The same, of a value that makes no sense.
  @usableFromInline var malformed: RuleEvidence {
    RuleEvidence(.malformed, state, from: source, age: age)
  }

  static let absent = RuleEvidence(.passed, .absent)
  static let unavailable = RuleEvidence(.unavailable, .unavailable, from: nil)
}

// Evidence comes first, and its value is fetched if it chose: the type of what is passed on as an
// optional has to be instantiated, also where there is nothing in it.
extension LaunchInputs {
  /// Chooses if the version is below the cached minimum.
  @usableFromInline
  func minimumVersionEvidence() -> RuleEvidence {
    config { config in
      let age = age(since: config.fetchedAt)
      guard let text = config.minimumVersion else {
        return RuleEvidence(.passed, .value, age: age)
      }
      guard let minimum = SemanticVersion(text), let version = SemanticVersion(version) else {
        return RuleEvidence(.malformed, .value, age: age)
      }
      return RuleEvidence(version < minimum ? .chose : .passed, .value, age: age)
    }
  }

  /// Chooses if there is a maintenance now, which is ``maintenance()``.
  @usableFromInline
  func maintenanceEvidence() -> RuleEvidence {
    config { config in
      let age = age(since: config.fetchedAt)
      if config.maintenance == nil { return RuleEvidence(.passed, .value, age: age) }
      if let until = config.maintenance?.until, until <= now {
        return RuleEvidence(.tooOld, .value, age: age)
      }
      return RuleEvidence(.chose, .value, age: age)
    }
  }

  @usableFromInline
  func maintenance() -> Maintenance? { local { $0.config?.maintenance } }

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

  /// Chooses if there is a target that may be shown, which is ``pendingTarget()``.
  @usableFromInline
  func targetEvidence(maxAge: Duration) -> RuleEvidence {
    if target != nil { return RuleEvidence(.chose, .value, from: .launch, age: 0) }
    guard case .value(let state) = state, let pending = state.pendingTarget else {
      return RuleEvidence(.passed, .absent, from: .launch)
    }
    let age = age(since: pending.askedAt)
    return RuleEvidence(age > maxAge.wholeNanoseconds ? .tooOld : .chose, .value, age: age)
  }

  /// Where the launch is to lead: what it was asked for, else what an earlier one could not show.
  @usableFromInline
  func pendingTarget() -> PendingTarget? {
    if let target { return PendingTarget(url: target, askedAt: now) }
    return local { $0.pendingTarget }
  }

  /// Chooses if the screen that the person left may be shown, which is ``savedScreen()``.
  @usableFromInline
  func savedScreenEvidence(maxAge: Duration) -> RuleEvidence {
    switch state {
    case .value(let state):
      guard let saved = state.savedScreen else { return .absent }
      let age = age(since: saved.savedAt)
      let isFresh = age >= 0 && age <= maxAge.wholeNanoseconds
      return RuleEvidence(isFresh ? .chose : .tooOld, .value, age: age)
    case .absent: return .absent
    case .unavailable: return .unavailable
    }
  }

  @usableFromInline
  func savedScreen() -> SavedScreen? { local { $0.savedScreen } }

  private func local<Part>(_ part: (LaunchState) -> Part?) -> Part? {
    if case .value(let state) = state { part(state) } else { nil }
  }

  private func config(_ conclude: (CachedConfig) -> RuleEvidence) -> RuleEvidence {
    switch state {
    case .value(let state): state.withConfig(conclude) ?? .absent
    case .absent: .absent
    case .unavailable: .unavailable
    }
  }
}
