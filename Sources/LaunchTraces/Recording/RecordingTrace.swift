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

  /// The moment of a recording's zero, CLOCK_BOOTTIME in nanoseconds.
  package static func zeroTime(of recording: Recording) -> UInt64 {
    RecordingZero(recording).time
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
