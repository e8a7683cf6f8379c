import Foundation
import LaunchModel
import LaunchTraces
import TestSupport
import Testing

/// How a process ended is told by its recording, and the process ends as it would have without one.
struct EndTests {
  @Test(arguments: [
    ("fault", SIGSEGV, "SIGSEGV"), ("trap", SIGILL, "SIGILL"), ("abort", SIGABRT, "SIGABRT"),
    ("overflow", SIGSEGV, "SIGSEGV"),
  ])
  func `a crash names its signal and the task`(deed: String, signal: Int32, name: String) throws {
    let launch = try PlantedProgram().launch(deed, in: "suggestions")
    #expect(launch.end == .signal(signal))
    #expect(launch.trace.launch.outcome == .crashed)
    #expect(launch.diedIn == "suggestions")
    #expect(launch.trace.launch[attribute: "signalName"] == .text(name))
    #expect(launch.sentence.contains("The process crashed (\(name)) in suggestions, begun at "))
  }

  @Test func `a crash on another thread is blamed on what ran there`() throws {
    let launch = try PlantedProgram().launch("fault", in: "clean up")
    #expect(launch.end == .signal(SIGSEGV) && launch.processEnd == "crashed")
    #expect(launch.diedIn == "clean up")
  }

  @Test func `a handler that was there before still gets the signal`() throws {
    let launch = try PlantedProgram().launch("handled", in: "open store")
    #expect(launch.end == .status(7) && launch.output.contains("own handler"))
    #expect(launch.trace.launch.outcome == .crashed && launch.diedIn == "open store")
  }

  @Test func `a kill is no crash`() throws {
    let launch = try PlantedProgram().launch("kill", in: "open store")
    #expect(launch.end == .signal(SIGKILL))
    #expect(launch.trace.launch.outcome == .killed && launch.diedIn == "open store")
    #expect(launch.trace.launch[attribute: "signal"] == nil)
  }

  @Test func `an exit with a status is told from one without, and from a clean end`() throws {
    let failed = try PlantedProgram().launch("exit1", in: "open store")
    #expect(failed.end == .status(1) && failed.trace.launch.outcome == .ended)
    #expect(failed.diedIn == "open store")
    #expect(failed.sentence.contains("The process ended with status 1 in open store"))
    let left = try PlantedProgram().launch("exit0", in: "open store")
    #expect(left.end == .status(0) && left.trace.launch.outcome == .ended && left.diedIn == nil)
    let clean = try PlantedProgram().launch("nothing", in: "open store")
    #expect(clean.end == .status(0) && clean.trace.launch.outcome == .interactive)
    #expect(clean.processEnd == "ended" && clean.diedIn == nil)
  }

  @Test func `a thrown error ends nothing`() throws {
    let launch = try PlantedProgram().launch("error", in: "suggestions")
    #expect(launch.end == .status(0) && launch.output.contains("home with 0"))
    #expect(launch.trace.launch.outcome == .interactive && launch.diedIn == nil)
  }

  @Test func `a task that holds the main thread is named, and a hang is told from a kill`()
    async throws
  {
    let program = try PlantedProgram()
    let process = try program.start("hang", in: "open store")
    try process.waitForOutput("task open store")
    let end = ContinuousClock.now + .seconds(20)
    while try program.trace(of: process.id).launch.outcome != .hung, .now < end {
      try await Task.sleep(for: .milliseconds(200))
    }
    let alive = try program.trace(of: process.id)
    #expect(alive.launch.outcome == .hung && alive.spanOfDeath?.name == "open store")
    process.send(signal: SIGKILL)
    try process.wait()
    let trace = try program.trace(of: process.id)
    #expect(trace.launch.outcome == .hung && trace.spanOfDeath?.name == "open store")
    let held = trace.spanOfDeath?.arguments.first { $0.name == "heldMainThreadNs" }?.value
    guard case .integer(let nanoseconds)? = held else {
      Issue.record("nobody watched")
      return
    }
    #expect(nanoseconds > 5_000_000_000)
    #expect(PlantedLaunch.sentence(of: trace).contains("The process was hanging in open store"))
  }

  @Test func `a launch that is under way is running`() throws {
    let program = try PlantedProgram()
    let process = try program.start("hang", in: "open store")
    try process.waitForOutput("task open store")
    #expect(try program.trace(of: process.id).launch.outcome == .running)
    process.send(signal: SIGKILL)
    try process.wait()
    #expect(try program.trace(of: process.id).launch.outcome == .killed)
  }
}
