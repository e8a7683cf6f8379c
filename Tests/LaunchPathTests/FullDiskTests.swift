import Foundation
import Testing

/// What happens on a file system that has no room left: one of a few pages, for one test.
@Suite(.enabled(if: Machine.canMount, "a test may mount a file system here"))
struct FullDiskTests {
  /// Runs a shell script with a file system of its own at `$D`; `$W` is the writer.
  private func run(size: String, _ script: String) throws -> Writer.Result {
    let folder = try TemporaryFolder()
    return try Writer.run(
      program: "/usr/bin/env",
      [
        "unshare", "-m", "/bin/sh", "-c",
        "mount -t tmpfs -o size=\(size) none $D || exit 99\n\(script)",
      ],
      environment: ["D": folder.path, "W": Writer.path])
  }

  @Test func `a full disk leaves the old state, says so, and leaves nothing behind`() throws {
    let result = try run(
      size: "64k",
      """
      $W update $D/state old 1 || exit 1
      dd if=/dev/zero of=$D/filling bs=4k 2>/dev/null
      $W update $D/state new 30 && echo 'no failure'
      $W show $D/state
      ls $D
      """)
    let lines = result.lines
    #expect(lines.first?.hasPrefix("full: the state file") == true, "\(result.output)")
    #expect(lines.first?.hasSuffix("No space left on device") == true)
    #expect(lines.dropFirst() == ["generation 1", "filling", "state", "state.lock"])
  }

  @Test func `a disk too full for a recording records into memory, and says so`() throws {
    let result = try run(size: "128k", "$W overflow $D; ls $D")
    #expect(result.lines.count == 2, "\(result.output)")
    #expect(result.lines.first?.contains("fallocate") == true)
    #expect(result.lines.last == "survived")
    #expect(!result.isKilled && result.status == 0)
  }

  @Test func `a disk that fills while a recording grows drops entries, and kills nobody`() throws {
    let result = try run(
      size: "400k", "$W overflow $D; echo $?; cat $D/*.lprec | wc -c")
    #expect(result.lines.prefix(3) == ["problem: none", "survived", "0"], "\(result.output)")
    #expect(result.lines.last.flatMap { Int($0) } ?? 0 >= 256 * 1024)
  }
}
