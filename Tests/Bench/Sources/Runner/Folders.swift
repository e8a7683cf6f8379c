import Foundation
import LaunchPath

/// The folders of a program that a person has used before.
struct UsedFolder {
  let root: String
  private let state: Data

  var folders: LaunchFolders { LaunchFolders(root: root) }
  var database: String { folders.data + "/news.sqlite" }
  var stateFile: String { folders.state + "/state" }

  /// Signs in at a real server, reads the headlines and quits, as a person would.
  init(signingInWith newsreader: String, backend: String, at root: String) throws {
    self.root = root
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let portFile = root + "/port"
    let server = Process()
    server.executableURL = URL(fileURLWithPath: backend)
    server.arguments = ["--listen", "127.0.0.1:0", "--port-file", portFile]
    server.standardOutput = FileHandle.nullDevice
    try server.run()
    defer {
      server.terminate()
      server.waitUntilExit()
    }
    let limit = Date.now + 5
    var port = ""
    while port.isEmpty, Date.now < limit {
      usleep(1000)
      port = (try? String(contentsOfFile: portFile, encoding: .utf8)) ?? ""
    }
    let reader = Process()
    let input = Pipe()
    let output = Pipe()
    reader.executableURL = URL(fileURLWithPath: newsreader)
    reader.arguments = [
      "--headless", "--folder", root, "--backend",
      "http://127.0.0.1:" + port.trimmingCharacters(in: .whitespacesAndNewlines),
    ]
    reader.standardInput = input
    reader.standardOutput = output
    try reader.run()
    // At the end of its input it quits when nothing is under way any more.
    input.fileHandleForWriting.write(Data("signin reader news\n".utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    reader.waitUntilExit()
    state = (try? Data(contentsOf: URL(fileURLWithPath: root + "/state/state"))) ?? Data()
    guard case .value(let read) = StateFile(folders: LaunchFolders(root: root)).read(),
      read.session != nil, read.savedScreen != nil
    else { throw Failure(description: "the sign-in left no saved screen: \(text.suffix(400))") }
  }

  private init(root: String, state: Data) {
    self.root = root
    self.state = state
  }

  /// A copy, with a state file that is changed.
  func copy(to root: String, _ change: (inout LaunchState) -> Void) throws -> UsedFolder {
    try FileManager.default.copyItem(atPath: self.root, toPath: root)
    try StateFile(folders: LaunchFolders(root: root)).update(change)
    let state = try Data(contentsOf: URL(fileURLWithPath: root + "/state/state"))
    return UsedFolder(root: root, state: state)
  }

  /// Puts the folders back: a program that is killed at its first screen may have changed them.
  ///
  /// The recordings hold what a launch leaves for the next one, and nothing else.
  func restore() throws {
    try state.write(to: URL(fileURLWithPath: stateFile))
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: folders.recordings) {
      try files.removeItem(atPath: folders.recordings + "/" + name)
    }
    try Self.leaveSpare(in: folders.recordings)
  }

  /// Leaves what a launch leaves for the next one.
  static func leaveSpare(in recordings: String) throws {
    let spare = recordings + "/" + RecordingLayout.spareName
    let file = open(spare, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    guard posix_fallocate(file, 0, off_t(RecordingLayout.segmentOffset(3))) == 0 else {
      throw Failure(description: "no room for \(spare)")
    }
    let zeros = [UInt8](repeating: 0, count: RecordingLayout.segmentBytes)
    guard pwrite(file, zeros, 4096, 0) == 4096,
      pwrite(file, zeros, zeros.count, off_t(RecordingLayout.segmentOffset(0))) == zeros.count
    else { throw Failure(description: "no room for \(spare)") }
  }
}
