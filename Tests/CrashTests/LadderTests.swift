import Foundation
import LaunchModel
import TestSupport
import Testing

/// The crash ladder over launches of a real program, one after the other.
struct LadderTests {
  @Test func `a task that crashes twice is quarantined, alone, for the launches that follow`()
    throws
  {
    let program = try PlantedProgram()
    for _ in 0..<2 {
      #expect(try program.launch("fault", in: "suggestions").end == .signal(SIGSEGV))
    }
    for _ in 0..<8 {
      let launch = try program.launch("fault", in: "suggestions")
      #expect(launch.end == .status(0) && launch.output.contains("home with 0"))
      #expect(launch.outcome(of: "suggestions") == .quarantined)
      #expect(launch.outcome(of: "open store") == .done && launch.outcome(of: "clean up") == .done)
      #expect(launch.sentence.contains("suggestions was kept from running"))
    }
  }

  @Test func `what the ladder did is told by the launch that died`() throws {
    let program = try PlantedProgram()
    let first = try program.launch("abort", in: "suggestions")
    let second = try program.launch("abort", in: "suggestions")
    _ = try program.launch("nothing", in: "suggestions")
    let told = try [first, second].map { try program.trace(of: $0.process).ladderStep }
    #expect(told == ["counted", "quarantined"])
    #expect(
      try PlantedLaunch.sentence(of: program.trace(of: second.process))
        .hasSuffix("The next launch put suggestions into quarantine."))
  }

  @Test func `a task that the screen needs is never quarantined, and three crashes are safe mode`()
    throws
  {
    let program = try PlantedProgram()
    for _ in 0..<3 {
      #expect(try program.launch("trap", in: "open store").end == .signal(SIGILL))
    }
    for _ in 0..<4 {
      let launch = try program.launch("trap", in: "open store")
      #expect(launch.end == .status(0), "\(launch.output)")
      #expect(
        launch.output.contains(
          "recovery the last 3 launches of this build crashed before they showed anything: "
            + "open store (SIGILL), open store (SIGILL), open store (SIGILL)"))
      #expect(!launch.output.contains("task "))
    }
    // Once it is tried again and gets to its content, the next launch is an ordinary one.
    let retried = try program.launch("nothing", in: "open store", then: "retry")
    #expect(retried.output.contains("retry screen home"))
    #expect(retried.outcome(of: "suggestions") == .quarantined)
    let next = try program.launch("nothing", in: "open store")
    #expect(next.output.contains("screen home") && next.output.contains("home with 3"))
  }

  @Test(arguments: ["kill", "exit0", "error", "nothing"])
  func `an end that proves no crash climbs nothing`(deed: String) throws {
    let program = try PlantedProgram()
    for _ in 0..<5 { _ = try program.launch(deed, in: "suggestions") }
    let launch = try program.launch("nothing", in: "suggestions")
    #expect(launch.output.contains("home with 3"))
    #expect(try program.state().crashes == nil)
  }

  @Test func `an exit with a failure is a crash, and a hang that is killed is none`() throws {
    let program = try PlantedProgram()
    for _ in 0..<2 { _ = try program.launch("exit1", in: "suggestions") }
    #expect(try program.launch("exit1", in: "suggestions").output.contains("home with 0"))
    let other = try PlantedProgram()
    for _ in 0..<4 {
      let process = try other.start("hang", in: "suggestions")
      try process.waitForOutput("task suggestions")
      process.send(signal: SIGKILL)
      #expect(try process.wait() == .signal(SIGKILL))
    }
    #expect(try other.launch("nothing", in: "suggestions").output.contains("home with 3"))
  }

  @Test func `a launch that gets to its content clears the count`() throws {
    let program = try PlantedProgram()
    for _ in 0..<4 {
      #expect(try program.launch("fault", in: "suggestions").end == .signal(SIGSEGV))
      #expect(try program.launch("nothing", in: "suggestions").output.contains("home with 3"))
    }
    #expect(try program.state().crashes == nil)
  }

  @Test func `a new build starts afresh`() throws {
    let program = try PlantedProgram()
    for _ in 0..<2 { _ = try program.launch("fault", in: "suggestions") }
    #expect(try program.launch("nothing", in: "suggestions").output.contains("home with 0"))
    let next = try program.launch("nothing", in: "suggestions", build: "2")
    #expect(next.output.contains("home with 3"))
    #expect(try program.state().crashes == nil)
  }

  @Test func `a crash after the first content is no evidence`() throws {
    let program = try PlantedProgram()
    for _ in 0..<4 {
      let launch = try program.launch("fault", in: "clean up", then: "content first")
      #expect(launch.end == .signal(SIGSEGV) && launch.diedIn == "clean up")
    }
    #expect(try program.launch("nothing", in: "clean up").outcome(of: "clean up") == .done)
  }
}
