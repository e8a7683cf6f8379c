import Foundation
import Testing

struct CheckTests {
  /// Six launches of a program, and a file of budgets.
  private struct Recorded {
    let folder: Folder

    init(_ command: [String] = ["/bin/true"]) throws {
      folder = try Folder()
      let tool = try ToolProcess(["record", "-n", "6", "--"] + command, in: folder)
      #expect(tool.status == 0, "\(tool.errors)")
    }

    func check(_ budget: String, least: Int = 5, flags: [String] = []) throws -> ToolProcess {
      let text = """
        {"format": "launchpath.budgets/1", "minimumLaunches": \(least), "budgets": [{\(budget)}]}
        """
      let path = try folder.write(text, to: "budgets.json")
      return try ToolProcess(["check", "--budgets", path] + flags, in: folder)
    }
  }

  @Test func `a budget that is kept is status 0`() throws {
    let tool = try Recorded().check(#""measure":"exit","statistic":"p50","atMost":"60 s""#)
    #expect(tool.status == 0 && tool.errors.isEmpty)
    #expect(tool.output.contains("within: exit p50: ") && tool.output.contains("n = 6"))
  }

  @Test func `a budget that is exceeded is status 1, in words, as JSON and for GitHub`() throws {
    let recorded = try Recorded()
    let budget = #""name":"100 % fast","measure":"exit","statistic":"max","atMost":"1 ns""#
    let tool = try recorded.check(budget)
    #expect(tool.status == 1 && tool.output.contains("exceeded: 100 % fast"))
    let json = try recorded.check(budget, flags: ["--json"])
    let answer = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    let budgets = (answer as? [String: Any])?["budgets"] as? [[String: Any]]
    #expect(json.status == 1 && budgets?.first?["verdict"] as? String == "exceeded")
    #expect(budgets?.first?["n"] as? Int == 6)
    let github = try recorded.check(budget, flags: ["--github"])
    #expect(github.output.contains("::error file=") && github.output.contains("100 %25 fast"))
  }

  @Test func `too few launches are status 4`() throws {
    let recorded = try Recorded()
    let budget = #""measure":"exit","statistic":"p50","atMost":"60 s""#
    let tool = try recorded.check(budget, least: 50)
    #expect(tool.status == 4 && tool.output.contains("inconclusive: "))
    #expect(tool.output.contains("6 of at least 50 launches"))
  }

  @Test func `a mark that launches do not reach exceeds its budget`() throws {
    let tool = try Recorded().check(#""measure":"firstFrame","statistic":"p50","atMost":"60 s""#)
    #expect(tool.status == 1 && tool.output.contains("6 launches have no firstFrame"))
  }

  @Test(arguments: [
    (#""measure":"exti","statistic":"p50","atMost":"1 s""#, "did you mean exit?"),
    (#""measure":"task:open","statistic":"p50","atMost":"1 s""#, "no launch has \"task:open\""),
    (#""measure":"phase:first","statistic":"p50","atMost":"1 s""#, "processCreation"),
    (#""measure":"exit","statistic":"p42","atMost":"1 s""#, "p50 to p99"),
    (#""measure":"exit","statistic":"p50","atMost":"1 hour""#, "ms"),
  ])
  func `a budget that makes no sense is status 2, and says what would`(
    budget: String, hint: String
  ) throws {
    let tool = try Recorded().check(budget)
    #expect(tool.status == 2 && tool.output.isEmpty && tool.errors.contains(hint))
  }

  @Test func `a program that records itself has its exit as a measure, too`() throws {
    let writer = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("TestWriter").path
    let recorded = try Recorded([writer, "return", "state"])
    let tool = try recorded.check(#""measure":"exit","statistic":"p50","atMost":"60 s""#)
    #expect(tool.status == 0, "\(tool.errors)")
    let frame = try recorded.check(#""measure":"firstFrame","statistic":"p50","atMost":"60 s""#)
    #expect(frame.status == 0, "\(frame.errors)")
    let table = try ToolProcess(["show", "--table"], in: recorded.folder)
    #expect(table.output.contains("first frame") && table.output.contains("exit"))
    #expect(table.output.contains("ended") && !table.output.contains("killed"))
  }
}
