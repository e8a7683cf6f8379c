import Foundation
import LaunchPath
import Testing

struct StateFileTests {
  private let file: StateFile

  init() throws {
    file = StateFile(path: TemporaryFolder.all + "/\(UUID().uuidString)/deep/state")
  }

  private func bytes() throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: file.path)))
  }

  private func replace(_ bytes: [UInt8], at path: String? = nil) throws {
    try Data(bytes).write(to: URL(filePath: path ?? file.path))
  }

  private func fill(_ state: inout LaunchState) {
    state.session = SessionMarker(account: "änn", signedInAt: -5)
    state.config = CachedConfig(
      minimumVersion: "1.2", maintenance: Maintenance(message: "m", until: 9),
      flags: ["a": "1", "b": ""], fetchedAt: 7)
    state.savedScreen = SavedScreen(name: "page", content: Array(0...255), savedAt: 11)
    state.pendingTarget = PendingTarget(url: "news://item/7", askedAt: 12)
    state.install = InstallHistory(installedAt: 1, lastVersion: "2", lastBuild: "3")
    state.stores = ["n": ExpectedStore(schemaVersion: 2, fingerprint: .max, build: "b")]
  }

  /// The checksum of a state file, as little-endian bytes: CRC-32C of all but its own field.
  private func checksum(of file: [UInt8]) -> [UInt8] {
    var crc = UInt32.max
    for byte in file[..<24] + file[28...] {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: ~crc >> (8 * UInt32($0))) }
  }

  @Test func `what was written is read, and nothing is there before`() throws {
    #expect(file.read() == .absent)
    let written = try file.update(fill)
    #expect(file.read() == .value(written))
    #expect(written.generation == 1)
    #expect(try file.update { $0.session = nil }.generation == 2)
  }

  @Test func `a file cut anywhere, or with any bit turned, is unavailable and kept aside`() throws {
    try file.update(fill)
    let whole = try bytes()
    for count in 0..<whole.count {
      try replace(Array(whole.prefix(count)))
      guard case .unavailable = file.read() else {
        Issue.record("cut at \(count)")
        return
      }
    }
    for index in whole.indices {
      var turned = whole
      turned[index] ^= 1 << UInt8(index % 8)
      try replace(turned)
      guard case .unavailable = file.read() else {
        Issue.record("turned at \(index)")
        return
      }
    }
    var damaged = whole
    damaged[40] ^= 1
    try replace(damaged)
    try file.update { $0.session = SessionMarker(account: "new", signedInAt: 0) }
    let kept = try [UInt8](Data(contentsOf: URL(filePath: file.path + ".damaged")))
    #expect(kept == damaged)
  }

  // Lengths around the blocks that are checked side by side.
  @Test(arguments: [0, 1, 600, 700, 701, 702, 703, 767, 768, 769, 1535, 1536, 1537, 7000, 60_000])
  func `the checksum is CRC-32C whatever the length`(_ count: Int) throws {
    try file.update { state in
      let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 5) }
      state.savedScreen = SavedScreen(name: "page", content: content, savedAt: 1)
    }
    let written = try bytes()
    #expect(Array(written[24..<28]) == checksum(of: written))
    guard case .value(let state) = file.read() else {
      Issue.record("what was written is not read")
      return
    }
    #expect(state.savedScreen?.content.count == count)
  }

  @Test func `a file of another version is left alone`() throws {
    try file.update(fill)
    var foreign = try bytes()
    foreign[8] = 9
    foreign.replaceSubrange(24..<28, with: checksum(of: foreign))
    try replace(foreign)
    let error = #expect(throws: StateFileError.self) { try file.update { $0.session = nil } }
    #expect(error?.code == .unavailable)
    #expect(try bytes() == foreign)
  }

  @Test func `what does not decide a launch does not fit`() throws {
    let written = try file.update(fill)
    let error = #expect(throws: StateFileError.self) {
      try file.update {
        $0.savedScreen = SavedScreen(
          name: "x", content: Array(repeating: 0, count: 64 * 1024), savedAt: 0)
      }
    }
    #expect(error?.code == .tooLarge)
    #expect(file.read() == .value(written))
  }

  @Test func `a folder in its place is unavailable and stays`() throws {
    try FileManager.default.createDirectory(
      atPath: file.path, withIntermediateDirectories: true)
    guard case .unavailable = file.read() else {
      Issue.record("a folder was read")
      return
    }
    #expect(throws: StateFileError.self) { try file.update(fill) }
  }

  @Test func `a leftover temporary file is promoted if it is newer and whole, else removed`() throws
  {
    try file.update(fill)
    let old = try bytes()
    let new = try file.update { $0.session = nil }
    let newBytes = try bytes()
    try replace(old)
    try replace(newBytes, at: file.path + ".new")
    #expect(file.read() == .value(new))
    #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
    try replace(old, at: file.path + ".new")
    #expect(file.read() == .value(new))
    try replace(Array(newBytes.dropLast()), at: file.path + ".new")
    #expect(file.read() == .value(new))
    #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
  }

  @Test func `two processes that write at once lose nothing`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state"
    let writers = try ["a", "b", "c"].map { try Writer.start(["update", path, $0, "30"]).0 }
    for writer in writers {
      writer.waitUntilExit()
      #expect(writer.terminationStatus == 0)
    }
    guard case .value(let state) = StateFile(path: path).read() else {
      Issue.record("not readable")
      return
    }
    #expect(state.config?.flags.count == 90 && state.generation == 90)
  }

  @Test func `fields of another program's version are kept`() throws {
    try file.update(fill)
    var state = try #require(try? StateCodec.decode(bytes()))
    state.unknownFields = [200, 3, 0, 0, 0, 1, 2, 3, 201, 0, 0, 0, 0]
    try replace(StateCodec.encode(state))
    #expect(file.read() == .value(state))
    let written = try file.update { $0.session = nil }
    #expect(written.unknownFields == state.unknownFields)
    #expect(file.read() == .value(written))
  }

  @Test func `a damaged file is there until another replaces it, also beside a leftover`() throws {
    let newer = try file.update(fill)
    let whole = try bytes()
    try replace(Array("LPSTATE1 damaged".utf8))
    #expect(throws: StateFileError.self) {
      try file.update {
        $0.savedScreen = SavedScreen(
          name: "x", content: Array(repeating: 0, count: 64 * 1024), savedAt: 0)
      }
    }
    #expect(try bytes() == Array("LPSTATE1 damaged".utf8))
    try replace(whole, at: file.path + ".new")
    #expect(file.read() == .value(newer))
    let kept = try Data(contentsOf: URL(filePath: file.path + ".damaged"))
    #expect(kept == Data("LPSTATE1 damaged".utf8))
  }

  @Test func `a pipe in its place is not waited for, and a path through a file is unavailable`()
    throws
  {
    try file.update(fill)
    try FileManager.default.removeItem(atPath: file.path)
    unsafe #expect(mkfifo(file.path, 0o600) == 0)
    guard case .unavailable = file.read() else {
      Issue.record("a pipe was read")
      return
    }
    let below = StateFile(path: file.path + "/below/state")
    guard case .unavailable(let reason) = below.read() else {
      Issue.record("what cannot be looked for is not absent")
      return
    }
    #expect(reason.hasSuffix("Not a directory"))
    #expect(throws: StateFileError.self) { try below.update(fill) }
  }

  @Test func `a file beyond the limit is damaged, and is not read to its end`() throws {
    try file.update(fill)
    try replace(bytes() + Array(repeating: 0, count: 64 * 1024))
    guard case .unavailable(let reason) = file.read() else {
      Issue.record("a file beyond the limit was read")
      return
    }
    #expect(reason == "damaged: it is larger than 65536 bytes")
  }

  @Test func `no bytes with a right checksum end the reader`() throws {
    try file.update(fill)
    let whole = try bytes()
    var random = SystemRandomNumberGenerator()
    for _ in 0..<3_000 {
      var hostile = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        hostile[Int.random(in: 32..<whole.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      hostile.replaceSubrange(24..<28, with: checksum(of: hostile))
      _ = try? StateCodec.decode(hostile)
    }
  }

  @Test func `many writers at once lose nothing`() throws {
    let file = file
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      for number in 0..<10 {
        _ = try? file.update { state in
          if state.config == nil { state.config = CachedConfig(fetchedAt: 0) }
          state.config?.flags["\(writer)-\(number)"] = "1"
        }
      }
    }
    guard case .value(let state) = file.read() else {
      Issue.record("not readable")
      return
    }
    #expect(state.config?.flags.count == 80 && state.generation == 80)
  }
}
