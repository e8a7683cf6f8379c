import CPlatform
package import LaunchModel

/// Why bytes are no state file.
package struct StateFormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was found, in words.
  package let description: String
  /// Whether the bytes are whole, and of a version that this code does not know.
  package let isForeign: Bool

  init(description: String, isForeign: Bool = false) {
    self.description = description
    self.isForeign = isForeign
  }
}

/// The bytes of a state file, version 1.
///
///     magic 8 | version 4 | payload bytes 4 | generation 8 | CRC-32C of the rest 4 | zero 4 |
///     payload
///
/// The payload is a list of fields: tag 1, length 4, value. All numbers are little-endian. A field
/// of a tag that this version does not know is kept and written back. The 32 bytes before the
/// payload, and what they mean, are the same in every version.
package enum StateCodec {
  static let magic: [UInt8] = Array("LPSTATE1".utf8)
  static let version: UInt32 = 1
  static let headerBytes = 32
  private static let checksumOffset = 24

  private enum Tag: UInt8 {
    case session = 1
    case config = 2
    case savedScreen = 3
    case pendingTarget = 4
    case install = 5
    case store = 6
    case crashes = 7
  }

  // MARK: - Writing

  package static func encode(_ state: LaunchState) -> [UInt8] {
    var payload = FieldWriter()
    if let session = state.session {
      payload.field(Tag.session.rawValue) {
        $0.text(session.account)
        $0.integer(session.signedInAt)
      }
    }
    if let config = state.config {
      payload.field(Tag.config.rawValue) {
        $0.integer(config.fetchedAt)
        $0.optional(config.minimumVersion) { $0.text($1) }
        $0.optional(config.maintenance) {
          $0.text($1.message)
          $0.optional($1.until) { $0.integer($1) }
        }
        $0.integer(UInt32(config.flags.count))
        for (name, value) in config.flags {
          $0.text(name)
          $0.text(value)
        }
      }
    }
    if let saved = state.savedScreen {
      payload.field(Tag.savedScreen.rawValue) {
        $0.text(saved.name)
        $0.integer(saved.savedAt)
        $0.bytes(saved.content)
      }
    }
    if let target = state.pendingTarget {
      payload.field(Tag.pendingTarget.rawValue) {
        $0.text(target.url)
        $0.integer(target.askedAt)
      }
    }
    if let install = state.install {
      payload.field(Tag.install.rawValue) {
        $0.integer(install.installedAt)
        $0.text(install.lastVersion)
        $0.text(install.lastBuild)
      }
    }
    for (name, store) in state.stores {
      payload.field(Tag.store.rawValue) {
        $0.text(name)
        $0.integer(store.schemaVersion)
        $0.integer(store.fingerprint)
        $0.text(store.build)
      }
    }
    if let crashes = state.crashes {
      payload.field(Tag.crashes.rawValue) { write(crashes, to: &$0) }
    }
    payload.raw(state.unknownFields)
    return frame(payload.bytes, generation: state.generation)
  }

  private static func write(_ history: CrashHistory, to field: inout FieldWriter) {
    field.text(history.build)
    field.integer(UInt32(history.crashes.count))
    for crash in history.crashes {
      field.text(crash.recording)
      field.optional(crash.task) { $0.text($1) }
      field.text(crash.cause)
      field.integer(crash.at)
    }
    field.integer(UInt32(history.quarantine.count))
    for quarantine in history.quarantine {
      field.text(quarantine.task)
      field.integer(quarantine.since)
    }
  }

  private static func frame(_ payload: [UInt8], generation: UInt64) -> [UInt8] {
    var file = FieldWriter()
    file.raw(magic)
    file.integer(version)
    file.integer(UInt32(payload.count))
    file.integer(generation)
    file.integer(UInt64(0))
    file.raw(payload)
    let checksum = checksum(file.bytes)
    for index in 0..<4 {
      file.bytes[checksumOffset + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index))
    }
    return file.bytes
  }

  /// The checksum of a file whose own checksum field counts as zero.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    // Proof: the ranges lie within the buffer, whose length the callers have checked.
    unsafe bytes.withUnsafeBytes { buffer in
      let head = unsafe launchpath_crc32c(0, buffer.baseAddress, checksumOffset)
      let rest = checksumOffset + 4
      return unsafe launchpath_crc32c(head, buffer.baseAddress! + rest, buffer.count - rest)
    }
  }

  // MARK: - Reading

  /// - Throws: ``StateFormatError`` if the bytes are not whole.
  package static func decode(_ bytes: [UInt8]) throws(StateFormatError) -> LaunchState {
    guard bytes.starts(with: magic) else {
      throw StateFormatError(description: "it does not begin with the bytes LPSTATE1")
    }
    guard bytes.count >= headerBytes else {
      throw StateFormatError(description: "it ends after \(bytes.count) bytes, in its header")
    }
    var header = FieldReader(bytes, from: magic.count, to: headerBytes)
    let version: UInt32 = try header.integer()
    let payloadBytes: UInt32 = try header.integer()
    let generation: UInt64 = try header.integer()
    let stored: UInt32 = try header.integer()
    guard Int(payloadBytes) == bytes.count - headerBytes else {
      throw StateFormatError(
        description: "it should have \(headerBytes + Int(payloadBytes)) bytes and has "
          + "\(bytes.count)")
    }
    guard checksum(bytes) == stored else {
      throw StateFormatError(description: "its checksum does not match its bytes")
    }
    // Last, so that a damaged version is not taken for that of another program.
    guard version == Self.version else {
      throw StateFormatError(
        description: "it is of version \(version); this program reads version \(Self.version)",
        isForeign: true)
    }
    var state = LaunchState()
    state.generation = generation
    var payload = FieldReader(bytes, from: headerBytes, to: bytes.count)
    while !payload.isAtEnd {
      let start = payload.position
      let tag: UInt8 = try payload.integer()
      var field = try payload.field()
      if let tag = Tag(rawValue: tag) {
        try decode(tag, &field, into: &state)
      } else {
        state.unknownFields += bytes[start..<payload.position]
      }
    }
    return state
  }

  private static func decode(
    _ tag: Tag, _ field: inout FieldReader, into state: inout LaunchState
  ) throws(StateFormatError) {
    switch tag {
    case .session:
      state.session = SessionMarker(
        account: try field.text(), signedInAt: try field.integer())
    case .config:
      let fetchedAt: Int64 = try field.integer()
      var config = CachedConfig(fetchedAt: fetchedAt)
      if try field.isPresent() { config.minimumVersion = try field.text() }
      if try field.isPresent() {
        var maintenance = Maintenance(message: try field.text())
        if try field.isPresent() { maintenance.until = try field.integer() }
        config.maintenance = maintenance
      }
      let count: UInt32 = try field.integer()
      for _ in 0..<count {
        let name = try field.text()
        config.flags[name] = try field.text()
      }
      state.set(config)
    case .savedScreen:
      let name = try field.text()
      let savedAt: Int64 = try field.integer()
      state.savedScreen = SavedScreen(
        name: name, content: try field.bytes(), savedAt: savedAt)
    case .pendingTarget:
      state.pendingTarget = PendingTarget(url: try field.text(), askedAt: try field.integer())
    case .install:
      state.install = InstallHistory(
        installedAt: try field.integer(), lastVersion: try field.text(),
        lastBuild: try field.text())
    case .store:
      let name = try field.text()
      state.stores[name] = ExpectedStore(
        schemaVersion: try field.integer(), fingerprint: try field.integer(),
        build: try field.text())
    case .crashes: state.crashes = try crashes(&field)
    }
  }

  private static func crashes(
    _ field: inout FieldReader
  ) throws(StateFormatError) -> CrashHistory {
    var history = CrashHistory(build: try field.text())
    let crashes: UInt32 = try field.integer()
    for _ in 0..<crashes {
      let recording = try field.text()
      let task = try field.isPresent() ? try field.text() : nil
      history.crashes.append(
        CrashHistory.Crash(
          recording: recording, task: task, cause: try field.text(), at: try field.integer()))
    }
    let quarantine: UInt32 = try field.integer()
    for _ in 0..<quarantine {
      history.quarantine.append(
        CrashHistory.Quarantine(task: try field.text(), since: try field.integer()))
    }
    return history
  }
}
