import CHarness
import Glibc
import LaunchPath

let usage = """
  usage: probe graph RUNNER SHAPE COUNT ROUNDS ROOT
         probe uneven launchpath|hand ROOT
         probe span ROOT
         probe calls ROOT
         probe decide ROOT
         probe state FILE ROUNDS
         probe recorder ROOT
  Each prints nanoseconds, a measurement a line.

  """

let words = CommandLine.arguments
switch words.count > 1 ? words[1] : "" {
case "graph" where words.count == 7:
  measureGraph(
    runner: words[2], shape: words[3], count: Int(words[4]) ?? 0, rounds: Int(words[5]) ?? 0,
    root: words[6])
case "uneven" where words.count == 4: measureUneven(byHand: words[2] == "hand", root: words[3])
case "span" where words.count == 3: measureSpans(root: words[2])
case "calls" where words.count == 3: measureCalls(root: words[2])
case "decide" where words.count == 3: measureDecision(root: words[2])
case "state" where words.count == 4: measureState(file: words[2], rounds: Int(words[3]) ?? 1)
case "recorder" where words.count == 3: measureRecorder(root: words[2])
default:
  print(usage, terminator: "")
  exit(2)
}
