public import LaunchModel

/// Everything that a decision may look at, as one value.
///
/// The decision is a function of this value and the rules, so the same inputs give the same screen
/// in a test, in a replay and in the program.
public struct LaunchInputs: Sendable {
  /// The program's version.
  public var version: String
  /// The program's build.
  public var build: String
  /// What made the program come to the foreground.
  public var reason: LaunchReason
  /// The wall clock, in nanoseconds since 1970.
  public var now: Int64
  private var local: LocalInputs

  /// Where the launch is to lead, if it was given a target.
  public var target: String? {
    get { local.target }
    set { local = LocalInputs(target: newValue, state: local.state) }
  }

  /// The state file.
  public var state: Reading<LaunchState> {
    get { local.state }
    set { local = LocalInputs(target: local.target, state: newValue) }
  }

  /// Makes inputs.
  public init(
    version: String, build: String = "", reason: LaunchReason = .unknown, target: String? = nil,
    now: Int64, state: Reading<LaunchState>
  ) {
    self.version = version
    self.build = build
    self.reason = reason
    self.now = now
    local = LocalInputs(target: target, state: state)
  }

  /// How long ago a moment was, in nanoseconds; less than zero if the clock was set back since.
  func age(since moment: Int64) -> Int64 {
    let (age, overflow) = now.subtractingReportingOverflow(moment)
    return overflow ? (moment < 0 ? .max : .min) : age
  }
}

/// What was read locally.
///
/// Apart, and by reference: to copy it out of a structure, a program has to instantiate its type.
private final class LocalInputs: Sendable {
  let target: String?
  let state: Reading<LaunchState>

  init(target: String?, state: Reading<LaunchState>) {
    self.target = target
    self.state = state
  }
}
