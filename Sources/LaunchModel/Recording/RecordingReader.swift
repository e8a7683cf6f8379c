extension Recording {
  /// Reads the bytes of a recording, whole, damaged or still being written.
  ///
  /// Whatever is whole is returned; whatever is not is counted in ``problems``. Every offset and
  /// count in the file is checked against the file's size before it is followed.
  ///
  /// - Throws: ``RecordingError`` if not even the header can be understood.
  /// - Complexity: O(bytes).
  public init(reading bytes: [UInt8]) throws(RecordingError) {
    try self.init(reading: RecordingBytes(bytes: bytes))
  }

  private init(reading bytes: RecordingBytes) throws(RecordingError) {
    typealias Header = RecordingLayout.Header
    guard bytes.count >= 8, bytes.u64(Header.magic) == RecordingLayout.magic else {
      throw RecordingError(
        code: .notARecording, description: "it does not begin with the bytes LPRECORD")
    }
    guard bytes.count >= RecordingLayout.headerBytes else {
      throw RecordingError(
        code: .truncated,
        description: "it ends after \(bytes.count) bytes, within its header of "
          + "\(RecordingLayout.headerBytes)")
    }
    guard bytes.u32(Header.version) == RecordingLayout.version else {
      throw RecordingError(
        code: .foreignVersion,
        description: "it is a recording of version \(bytes.u32(Header.version)); this program "
          + "reads version \(RecordingLayout.version)")
    }
    guard bytes.u32(Header.headerBytes) == UInt32(RecordingLayout.headerBytes),
      bytes.u32(Header.nameBytes) == UInt32(RecordingLayout.nameBytes),
      bytes.u32(Header.segmentBytes) == UInt32(RecordingLayout.segmentBytes)
    else {
      throw RecordingError(
        code: .notARecording, description: "its header gives sizes that no recording has")
    }
    process = bytes.u32(Header.process)
    clocks = (
      bytes.u64(Header.boottime), bytes.u64(Header.monotonic), bytes.u64(Header.realtime)
    )
    cpuTime = bytes.u64(Header.cpuTime)
    let stamp = bytes.u64(Header.spawnedAt)
    spawnedAt = stamp == 0 ? nil : stamp
    kernelStart = Self.kernelStart(
      ticks: bytes.u64(Header.kernelStartTicks), perSecond: bytes.u32(Header.ticksPerSecond))
    end = RecordingEnd(rawValue: UInt8(truncatingIfNeeded: bytes.u32(Header.end))) ?? .none
    let ended = bytes.u64(Header.endedAt)
    endedAt = ended == 0 ? nil : ended
    crash = Self.crash(bytes)
    let exitThread = bytes.u32(Header.exitThread)
    exit =
      exitThread == 0 ? nil : (Int32(bitPattern: bytes.u32(Header.exitStatus)), exitThread)
    factsAtStart = Self.facts(bytes, at: Header.factsAtStart)
    factsAtFirstFrame = Self.facts(bytes, at: Header.factsAtFirstFrame)
    ladderStep =
      LadderStep(rawValue: UInt8(truncatingIfNeeded: bytes.u32(Header.ladderStep))) ?? .none
    droppedEntries = Int(bytes.u32(Header.droppedEntries))
    droppedNames = Int(bytes.u32(Header.droppedNames))
    app = ""
    appVersion = ""
    appBuild = ""
    threads = []
    problems = []
    names = [:]
    readNames(bytes)
    app = name(bytes.u32(Header.app))
    appVersion = name(bytes.u32(Header.appVersion))
    appBuild = name(bytes.u32(Header.appBuild))
    readSegments(bytes)
    if droppedEntries > 0 {
      note("dropped-entries", "entries found no room in the recording", nil, droppedEntries)
    }
    if droppedNames > 0 {
      note("dropped-names", "names found no room in the recording", nil, droppedNames)
    }
  }

  private static func facts(_ bytes: RecordingBytes, at start: Int) -> RecordingFacts? {
    typealias Facts = RecordingLayout.Facts
    let libraries = bytes.u32(start + Facts.libraries)
    guard libraries > 0 else { return nil }
    return RecordingFacts(
      libraries: Int64(libraries),
      libraryBytes: Int64(clamping: bytes.u64(start + Facts.libraryBytes)),
      minorFaults: Int64(bytes.u32(start + Facts.minorFaults)),
      majorFaults: Int64(bytes.u32(start + Facts.majorFaults)),
      bytesRead: Int64(clamping: bytes.u64(start + Facts.bytesRead)),
      cpuTime: Int64(clamping: bytes.u64(start + Facts.cpuTime)))
  }

  private static func crash(_ bytes: RecordingBytes) -> RecordingCrash? {
    typealias Crash = RecordingLayout.Crash
    guard let signal = Int32(exactly: bytes.u32(Crash.signal)), signal > 0 else { return nil }
    return RecordingCrash(
      signal: signal, code: Int32(bitPattern: bytes.u32(Crash.code)),
      thread: bytes.u32(Crash.thread), address: bytes.u64(Crash.address),
      time: bytes.u64(Crash.time))
  }

  private static func kernelStart(
    ticks: UInt64, perSecond: UInt32
  ) -> (time: UInt64, resolution: UInt64)? {
    guard ticks > 0, perSecond > 0, perSecond <= 1_000_000_000 else { return nil }
    let resolution = 1_000_000_000 / UInt64(perSecond)
    let (time, overflow) = ticks.multipliedReportingOverflow(by: resolution)
    // The start lies within the tick, whose end is a time too.
    return overflow || time > .max - resolution ? nil : (time, resolution)
  }

  private mutating func readNames(_ bytes: RecordingBytes) {
    let start = RecordingLayout.headerBytes
    var used = Int(bytes.u32(RecordingLayout.Header.namesUsed))
    if used > RecordingLayout.nameBytes {
      note("bad-names", "the header claims more name bytes than there are", start)
      used = RecordingLayout.nameBytes
    }
    if start + used > bytes.count {
      note("truncated", "the file ends within its names", bytes.count)
      used = max(0, bytes.count - start)
    }
    // The first four bytes are never a name, so that 0 can mean that there is none.
    var offset = 4
    while offset + 2 <= used {
      let length = Int(bytes.u16(start + offset))
      guard length <= RecordingLayout.longestName, offset + 2 + length <= used else {
        note("bad-names", "a name runs past the end of the names", start + offset)
        return
      }
      names[UInt32(offset)] = bytes.text(start + offset + 2, count: length)
      offset += 2 + length
    }
  }

  private mutating func readSegments(_ bytes: RecordingBytes) {
    var used = Int(bytes.u32(RecordingLayout.Header.segmentsUsed))
    if used > RecordingLayout.maximumSegments {
      note("bad-segments", "the header claims more segments than there can be", nil)
      used = RecordingLayout.maximumSegments
    }
    var threadIndex: [UInt32: Int] = [:]
    for segment in 0..<used {
      let start = RecordingLayout.segmentOffset(segment)
      guard start + RecordingLayout.segmentHeaderBytes <= bytes.count else {
        note("truncated", "the file ends before its segment \(segment)", bytes.count)
        return
      }
      guard bytes.u32(start + RecordingLayout.Segment.magic) == RecordingLayout.segmentMagic
      else {
        // A segment is counted before its thread writes the header, so this is not damage.
        if bytes.u32(start + RecordingLayout.Segment.count) != 0 {
          note("bad-segments", "segment \(segment) has entries and no header", start)
        }
        continue
      }
      let thread = bytes.u32(start + RecordingLayout.Segment.thread)
      let index: Int
      if let known = threadIndex[thread] {
        index = known
      } else {
        index = threads.count
        threadIndex[thread] = index
        let title = name(bytes.u32(start + RecordingLayout.Segment.name))
        threads.append(RecordingThread(id: thread, name: title, entries: []))
      }
      readEntries(bytes, segment: segment, into: index)
    }
  }

  private mutating func readEntries(_ bytes: RecordingBytes, segment: Int, into thread: Int) {
    let start = RecordingLayout.segmentOffset(segment)
    let capacity = RecordingLayout.entriesPerSegment
    var written = Int(bytes.u32(start + RecordingLayout.Segment.count))
    var first = 0
    if bytes.u32(start + RecordingLayout.Segment.kind) == RecordingSegmentKind.ring.rawValue {
      // The oldest may be half overwritten by the next.
      first = max(0, written - capacity + 1)
    } else if written > capacity {
      note("bad-segments", "segment \(segment) claims more entries than it holds", start)
      written = capacity
    }
    if first > 0 {
      threads[thread].gap = RecordingGap(index: threads[thread].entries.count, count: first)
      note("overwritten-entries", "older entries made room for newer ones", nil, first)
    }
    threads[thread].entries.reserveCapacity(threads[thread].entries.count + written - first)
    for number in first..<written {
      let index = number % capacity
      let offset =
        start + RecordingLayout.segmentHeaderBytes + index * RecordingLayout.entryBytes
      guard offset + RecordingLayout.entryBytes <= bytes.count else {
        note("truncated", "the file ends within segment \(segment)", bytes.count)
        continue
      }
      readEntry(bytes, at: offset, into: thread)
    }
  }

  private mutating func readEntry(_ bytes: RecordingBytes, at offset: Int, into thread: Int) {
    typealias Entry = RecordingLayout.Entry
    guard let kind = RecordingEntryKind(rawValue: bytes.u8(offset + Entry.kind)) else {
      note("unknown-entries", "entries are of a kind that this program does not know", offset)
      return
    }
    threads[thread].entries.append(
      RecordingEntry(
        time: bytes.u64(offset + Entry.time), kind: kind,
        detail: bytes.u8(offset + Entry.detail), task: bytes.u16(offset + Entry.task),
        name: bytes.u32(offset + Entry.name),
        a: Int64(bitPattern: bytes.u64(offset + Entry.a)),
        b: bytes.u32(offset + Entry.b), c: bytes.u32(offset + Entry.c)))
  }

  private mutating func note(
    _ code: String, _ message: String, _ offset: Int?, _ count: Int = 1
  ) {
    if let index = problems.firstIndex(where: { $0.code == code }) {
      problems[index].count += count
    } else {
      problems.append(TraceProblem(code: code, message: message, offset: offset, count: count))
    }
  }
}

/// Little-endian reads at offsets that the reader has checked.
private struct RecordingBytes {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func u8(_ offset: Int) -> UInt8 { bytes[offset] }
  func u16(_ offset: Int) -> UInt16 { integer(offset) }
  func u32(_ offset: Int) -> UInt32 { integer(offset) }
  func u64(_ offset: Int) -> UInt64 { integer(offset) }

  func text(_ offset: Int, count: Int) -> String {
    String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  private func integer<Value: FixedWidthInteger>(_ offset: Int) -> Value {
    var value: Value = 0
    for index in stride(from: Value.bitWidth / 8 - 1, through: 0, by: -1) {
      value = value << 8 | Value(truncatingIfNeeded: bytes[offset + index])
    }
    return value
  }
}
