public import CPlatform
public import LaunchModel

// What a program writes down of its work, on the thread that does it, without holding the launch.
// Any thread may do so. Without a launch it does nothing, and costs a look at one word.
extension Launch {
  /// Whether there is a launch to write to.
  @inlinable static var isRecording: Bool { launchpath_current() != 0 }

  /// Records how long a piece of work takes, on the thread that does it.
  ///
  /// Without a launch the work is done all the same, and costs nothing more. Any thread.
  ///
  /// - Parameters:
  ///   - name: What the work is called.
  ///   - category: What its time is.
  ///   - body: The work.
  /// - Returns: What the work gives.
  /// - Throws: What the work throws.
  @inlinable
  public static func span<Value, Failure>(
    _ name: StaticString, _ category: SpanCategory = .span,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if !isRecording { return try body() }
    begin(name, category)
    do throws(Failure) {
      let value = try body()
      end(.done)
      return value
    } catch {
      end(.failed)
      throw error
    }
  }

  @usableFromInline
  static func begin(_ name: StaticString, _ category: SpanCategory) {
    // Proof: the address is compared, never followed; a literal lives as long as the process.
    let address = unsafe name.hasPointerRepresentation ? UInt(bitPattern: name.utf8Start) : 0
    let kind = RecordingEntryKind.begin.rawValue
    if address != 0, launchpath_begin_span(address, kind, category.rawValue) { return }
    current?.recorder.beginSpan(name, category)
  }

  @usableFromInline
  static func end(_ outcome: TaskOutcome) {
    if launchpath_end_span(RecordingEntryKind.end.rawValue, outcome.rawValue) { return }
    current?.recorder.append(.end, detail: outcome.rawValue)
  }

  /// Records that something happened, now and on this thread.
  public static func instant(_ name: StaticString) {
    write { $0.append(.instant, name: $0.name(name)) }
  }

  /// Records the value that something has from now on, such as a queue's length.
  ///
  /// - Parameters:
  ///   - name: What is counted.
  ///   - value: How much there is.
  ///   - unit: Of what, such as `bytes`; empty for a mere number.
  public static func counter(_ name: StaticString, _ value: Int, unit: StaticString = "") {
    write { $0.append(.counter, name: $0.name(name), a: Int64(value), b: $0.name(unit)) }
  }

  /// Says something of the innermost open span of this thread; never a secret.
  ///
  /// - Parameters:
  ///   - name: What is said; a unit that it ends in, as `waitedNs` does, is shown.
  ///   - text: What it is.
  public static func attribute(_ name: StaticString, _ text: String) {
    write { $0.append(.spanText, name: $0.name(name), b: $0.name(text)) }
  }

  /// Says something of the innermost open span of this thread, with a number.
  ///
  /// - Parameters:
  ///   - name: What is said; a unit that it ends in, as `waitedNs` does, is shown.
  ///   - number: How much it is.
  public static func attribute(_ name: StaticString, _ number: Int) {
    write { $0.append(.spanNumber, name: $0.name(name), a: Int64(number)) }
  }

  /// Begins a flow in the innermost open span of this thread.
  ///
  /// What it leads to says so by ``follows(_:)``, on whatever thread that is.
  ///
  /// - Returns: The flow, to hand on with the work.
  public static func flow() -> LaunchFlow {
    let flow = LaunchFlow(number: launchpath_next_flow())
    write { $0.append(.flowOut, a: Int64(flow.number)) }
    return flow
  }

  /// Says that the innermost open span of this thread goes on with what a flow began.
  public static func follows(_ flow: LaunchFlow) {
    write { $0.append(.flowIn, a: Int64(flow.number)) }
  }

  private static func write(_ entry: (Recorder) -> Void) {
    if isRecording, let launch = current { entry(launch.recorder) }
  }
}

/// How one piece of work leads to another, which may be done by another thread.
public struct LaunchFlow: Sendable, Hashable {
  /// Tells it from the others of its process.
  let number: UInt64
}
