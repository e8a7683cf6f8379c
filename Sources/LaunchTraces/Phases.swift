import LaunchModel

extension Trace {
  /// Derives the phases from the marks that end them.
  ///
  /// A phase without its end mark is absent. A mark that comes before the one of the phase before
  /// gives an empty phase, and a problem.
  package mutating func derivePhases() {
    let ends: [(LaunchPhase, String)] = [
      (.processCreation, LaunchMark.started), (.appInitialization, LaunchMark.draw),
      (.firstFrame, LaunchMark.firstFrame), (.firstContent, LaunchMark.firstContent),
      (.interactive, LaunchMark.interactive),
    ]
    phases = []
    var start: Int64 = 0
    for (phase, name) in ends {
      // What came before the clock started is no part of the launch.
      guard let end = mark(name), end >= 0 else { continue }
      if end < start {
        // Content that is part of the first frame, or input before content, takes no time of its
        // own; anything else is a mark out of order.
        if phase.rawValue < LaunchPhase.firstContent.rawValue {
          note("mark-order", "the mark \(name) comes before the one of the phase before")
        }
        phases.append(TracePhase(phase: phase, start: start, end: start))
      } else {
        phases.append(TracePhase(phase: phase, start: start, end: end))
        start = end
      }
    }
  }
}
