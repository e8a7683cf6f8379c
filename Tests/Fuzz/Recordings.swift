import LaunchJSON
import LaunchModel
import LaunchTraces

/// Recordings: whatever the bytes are, they are read, become a trace, and the trace is shown.
enum Target {
  static func look(_ input: [UInt8]) {
    let bytes = PackedRecording.unpack(input)
    let recording: Recording
    do {
      recording = try Recording(reading: bytes)
    } catch {
      hold(!error.description.isEmpty, "an error says nothing")
      return
    }
    hold(recording.threads.count <= RecordingLayout.maximumSegments, "more threads than segments")
    var count = 0
    for thread in recording.threads {
      count += thread.entries.count
      if let gap = thread.gap {
        hold(gap.count > 0 && (0...thread.entries.count).contains(gap.index), "a gap is nowhere")
      }
      for entry in thread.entries { look(recording.name(entry.name), of: entry.name) }
    }
    hold(count <= bytes.count / RecordingLayout.entryBytes, "more entries than bytes for them")
    for problem in recording.problems {
      hold(problem.count > 0 && !problem.code.isEmpty, "a problem that was not met")
    }
    Shown.look(Trace(recording))
  }

  /// A name lies within the names, or its text says that it is missing.
  private static func look(_ name: String, of id: UInt32) {
    if name == "name \(id) is missing" { return }
    hold(Int(id) < RecordingLayout.nameBytes, "a name lies beyond the names")
    // What is no UTF-8 is replaced, by three bytes for one at most.
    hold(name.utf8.count <= 3 * RecordingLayout.longestName, "a name is longer than it can be")
  }
}

/// A recording without its empty bytes, which a fuzzer would change in vain.
///
///     cut 4 | header from byte 24 | count 2, names | per segment: header 20, count 2, entries
///
/// A cut other than 0 says where the file ends. `pack` beside this file is the way back.
enum PackedRecording {
  private static let fixedBytes = RecordingLayout.Header.process
  private static let segmentHeaderBytes = 20

  static func unpack(_ input: [UInt8]) -> [UInt8] {
    var rest = input[...]
    func take(_ count: Int) -> ArraySlice<UInt8> {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number(_ count: Int) -> Int {
      take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let cut = number(4)
    typealias Layout = RecordingLayout
    var bytes = [UInt8](repeating: 0, count: Layout.segmentOffset(0))
    put("LPRECORD".utf8, at: 0, in: &bytes)
    for (offset, value) in [
      (Layout.Header.version, 1), (Layout.Header.headerBytes, Layout.headerBytes),
      (Layout.Header.nameBytes, Layout.nameBytes),
      (Layout.Header.segmentBytes, Layout.segmentBytes),
    ] {
      put([UInt8(truncatingIfNeeded: value), UInt8(value >> 8 & 0xFF)], at: offset, in: &bytes)
      put([UInt8(value >> 16 & 0xFF)], at: offset + 2, in: &bytes)
    }
    put(take(Layout.headerBytes - fixedBytes), at: fixedBytes, in: &bytes)
    put(take(min(number(2), Layout.nameBytes)), at: Layout.headerBytes, in: &bytes)
    var segment = 0
    while !rest.isEmpty, segment < Layout.maximumSegments {
      let start = Layout.segmentOffset(segment)
      bytes += [UInt8](repeating: 0, count: Layout.segmentBytes)
      put(take(segmentHeaderBytes), at: start, in: &bytes)
      let entries = take(min(number(2), Layout.entriesPerSegment) * Layout.entryBytes)
      put(entries, at: start + Layout.segmentHeaderBytes, in: &bytes)
      segment += 1
    }
    if cut != 0 { bytes.removeLast(max(0, bytes.count - cut)) }
    return bytes
  }

  private static func put(
    _ more: some Collection<UInt8>, at offset: Int, in bytes: inout [UInt8]
  ) {
    bytes.replaceSubrange(offset..<offset + more.count, with: more)
  }
}
