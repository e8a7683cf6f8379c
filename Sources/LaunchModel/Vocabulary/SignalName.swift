/// The names of Linux's fatal signals (signal(7)).
package enum SignalName {
  private static let names: [Int32: String] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS",
    8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
    24: "SIGXCPU", 25: "SIGXFSZ", 31: "SIGSYS",
  ]

  /// Those that a program brings on itself, and of which the recorder's handler writes.
  private static let crashes: Set<Int32> = [4, 5, 6, 7, 8, 11, 31]

  /// What a signal is called.
  package static func of(_ signal: Int32) -> String { names[signal] ?? "signal \(signal)" }

  /// Whether a process that dies of it has crashed, and was not told to end.
  package static func isCrash(_ signal: Int32) -> Bool { crashes.contains(signal) }
}
