import Foundation
import LaunchPath

/// What is measured, and where it lies.
struct Bench {
  var newsreader = ""
  var backend = ""
  var probe = ""
  var peers = ""
  var work = ""
  var output = ""
  let only = ProcessInfo.processInfo.environment["ONLY"]
  var table = Table()

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let flag = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Failure(description: "\(flag) wants a value") }
      switch flag {
      case "--newsreader": newsreader = value
      case "--backend": backend = value
      case "--probe": probe = value
      case "--peers": peers = value
      case "--work": work = value
      case "--output": output = value
      default: throw Failure(description: "unknown flag \(flag)")
      }
    }
  }

  private func wants(_ rows: String...) -> Bool {
    guard let only, !only.isEmpty else { return true }
    return rows.contains { fnmatch(only, $0, 0) == 0 }
  }

  mutating func run() throws {
    try? FileManager.default.removeItem(atPath: work)
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    show("newsreader: \(newsreader)")
    show(Table.heading)
    let used = try UsedFolder(signingInWith: newsreader, backend: backend, at: work + "/used")
    if wants("start") { try measureStart(used) }
    if wants("embedding") { try measureEmbedding(used) }
    if wants("uneven") { try measureUneven() }
    if wants("graph") { try measureGraphs() }
    if wants("span") { try measureSpan() }
    if wants("decision") { try measureDecision(used) }
    if wants("state") { try measureState(used) }
    if wants("recorder") { try measureRecorder() }
    guard !table.rows.isEmpty else {
      throw Failure(
        description:
          "no row matches ONLY=\(only ?? ""); there are start, embedding, uneven, graph, "
          + "span, decision, state, recorder")
    }
    try table.write(to: output)
    show("written: \(output)")
  }

  private func reader(
    _ name: String, _ folder: UsedFolder, expects: String, byHand: Bool = false,
    processor: Int32 = -1
  ) -> Candidate {
    Candidate(
      name: name, path: newsreader,
      arguments: ["--headless", "--folder", folder.root, "--backend", "http://127.0.0.1:1"]
        + (byHand ? ["--by-hand"] : []),
      // The placeholder is the first title; what the launch decided on is the second.
      marker: "\n== ", expects: expects, processor: processor, prepare: folder.restore)
  }

  // MARK: - Whole programs

  private mutating func measureStart(_ used: UsedFolder) throws {
    let store = try used.copy(to: work + "/store") { $0.savedScreen = nil }
    let gate = try used.copy(to: work + "/gate") {
      $0.config = CachedConfig(minimumVersion: "99.0.0", fetchedAt: 0)
    }
    let config = work + "/config.json"
    try Data(
      """
      {"account": "reader", "fetchedAt": "2026-01-01T00:00:00Z", "flags": {"search": "on"},
       "minimumVersion": "1.0.0"}
      """.utf8
    ).write(to: URL(fileURLWithPath: config))
    let ordinary = ["ordinary", "ordinary-static"].map {
      Candidate(
        name: $0, path: peers + "/" + $0, arguments: [config, store.database],
        marker: "== Headlines")
    }
    let samples = try interleaved(
      rounds: 100,
      [
        Candidate(name: "empty C", path: peers + "/empty"),
        reader("saved screen", used, expects: "as you left it"),
        reader("store", store, expects: "from the store"),
        reader("gate", gate, expects: "Update required"),
      ] + ordinary)
    let floor = ("empty C, to its end", samples[0])
    table.add("start: saved screen", .milliseconds, samples[1], against: floor, goal: .ratio(2.5))
    table.add("start: store before the screen", .milliseconds, samples[2], against: floor)
    table.add("start: gate", .milliseconds, samples[3], against: floor)
    table.add("start: ordinary, dynamic", .milliseconds, samples[4], against: floor)
    table.add("start: ordinary, static", .milliseconds, samples[5], against: floor)
    table.add(
      "start: store against ordinary", .milliseconds, samples[2],
      against: ("the better ordinary", samples[4...].min { $0.median < $1.median }!))
  }

  private mutating func measureEmbedding(_ used: UsedFolder) throws {
    let samples = try interleaved(
      rounds: 150,
      [
        reader("LaunchPath", used, expects: "as you left it", processor: 0),
        reader("by hand", used, expects: "as you left it", byHand: true, processor: 0),
      ])
    table.add(
      "embedding: first screen on one core", .milliseconds, samples[0],
      against: ("by hand", samples[1]), goal: .more(nanoseconds: 150_000))
  }

  private mutating func measureUneven() throws {
    let samples = try interleaved(
      rounds: 60,
      [
        own("uneven", "launchpath", fresh("uneven")), own("uneven", "hand", fresh("uneven")),
      ])
    table.add(
      "uneven: 12 tasks, first run", .milliseconds, samples[0], against: ("by hand", samples[1]),
      goal: .ratio(1))
  }

  private func own(_ words: String...) -> Candidate {
    Candidate(
      name: words.joined(separator: " "), path: probe, arguments: words, isSelfTimed: true)
  }

  private func peer(_ program: String, _ words: String...) -> Candidate {
    Candidate(
      name: program, path: peers + "/" + program, arguments: words, isSelfTimed: true)
  }

  /// A folder of probes, which the recordings of all rounds share.
  private func fresh(_ name: String) -> String { work + "/" + name }

  private func cleared(_ candidate: Candidate, _ folder: String) -> Candidate {
    var candidate = candidate
    candidate.prepare = {
      try? FileManager.default.removeItem(atPath: folder)
      try FileManager.default.createDirectory(
        atPath: folder + "/state/recordings", withIntermediateDirectories: true)
    }
    return candidate
  }

  /// In a folder with what a launch leaves for the next one.
  private func afterLaunch(_ candidate: Candidate, _ folder: String) -> Candidate {
    var candidate = cleared(candidate, folder)
    let clear = candidate.prepare
    candidate.prepare = {
      try clear()
      try UsedFolder.leaveSpare(in: folder + "/state/recordings")
    }
    return candidate
  }

  // MARK: - Graphs

  private mutating func measureGraphs() throws {
    let root = fresh("graphs")
    for count in [100, 1000] {
      for shape in ["chain", "fan", "layered"] {
        let size = "\(count)"
        let runners = ["launchpath", "taskgroup", "loop"]
        var cold = try interleaved(
          rounds: 60,
          runners.map { cleared(own("graph", $0, shape, size, "1", root), root) })
        // A queue of a thousand operations takes a quarter of a second.
        let queueRounds = count == 100 ? 30 : 4
        cold.append(
          try interleaved(rounds: queueRounds, [peer("queues-static", shape, size, "1")])[0])
        addGraph("graph: \(shape) \(count), first run", cold)

        let rounds = count == 100 ? "40" : "15"
        var warm = [Samples](repeating: Samples(), count: 4)
        for _ in 0..<2 {
          for (index, runner) in runners.enumerated() {
            let lines = try lines(
              of: cleared(own("graph", runner, shape, size, rounds, root), root))
            warm[index].values += lines.dropFirst(3).compactMap(\.first)
          }
          let lines = try lines(
            of: peer("queues-static", shape, size, count == 100 ? rounds : "3"))
          warm[3].values += lines.dropFirst(1).compactMap(\.first)
        }
        addGraph("graph: \(shape) \(count), warm", warm)
      }
    }
  }

  /// The headline is the best peer that schedules; the loop is what no scheduler costs.
  private mutating func addGraph(_ name: String, _ samples: [Samples]) {
    let peers = zip(["TaskGroup", "OperationQueue"], [samples[1], samples[3]])
      .sorted { $0.1.median < $1.1.median }
    for peer in peers + [("plain loop", samples[2])] {
      table.add(name, .microseconds, samples[0], against: peer)
    }
  }

  // MARK: - Pieces

  private mutating func measureSpan() throws {
    let root = fresh("span")
    var spans = Samples()
    var clocks = Samples()
    for _ in 0..<3 {
      for line in try lines(of: cleared(own("span", root), root)).dropFirst(10)
      where line.count == 2 {
        spans.values.append(line[0])
        clocks.values.append(line[1])
      }
    }
    table.add(
      "span: begin and end", .nanoseconds, spans, against: ("two readings of the clock", clocks),
      goal: .nanoseconds(100))
    if FileManager.default.isExecutableFile(atPath: peers + "/lttng") {
      var events = Samples()
      events.values = try lines(of: peer("lttng")).dropFirst(10).compactMap(\.first)
      table.add("span: begin and end", .nanoseconds, spans, against: ("lttng-ust", events))
    }
    try measureCalls(root, clocks)
  }

  private mutating func measureCalls(_ root: String, _ clocks: Samples) throws {
    var calls: [String: Samples] = [:]
    for _ in 0..<5 {
      let command = afterLaunch(own("calls", root), root)
      for (name, value) in try named(of: command) {
        calls[name, default: Samples()].values.append(value)
      }
    }
    let clock = ("two readings of the clock", clocks)
    for (name, title, most) in [
      ("first", "span: first 1,000 of a process", 120), ("input", "span: an input served", 100),
      ("frame", "span: a frame drawn", 100), ("disabled", "span: without a launch", 2),
    ] {
      table.add(
        title, .nanoseconds, calls[name] ?? Samples(), against: clock,
        goal: .nanoseconds(Double(most)))
    }
    // What the machine takes from each of two busy threads, it takes from whatever they do.
    let both = (calls["twoClocks"] ?? Samples()).median
    let slowdown = max(1, both / (calls["clocksAlone"] ?? Samples()).median)
    var alone = calls["alone"] ?? Samples()
    alone.values = alone.values.map { $0 * slowdown }
    table.add(
      "span: each of two threads", .nanoseconds, calls["two"] ?? Samples(),
      against: ("one alone, slowed as the clock", alone), goal: .ratio(1.1))
  }

  private mutating func measureDecision(_ used: UsedFolder) throws {
    try used.restore()
    let samples = try interleaved(rounds: 100, [own("decide", used.root)])
    table.add(
      "decision: first of a process, 6 rules", .microseconds, samples[0],
      goal: .nanoseconds(30_000))
  }

  private mutating func measureState(_ used: UsedFolder) throws {
    let small = try used.copy(to: fresh("state-1k")) {
      $0.savedScreen?.content = Array("page".utf8)
    }
    let large = try used.copy(to: fresh("state-7k")) {
      $0.savedScreen?.content = [UInt8](repeating: 0x61, count: 6800)
    }
    try StateFile(folders: small.folders).update { state in
      state.savedScreen?.content = [UInt8](repeating: 0x61, count: 800)
    }
    for (name, folder) in [("1 KB", small), ("7 KB", large)] {
      let file = folder.stateFile
      let first = try interleaved(
        rounds: 100, [own("state", file, "1"), peer("bare", "read", file)])
      table.add(
        "state: \(name), first of a process", .microseconds, first[0],
        against: ("open, read, close", first[1]), goal: .ratio(3))
      var ours = Samples()
      var bare = Samples()
      for line in try lines(of: own("state", file, "2000")).dropFirst(50) where line.count == 2 {
        ours.values.append(line[0])
        bare.values.append(line[1])
      }
      table.add(
        "state: \(name), warm", .microseconds, ours, against: ("open, read, close", bare),
        goal: .ratio(3))
    }
  }

  private mutating func measureRecorder() throws {
    let root = fresh("recorder")
    let file = root + "/state/recordings/bare"
    let samples = try interleaved(
      rounds: 100,
      [cleared(own("recorder", root), root), cleared(peer("bare", "recorder", file), root)])
    table.add(
      "launch: begin, first of a folder", .microseconds, samples[0],
      against: ("open, reserve, map, touch", samples[1]))
    let next = afterLaunch(own("recorder", root), root)
    var (whole, ready) = (Samples(), Samples())
    for _ in 0..<100 {
      guard let line = try lines(of: next).first, line.count == 2 else { continue }
      whole.values.append(line[0])
      ready.values.append(line[1])
    }
    table.add("launch: begin, with what the last one left", .microseconds, whole)
    table.add(
      "recorder: ready for its first entry", .microseconds, ready,
      against: ("open, reserve, map, touch", samples[1]), goal: .nanoseconds(100_000))
  }
}
