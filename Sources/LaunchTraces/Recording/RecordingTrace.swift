package import LaunchModel

extension Trace {
  /// Makes a trace of a recording.
  ///
  /// - Parameters:
  ///   - recording: What the flight recorder wrote.
  ///   - isAlive: Whether the recorded process lives; asked only if it did not say that it ended.
  /// - Complexity: O(entries).
  package init(_ recording: Recording, isAlive: (Recording) -> Bool = { _ in false }) {
    var builder = RecordingTraceBuilder(recording)
    builder.build(isAlive: isAlive)
    self = builder.trace
  }

  /// Where a moment lies in the trace of a recording.
  ///
  /// - Parameters:
  ///   - time: CLOCK_BOOTTIME in nanoseconds.
  ///   - recording: The recording.
  /// - Returns: Nanoseconds from the trace's zero.
  package static func moment(_ time: UInt64, of recording: Recording) -> Int64 {
    RecordingZero(recording).relative(time)
  }

  /// An id of 16 hexadecimal digits from what tells a launch from every other: FNV-1a.
  package static func identity(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
