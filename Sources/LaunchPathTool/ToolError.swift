/// What a run of the tool says to whoever started it; the numbers are a contract.
enum ExitStatus: Int32 {
  /// Done, and within budget.
  case done = 0
  /// A budget is exceeded.
  case exceeded = 1
  /// The command line or a configuration makes no sense.
  case usage = 2
  /// What was to be read cannot be read.
  case unreadable = 3
  /// There is too little to tell.
  case inconclusive = 4
  /// It could not be done.
  case impossible = 5
}

/// A failure, with what to say and how to exit.
struct ToolError: Error {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
