// Graphs of empty tasks in an OperationQueue.
//   queues SHAPE COUNT ROUNDS: prints the nanoseconds of each round
import Foundation

func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func needs(of task: Int, shape: String) -> [Int] {
  switch shape {
  case "chain": task == 0 ? [] : [task - 1]
  case "fan": task == 0 ? [] : [0]
  default: task < 10 ? [] : [task - 10, (task / 10 - 1) * 10 + (task + 1) % 10]
  }
}

let shape = CommandLine.arguments[1]
let count = Int(CommandLine.arguments[2])!
for _ in 0..<Int(CommandLine.arguments[3])! {
  let start = now()
  let queue = OperationQueue()
  var operations: [Operation] = []
  operations.reserveCapacity(count)
  for task in 0..<count {
    let operation = BlockOperation {}
    for need in needs(of: task, shape: shape) { operation.addDependency(operations[need]) }
    operations.append(operation)
  }
  queue.addOperations(operations, waitUntilFinished: true)
  print(now() - start)
}
