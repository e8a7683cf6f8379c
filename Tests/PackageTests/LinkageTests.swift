import Foundation
import Testing

/// What the built programs are linked to.
///
/// A debug build links the Swift library dynamically, so these hold for what the package asks for,
/// whatever the configuration.
@Suite struct LinkageTests {
  /// The programs and what each must not need: nothing but the two doors loads its C library.
  private static let programs = ["launchpath", "newsreader", "news-backend"]
  private static let forbidden = [
    "libFoundation", "lib_FoundationICU", "libcurl", "libmicrohttpd", "libsqlite3",
  ]

  @Test(arguments: programs) func `a program needs no library that is opened on use`(
    program: String
  ) throws {
    let needed = try Self.needed(by: program)
    // Without this, a program that cannot be read would need nothing.
    #expect(needed.contains { $0.hasPrefix("libc.so") })
    for library in needed {
      #expect(
        !Self.forbidden.contains { library.hasPrefix($0) }, "\(program) is linked to \(library)")
    }
  }

  @Test(arguments: programs) func `a program has no symbol of Foundation`(program: String) throws {
    let symbols = try Command(
      ["readelf", "--wide", "--dyn-syms", try Self.path(of: program)], in: Folders.root,
      seconds: 60)
    try #require(symbols.status == 0, "\(symbols.errors)")
    // A module stands in a symbol as its length and its name.
    let names = ["$s10Foundation", "$s20FoundationEssentials"]
    let found = symbols.output.split(separator: "\n").first { line in
      names.contains { line.contains($0) }
    }
    #expect(found == nil)
  }

  private static func path(of program: String) throws -> String {
    let path = Folders.programs.appending(path: program).path()
    try #require(
      FileManager.default.isExecutableFile(atPath: path), "\(path): run `swift build` first")
    return path
  }

  private static func needed(by program: String) throws -> [String] {
    let dynamic = try Command(
      ["readelf", "--wide", "--dynamic", try path(of: program)], in: Folders.root, seconds: 60)
    try #require(dynamic.status == 0, "\(dynamic.errors)")
    return dynamic.output.split(separator: "\n").filter { $0.contains("(NEEDED)") }.map { line in
      line.split(separator: "[").last.map { String($0.dropLast()) } ?? ""
    }
  }
}
