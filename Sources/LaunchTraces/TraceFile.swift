import Glibc
import LaunchJSON
package import LaunchModel

/// Reads trace files, whatever their format; the content tells it, and not the name.
package enum TraceFile {
  /// The largest file that is read, in bytes.
  package static let largest = 512 * 1024 * 1024

  /// Reads a file.
  ///
  /// - Parameter path: The file.
  /// - Returns: The launches in it.
  /// - Throws: ``TraceFileError`` with the path and what the file looks like.
  package static func read(_ path: String) throws(TraceFileError) -> [Trace] {
    try read(Files.load(path, limit: largest), path: path)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - path: The file, for messages.
  /// - Returns: The launches in it.
  /// - Throws: ``TraceFileError``.
  package static func read(_ bytes: [UInt8], path: String) throws(TraceFileError) -> [Trace] {
    if bytes.starts(with: "LPRECORD".utf8) {
      do {
        return [Trace(try Recording(reading: bytes), isAlive: ProcessLife.isAlive)]
      } catch {
        throw TraceFileError(code: .damaged, path: path, detail: error.description)
      }
    }
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard first == UInt8(ascii: "{") else {
      throw TraceFileError(code: .foreign, path: path, detail: looks(bytes))
    }
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw TraceFileError(
        code: .damaged, path: path, detail: "it begins like JSON and is none: \(error)")
    }
    guard let format = value["format"]?.string else {
      throw TraceFileError(
        code: .foreign, path: path,
        detail: "it is JSON without a \"format\" that names a trace document")
    }
    guard format == TraceDocument.format else {
      throw TraceFileError(
        code: .foreign, path: path,
        detail: "its format is \"\(format)\", not \(TraceDocument.format)")
    }
    do {
      return try TraceDocument.read(value)
    } catch {
      throw TraceFileError(code: .damaged, path: path, detail: error.description)
    }
  }

  /// Whether a file is one that a launch left for the next one and that none has taken yet.
  package static func isUnusedSpare(_ path: String) -> Bool {
    guard path.split(separator: "/").last.map(String.init) == RecordingLayout.spareName,
      let bytes = try? Files.load(path, limit: largest)
    else { return false }
    return bytes.prefix(8).allSatisfy { $0 == 0 }
  }

  /// What bytes look like, for whoever gave the wrong file.
  private static func looks(_ bytes: [UInt8]) -> String {
    switch bytes {
    case _ where bytes.isEmpty: "it is empty"
    case _ where bytes.starts(with: [0x1F, 0x8B]): "it looks like a gzip file"
    case _ where bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]): "it looks like a program"
    case _ where bytes.starts(with: "SQLite format 3\0".utf8): "it looks like a SQLite database"
    case _ where bytes.starts(with: "LPSTATE".utf8):
      "it is a state file; launchpath state show reads it"
    case _ where bytes.allSatisfy({ $0 == 0 }):
      "it holds nothing but zeros: a recording that was never begun"
    case _ where String(validating: bytes.prefix(512), as: UTF8.self) != nil:
      "it looks like text"
    default: "it is neither a recording nor a trace document"
    }
  }
}

/// Why a file gives no trace.
package struct TraceFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Code: Sendable, Hashable {
    /// It does not exist.
    case missing
    /// The system does not let it be read.
    case unreadable
    /// It is larger than may be read.
    case tooLarge
    /// It is of a format that is known, and not whole.
    case damaged
    /// It is of no format that is known.
    case foreign
  }

  /// What kind of failure it is.
  package let code: Code
  /// The file.
  package let path: String
  /// What was found, in words.
  package let detail: String

  /// Makes an error.
  package init(code: Code, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }

  init(system number: Int32, path: String) {
    self.init(
      code: number == ENOENT ? .missing : .unreadable, path: path,
      detail: unsafe String(cString: strerror(number)))
  }

  /// The failure, as people read it.
  package var description: String { "\(path) gives no trace: \(detail)" }
}
