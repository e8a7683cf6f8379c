import CPlatform
import Glibc
package import LaunchModel
import Synchronization

/// The flight recorder of a process: what happens is in its file at once, however the process ends.
///
/// Every thread writes into segments of its own, without a lock and without allocating. What finds
/// no room is dropped and counted. Nothing here throws, blocks on a disk, or ends the program.
package final class Recorder: Sendable {
  private struct Shared {
    var names = NameTable()
    var literals = LiteralNames()
    // The first four bytes are never a name, so that 0 can mean that there is none.
    var namesUsed: UInt32 = 4
    /// The addresses of the segments that are taken, in their order, and who writes each.
    var segments: [Int] = []
    var writers: [Int] = []
  }

  private let mapping: RecordingMapping?
  private let number: UInt64
  /// CLOCK_BOOTTIME at the beginning, in nanoseconds.
  private let began: UInt64
  private let forks = launchpath_forks()
  private let shared = Lock(Shared())
  /// Whether the program has spans of its own, of which there may be many.
  private let hasSpans = Atomic(false)

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - folder: Where its file is to be; empty for none, which records into memory.
  ///   - app: The program's name.
  ///   - version: Its version.
  ///   - build: Its build.
  ///   - spawnedAt: The parent's stamp, CLOCK_BOOTTIME in nanoseconds, if it gave one.
  ///   - usesSpare: Whether to take the file that an earlier launch left there for this one.
  package init(
    folder: String, app: String, version: String, build: String, spawnedAt: UInt64?,
    usesSpare: Bool = false
  ) {
    let clocks = launchpath_read_clocks()
    began = clocks.boottime
    let cpuTime = Self.read(CLOCK_PROCESS_CPUTIME_ID)
    launchpath_watch_forks()
    number = launchpath_next_number()
    let process = getpid()
    // A second recording of a process is named after its number, which the file does not hold.
    mapping = RecordingMapping(
      folder: folder,
      name: RecordingName(app: app, process: process, boottime: began, number: number),
      usesSpare: usesSpare && number == 1 && !folder.isEmpty)
    guard let mapping else { return }
    typealias Header = RecordingLayout.Header
    mapping.store(RecordingLayout.version.littleEndian, at: Header.version)
    mapping.store(UInt32(RecordingLayout.headerBytes).littleEndian, at: Header.headerBytes)
    mapping.store(UInt32(RecordingLayout.nameBytes).littleEndian, at: Header.nameBytes)
    mapping.store(UInt32(RecordingLayout.segmentBytes).littleEndian, at: Header.segmentBytes)
    mapping.store(UInt32(process).littleEndian, at: Header.process)
    mapping.store(clocks.boottime.littleEndian, at: Header.boottime)
    mapping.store(clocks.monotonic.littleEndian, at: Header.monotonic)
    mapping.store(clocks.realtime.littleEndian, at: Header.realtime)
    mapping.store(cpuTime.littleEndian, at: Header.cpuTime)
    mapping.store((spawnedAt ?? 0).littleEndian, at: Header.spawnedAt)
    mapping.store(name(app).littleEndian, at: Header.app)
    mapping.store(name(version).littleEndian, at: Header.appVersion)
    mapping.store(name(build).littleEndian, at: Header.appBuild)
    // Last, so that a file without it was never begun.
    mapping.store(RecordingLayout.magic.littleEndian, at: Header.magic)
  }

  /// The recording's file; nil if it is in memory only.
  package var path: String? {
    mapping.flatMap { $0.file < 0 ? nil : $0.place }
  }

  /// A forked child inherits the memory, and leaves the parent's recording alone.
  private var isOurs: Bool { forks == launchpath_forks() }

  /// Why there is no file, although one was asked for; empty if there is one.
  package var problem: String { mapping?.problem ?? "no memory for it" }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  // MARK: - Names

  /// The number of a name, which is in the file before it is returned; 0 if there was no room.
  ///
  /// - Complexity: O(length) on average. Any thread; takes a lock that is held for as long.
  package func name(_ text: String) -> UInt32 {
    if text.isEmpty { return 0 }
    guard let mapping, isOurs else { return 0 }
    var text = text
    // Proof: the pointers stay within the closure and within the names, whose room is checked.
    return text.withUTF8 { bytes in
      let bytes = unsafe UnsafeRawBufferPointer(
        UnsafeBufferPointer(rebasing: bytes.prefix(RecordingLayout.longestName)))
      let hash = unsafe NameTable.hash(bytes)
      return shared.withLock { shared in
        let known = shared.names.name(hash: hash) { unsafe isName($0, bytes, in: mapping) }
        if let known { return known }
        let id = shared.namesUsed
        guard Int(id) + 2 + bytes.count <= RecordingLayout.nameBytes else {
          add(1, to: RecordingLayout.Header.droppedNames)
          return 0
        }
        let offset = RecordingLayout.headerBytes + Int(id)
        mapping.store(UInt16(bytes.count).littleEndian, at: offset)
        unsafe mapping.pointer(at: offset + 2, count: bytes.count)
          .copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
        shared.namesUsed = id + 2 + UInt32(bytes.count)
        shared.names.add(id, hash: hash)
        publish(shared.namesUsed, at: RecordingLayout.Header.namesUsed)
        return id
      }
    }
  }

  /// Gives every mark that the library sets its number, while there is room for names.
  package func nameMarks() {
    // Not in a loop: an array would be the first of its kind in many a program.
    _ = name(LaunchMark.started)
    _ = name(LaunchMark.placeholder)
    _ = name(LaunchMark.draw)
    _ = name(LaunchMark.firstFrame)
    _ = name(LaunchMark.firstContent)
    _ = name(LaunchMark.interactive)
  }

  /// Whether the name of a number, which is in the mapping, has these bytes.
  @unsafe private func isName(
    _ id: UInt32, _ bytes: UnsafeRawBufferPointer, in mapping: RecordingMapping
  ) -> Bool {
    let offset = RecordingLayout.headerBytes + Int(id)
    let count = unsafe mapping.pointer(at: offset, count: 2).loadUnaligned(as: UInt16.self)
    guard Int(UInt16(littleEndian: count)) == bytes.count else { return false }
    return unsafe memcmp(
      mapping.pointer(at: offset + 2, count: bytes.count), bytes.baseAddress!, bytes.count) == 0
  }

  /// The number of a literal's name.
  ///
  /// - Complexity: O(1) on average, after the first use of the literal.
  package func name(_ literal: StaticString) -> UInt32 {
    guard isOurs, literal.hasPointerRepresentation else { return name("\(literal)") }
    // Proof: the address is compared, never followed; a literal lives as long as the process.
    let address = unsafe UInt(bitPattern: literal.utf8Start)
    if let known = shared.withLock({ $0.literals.name(at: address) }) { return known }
    let id = name("\(literal)")
    shared.withLock { $0.literals.add(id, at: address) }
    return id
  }

  /// Makes this the recording into which spans go.
  func becomeCurrent() { launchpath_set_current(mapping == nil ? 0 : number) }

  /// Begins a span, and remembers its literal for the next time that this thread uses it.
  func beginSpan(_ literal: StaticString, _ category: SpanCategory) {
    let name = name(literal)
    if !hasSpans.exchange(true, ordering: .relaxed) { mapping?.populateFirstSegment() }
    append(.begin, detail: category.rawValue, name: name)
    guard name != 0, literal.hasPointerRepresentation else { return }
    // Proof: the ring is the calling thread's own, and has been given to it by the entry above; the
    // address is compared, never followed.
    let ring = unsafe launchpath_thread_ring()!
    let address = unsafe UInt(bitPattern: literal.utf8Start)
    if unsafe ring.pointee.recorder == number {
      unsafe launchpath_literal_slot(ring, address).pointee =
        launchpath_literal(address: address, name: name)
    }
  }

  // MARK: - Entries

  /// Writes an entry of now.
  @inline(__always)
  package func append(
    _ kind: RecordingEntryKind, detail: UInt8 = 0, task: UInt16 = RecordingEntry.noTask,
    name: UInt32 = 0, a: Int64 = 0, b: UInt32 = 0, c: UInt32 = 0
  ) {
    append(
      launchpath_entry(
        time: launchpath_now(), name: name, kind: kind.rawValue, detail: detail, task: task,
        a: a, b: b, c: c))
  }

  /// Writes the other clocks, by which a suspension and a clock that was set are seen.
  package func appendClocks() {
    let clocks = launchpath_read_clocks()
    append(
      launchpath_entry(
        time: clocks.boottime, name: 0, kind: RecordingEntryKind.clocks.rawValue, detail: 0,
        task: RecordingEntry.noTask, a: Int64(clamping: clocks.monotonic),
        b: UInt32(truncatingIfNeeded: clocks.realtime),
        c: UInt32(truncatingIfNeeded: clocks.realtime >> 32)))
  }

  /// Writes an input or a frame, of a moment that was read already.
  package func append(_ kind: RecordingEntryKind, time: UInt64, a: Int64) {
    append(
      launchpath_entry(
        time: time, name: 0, kind: kind.rawValue, detail: 0, task: RecordingEntry.noTask, a: a,
        b: 0, c: 0))
  }

  private func append(_ entry: launchpath_entry) {
    // Proof: the ring is the calling thread's own, and its pointers are those of a segment that
    // takeSegment(_:) gave to this thread alone; mappings are never taken back.
    let ring = unsafe launchpath_thread_ring()!
    var entry = entry
    while true {
      if unsafe ring.pointee.recorder == number, unsafe launchpath_append(ring, &entry) { return }
      guard unsafe takeSegment(ring) else { return }
    }
  }

  /// Gives the calling thread a segment; false if there is none, which is counted.
  @unsafe private func takeSegment(_ ring: UnsafeMutablePointer<launchpath_ring>) -> Bool {
    guard isOurs, mapping != nil else { return false }
    let thread = launchpath_thread_id()
    let isFull = unsafe ring.pointee.recorder == number
    if isFull, unsafe ring.pointee.lacks_room {
      add(1, to: RecordingLayout.Header.droppedEntries)
      return false
    }
    if !isFull, let memory = unsafe ownSegment(of: thread) {
      unsafe give(memory, to: ring)
      return true
    }
    guard let memory = unsafe newSegment(for: thread) else {
      // There will be none later either: the next entry need not look again.
      unsafe ring.pointee = launchpath_ring()
      unsafe ring.pointee.recorder = number
      unsafe ring.pointee.lacks_room = true
      add(1, to: RecordingLayout.Header.droppedEntries)
      return false
    }
    let title = name(thread == getpid() ? "main" : Self.threadName())
    typealias Segment = RecordingLayout.Segment
    if goesRound(thread) {
      unsafe memory.storeBytes(
        of: UInt32(RecordingSegmentKind.ring.rawValue).littleEndian, toByteOffset: Segment.kind,
        as: UInt32.self)
    }
    unsafe memory.storeBytes(
      of: UInt32(thread).littleEndian, toByteOffset: Segment.thread, as: UInt32.self)
    unsafe memory.storeBytes(
      of: title.littleEndian, toByteOffset: Segment.name, as: UInt32.self)
    unsafe memory.storeBytes(
      of: RecordingLayout.segmentMagic.littleEndian, toByteOffset: Segment.magic,
      as: UInt32.self)
    unsafe give(memory, to: ring)
    return true
  }

  /// Whether the newest segment of a thread is the one that goes round: the first ones are for what
  /// happens in the first seconds.
  private func goesRound(_ thread: Int32) -> Bool {
    let count = shared.withLock { shared in shared.writers.count { $0 == Int(thread) } }
    return count > 1
      && (count > Limits.keptSegments || launchpath_now() - began > Limits.keptTime)
  }

  /// The segment that the thread wrote last, before it wrote into another recording.
  @unsafe private func ownSegment(of thread: Int32) -> UnsafeMutableRawPointer? {
    let address = shared.withLock { shared in
      shared.writers.lastIndex(of: Int(thread)).map { UInt(bitPattern: shared.segments[$0]) }
    }
    return unsafe address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
  }

  @unsafe private func newSegment(for thread: Int32) -> UnsafeMutableRawPointer? {
    guard let mapping else { return nil }
    let address = shared.withLock { shared -> UInt? in
      let index = shared.segments.count
      guard index < RecordingLayout.maximumSegments else { return nil }
      let memory =
        if index < Limits.firstSegments {
          unsafe mapping.pointer(
            at: RecordingLayout.segmentOffset(index), count: RecordingLayout.segmentBytes)
        } else {
          unsafe mapping.growSegment(index)
        }
      guard let memory = unsafe memory else { return nil }
      let address = UInt(bitPattern: memory)
      shared.segments.append(Int(bitPattern: address))
      shared.writers.append(Int(thread))
      publish(UInt32(index + 1), at: RecordingLayout.Header.segmentsUsed)
      return address
    }
    return unsafe address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
  }

  @unsafe private func give(
    _ memory: UnsafeMutableRawPointer, to ring: UnsafeMutablePointer<launchpath_ring>
  ) {
    let count = unsafe (memory + RecordingLayout.Segment.count)
      .assumingMemoryBound(to: UInt32.self)
    // What the thread knows of names stays while it stays with the recording.
    let none =
      unsafe ring.pointee.recorder == number
      ? ring.pointee.literals : launchpath_ring().literals
    let kind = unsafe (memory + RecordingLayout.Segment.kind).load(as: UInt32.self)
    let goesRound = UInt32(littleEndian: kind) == RecordingSegmentKind.ring.rawValue
    let written = unsafe UInt32(littleEndian: count.pointee)
    let capacity = UInt32(RecordingLayout.entriesPerSegment)
    unsafe ring.pointee = launchpath_ring(
      entries: (memory + RecordingLayout.segmentHeaderBytes)
        .assumingMemoryBound(to: launchpath_entry.self),
      count: count, written: written, next: goesRound ? written % capacity : written,
      capacity: capacity, goes_round: goesRound, lacks_room: false, recorder: number,
      literals: none)
  }

  private static func threadName() -> String {
    var name = [CChar](repeating: 0, count: 16)
    unsafe launchpath_thread_name(&name, name.count)
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - The process

  /// Notes what the kernel says of the process's start; called off the launch path.
  package func recordKernelStart() {
    guard let mapping, isOurs else { return }
    guard let bytes = try? Files.read("/proc/self/stat", limit: 4096),
      let ticks = Self.startTicks(bytes)
    else { return }
    mapping.store(
      UInt32(clamping: sysconf(Int32(_SC_CLK_TCK))).littleEndian,
      at: RecordingLayout.Header.ticksPerSecond)
    mapping.store(ticks.littleEndian, at: RecordingLayout.Header.kernelStartTicks)
  }

  /// Field 22 of /proc/PID/stat.
  static func startTicks(_ stat: [UInt8]) -> UInt64? {
    let fields = fields(stat)
    guard fields.count > 19 else { return nil }
    return UInt64(String(decoding: fields[19], as: UTF8.self))
  }

  /// Field 3 of /proc/PID/stat, of a process that has ended.
  static func isZombie(_ stat: [UInt8]) -> Bool {
    fields(stat).first.map { $0.elementsEqual("Z".utf8) || $0.elementsEqual("X".utf8) } ?? false
  }

  /// The fields from the third on: the second one is a name in parentheses that may hold anything.
  private static func fields(_ stat: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return [] }
    return stat[(end + 1)...].split(separator: UInt8(ascii: " "))
  }

  /// Whether it took the file that an earlier launch left.
  var hasSpare: Bool { mapping?.isSpare == true }

  /// Gives the file the name of a spare until ``nameFile()``, so that the next launch finds it.
  func becomeSpare() {
    if isOurs { mapping?.becomeSpare() }
  }

  /// Gives the file its own name, if it is a spare that has not got it yet; off the launch path.
  package func nameFile() {
    if isOurs { mapping?.nameSpare() }
  }

  /// Notes that the process ends of its own accord.
  package func end() {
    guard isOurs else { return }
    nameFile()
    appendClocks()
    end(.ended)
  }

  /// Notes that the process calls exit, unless it has said that it ends.
  func exits(status: Int32) {
    guard let mapping, isOurs else { return }
    // After a failure the file stays where the next launch looks for one.
    if status == 0 { nameFile() }
    mapping.store(status.littleEndian, at: RecordingLayout.Header.exitStatus)
    mapping.store(
      UInt32(launchpath_thread_id()).littleEndian, at: RecordingLayout.Header.exitThread)
    if !hasEnded { end(status == 0 ? .ended : .failed) }
  }

  /// Whether the process said that it ends.
  var hasEnded: Bool {
    guard let mapping else { return true }
    // Proof: the offset is one of the header's, which are aligned to four.
    return unsafe mapping.pointer(at: RecordingLayout.Header.end, count: 4)
      .load(as: UInt32.self) != 0
  }

  private func end(_ end: RecordingEnd) {
    mapping?.store(launchpath_now().littleEndian, at: RecordingLayout.Header.endedAt)
    publish(UInt32(end.rawValue), at: RecordingLayout.Header.end)
  }

  /// Writes down what the process has used so far.
  ///
  /// - Parameter moment: Where in the header.
  package func lookAtProcess(_ moment: Int) {
    guard let mapping, isOurs else { return }
    // Proof: the moment is one of the two places that the header has for it, aligned to eight.
    unsafe launchpath_look_at_process(
      mapping.pointer(at: moment, count: MemoryLayout<launchpath_process_facts>.size)
        .assumingMemoryBound(to: launchpath_process_facts.self))
  }

  /// Begins to write down fatal signals of this process.
  package func catchCrashes() {
    guard let mapping else { return }
    typealias Crash = RecordingLayout.Crash
    // Proof: the mapping is never taken back, and the layouts agree, which a test holds.
    unsafe launchpath_catch_crashes(
      mapping.pointer(at: RecordingLayout.Header.crash, count: MemoryLayout<launchpath_crash>.size)
        .assumingMemoryBound(to: launchpath_crash.self))
  }

  private func publish(_ value: UInt32, at offset: Int) {
    guard let mapping else { return }
    // Proof: the offset is one of the header's, which are aligned to four.
    unsafe launchpath_publish(
      mapping.pointer(at: offset, count: 4).assumingMemoryBound(to: UInt32.self),
      value.littleEndian)
  }

  private func add(_ value: UInt32, to offset: Int) {
    guard let mapping else { return }
    // Proof: as in publish(_:at:).
    unsafe launchpath_add(
      mapping.pointer(at: offset, count: 4).assumingMemoryBound(to: UInt32.self), value)
  }
}
