import Foundation

/// A program that a test starts, with its standard streams in the test's hands.
///
/// It begins with no signal blocked or ignored, whatever the test runner has, and it ends with this
/// value at the latest. What it leaves behind cannot hold the test up: a wait is for the program,
/// not for the end of its output. One thread uses it.
public final class ChildProcess {
  /// How a program ended.
  public enum End: Sendable, Hashable {
    case status(Int32)
    case signal(Int32)
  }

  /// Its process id.
  public let id: Int32
  /// What it has written to standard output, as far as a method of this value has read it.
  public private(set) var output = ""
  /// What it has written to standard error, as far as a method of this value has read it.
  public private(set) var errors = ""
  private let name: String
  private var end: End?
  private var streams: [Stream]

  private enum Stream {
    case output(Int32)
    case errors(Int32)

    var file: Int32 {
      switch self {
      case .output(let file), .errors(let file): file
      }
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What follows its name.
  ///   - environment: What differs from this process's environment; nil takes a variable away.
  ///   - input: What it finds on standard input.
  /// - Throws: ``ChildError`` if it does not start.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    input: String = ""
  ) throws {
    name = program
    let (inputFile, outputPipe, errorPipe) = try (InputFile(input), OutputPipe(), OutputPipe())
    id = try Self.spawn(
      program, arguments, environment: environment,
      files: [inputFile.file, outputPipe.writing, errorPipe.writing])
    streams = [.output(outputPipe.takeReading()), .errors(errorPipe.takeReading())]
  }

  deinit {
    if end == nil {
      kill(id, SIGKILL)
      var status: Int32 = 0
      unsafe waitpid(id, &status, 0)
    }
    for stream in streams { close(stream.file) }
  }

  /// Sends it a signal, unless it has ended.
  public func send(signal number: Int32) {
    if end == nil { kill(id, number) }
  }

  /// Waits for its end.
  ///
  /// - Throws: ``ChildError`` with what it wrote, if it runs on; it is killed then.
  @discardableResult
  public func wait(within limit: Duration = .seconds(30)) throws -> End {
    let deadline = ContinuousClock.now + limit
    while true {
      collect()
      if let end {
        read(forMilliseconds: 0)
        return end
      }
      guard .now < deadline else {
        send(signal: SIGKILL)
        throw ChildError("\(name) did not end within \(limit); it wrote \(output)\(errors)")
      }
      read(forMilliseconds: 5)
    }
  }

  /// Waits until standard output contains a text.
  ///
  /// - Throws: ``ChildError`` with what it wrote instead, if it ends or the time is over.
  public func waitForOutput(_ text: String, within limit: Duration = .seconds(30)) throws {
    let deadline = ContinuousClock.now + limit
    while !output.contains(text) {
      collect()
      let isEnded = end != nil
      read(forMilliseconds: isEnded ? 0 : 5)
      if output.contains(text) { return }
      guard !isEnded, .now < deadline else {
        throw ChildError("\(name) did not write \(text); it wrote \(output)\(errors)")
      }
    }
  }

  private func collect() {
    guard end == nil else { return }
    var status: Int32 = 0
    guard unsafe waitpid(id, &status, WNOHANG) == id else { return }
    let signal = status & 0x7F
    end = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }

  /// Reads what is there, and waits for something if nothing is.
  private func read(forMilliseconds milliseconds: Int32) {
    var files = streams.map { pollfd(fd: $0.file, events: Int16(POLLIN), revents: 0) }
    if files.isEmpty, milliseconds > 0 { usleep(UInt32(milliseconds) * 1000) }
    guard unsafe poll(&files, nfds_t(files.count), milliseconds) > 0 else { return }
    var ended: [Int32] = []
    for (stream, file) in zip(streams, files) where file.revents != 0 {
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = unsafe Glibc.read(stream.file, &buffer, buffer.count)
      let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
      switch stream {
      case .output: output += text
      case .errors: errors += text
      }
      if count <= 0 { ended.append(stream.file) }
    }
    for file in ended { close(file) }
    streams.removeAll { ended.contains($0.file) }
    // There may be more than a buffer.
    if ended.count < files.count { read(forMilliseconds: 0) }
  }
}

/// Why a child did not do what a test waits for.
public struct ChildError: Error, CustomStringConvertible {
  /// What it did instead, and what it wrote.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension ChildProcess {
  /// Runs a program to its end.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    input: String = "", within limit: Duration = .seconds(30)
  ) throws -> (end: End, output: String, errors: String) {
    let child = try ChildProcess(program, arguments, environment: environment, input: input)
    let end = try child.wait(within: limit)
    return (end, child.output, child.errors)
  }

  private static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String?], files: [Int32]
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (target, file) in files.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, file, Int32(target))
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    // A crash is for the test to see; the backtracer could outlive it.
    var variables = ProcessInfo.processInfo.environment
    variables["SWIFT_BACKTRACE"] = "enable=no"
    for (name, value) in environment { variables[name] = value }
    var arguments = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var settings = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (arguments + settings).forEach { unsafe free($0) } }
    var id = pid_t()
    let failure = unsafe posix_spawn(&id, program, &actions, &attributes, &arguments, &settings)
    guard failure == 0 else {
      throw unsafe ChildError("\(program) does not start: \(String(cString: strerror(failure)))")
    }
    return id
  }
}

/// The pipe of an output.
private final class OutputPipe {
  private var reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw ChildError("the system has no pipe left") }
    (reading, writing) = (ends[0], ends[1])
    // Another child may inherit an end all the same, between the two calls; nobody waits for the
    // end of an output, so that does no harm.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(writing)
    if reading >= 0 { close(reading) }
  }

  func takeReading() -> Int32 {
    defer { reading = -1 }
    return reading
  }
}

/// A file that holds what a child reads, and has no name.
private final class InputFile {
  let file: Int32

  init(_ text: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try Data(text.utf8).write(to: URL(filePath: path))
    file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    unsafe unlink(path)
    guard file >= 0 else { throw ChildError("\(path) cannot be read") }
  }

  deinit { close(file) }
}
