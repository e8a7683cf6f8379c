import Foundation
import Testing

/// The built tool, run as people run it.
struct ToolProcess {
  let status: Int32
  let output: String
  let errors: String

  /// Runs it in a folder, with files for its outputs, so that nothing that it leaves behind can
  /// hold the runner.
  init(_ arguments: [String], in folder: Folder, program: String? = nil) throws {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let process = Process()
    let tool = tests.deletingLastPathComponent().appendingPathComponent("launchpath")
    process.executableURL = program.map { URL(fileURLWithPath: $0) } ?? tool
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    let name = UUID().uuidString
    let files = ["out", "err"].map { folder.url.appendingPathComponent(".\(name).\($0)") }
    for file in files { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    status = process.terminationReason == .exit ? process.terminationStatus : -1
    output = String(decoding: try Data(contentsOf: files[0]), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
  }
}

/// A folder of one test's own, gone with it.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "launchpath-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The names of the files in a folder below, or none if there is none.
  func files(_ name: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(
      atPath: url.appendingPathComponent(name).path)) ?? []
  }

  /// Whether the process whose id is in a file has come to its end; what waits to be collected by
  /// its parent has.
  func isGone(_ name: String) throws -> Bool {
    let text = try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    let id = text.trimmingCharacters(in: .whitespacesAndNewlines)
    // A kill is carried out a moment after it was sent.
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
        !stat.contains(") Z ")
      else { return true }
      usleep(1000)
    }
    return false
  }

  /// The only launch of the only trace document in a folder below.
  func launch(_ name: String) throws -> [String: Any] {
    let file = url.appendingPathComponent("\(name)/\(files(name).first ?? "")")
    let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let traces = (document as? [String: Any])?["traces"] as? [[String: Any]]
    return traces?.first ?? [:]
  }

  /// The attributes of that launch.
  func attributes(_ name: String) throws -> [String: Any] {
    let facts = try launch(name)["launch"] as? [String: Any]
    return facts?["attributes"] as? [String: Any] ?? [:]
  }
}

/// A port of this machine on which somebody listens already, and the socket that does.
func takenPort() throws -> (socket: Int32, port: UInt16) {
  let taken = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  // Proof: the address outlives the calls, and is read as what its family says that it is.
  let isTaken = unsafe withUnsafeMutablePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe bind(taken, $0, size) == 0 && listen(taken, 8) == 0
        && getsockname(taken, $0, &size) == 0
    }
  }
  try #require(isTaken)
  return (taken, UInt16(bigEndian: address.sin_port))
}
