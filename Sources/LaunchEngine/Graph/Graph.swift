public import LaunchModel
import Synchronization

/// The start-up work of a program, declared: tasks with what they need, and screens with what they
/// draw with.
///
/// A graph is a value. Declaring runs nothing; it can be planned for any screen in a test, without
/// threads and without a clock, and run by a `Launch`.
public struct Graph<Screen: LaunchScreen> {
  /// What is declared so far, without the type of the screens.
  @usableFromInline package var declarations = Declarations()

  /// Makes an empty graph.
  @inlinable
  public init() {}

  /// Adds what another module declares.
  ///
  ///     extension Analytics {
  ///       static func contribute<S>(to graph: inout Graph<S>) {
  ///         graph.task("analytics", needs: Key.store) { Analytics(store: $0) }
  ///       }
  ///     }
  ///     graph.add(Analytics.contribute)
  public mutating func add(_ contribution: (inout Graph) -> Void) {
    contribution(&self)
  }

  package var tasks: [TaskDeclaration] { declarations.tasks }
}

/// The tasks and screens of a graph, in the order of their declaration.
///
/// It knows no type of the program's own, so that one copy of its code serves every graph: what is
/// generic has to be instantiated at run time, which takes longer than a declaration.
@usableFromInline
package struct Declarations: Sendable {
  package private(set) var tasks: [TaskDeclaration] = []
  package private(set) var screens: [ScreenDeclaration] = []
  private(set) var needs = NeedList()
  /// The needs that belong to the next declaration begin here.
  private var firstNeed = 0
  private var hasForeignNeed = false
  /// The graph that gave the handles.
  @usableFromInline let identity: GraphIdentity

  @usableFromInline
  init() {
    let number = graphCount.wrappingAdd(1, ordering: .relaxed).newValue
    identity = GraphIdentity(number: number)
  }

  /// Adds a need of the task or screen that is declared next.
  @usableFromInline
  mutating func need(_ need: NeedEdge) {
    if let graph = need.graph, graph != identity { hasForeignNeed = true }
    needs.append(need)
  }

  /// - Returns: The index of the task.
  @usableFromInline
  mutating func task(
    _ name: String, key: KeyDeclaration?, at moment: LaunchMoment, affinity: TaskAffinity,
    isLazy: Bool, expected: Duration?, file: StaticString, line: UInt,
    body: TaskDeclaration.Body
  ) -> Int {
    let place = SourcePlace(file: file, line: line)
    // Most programs have no more; to grow takes longer than to declare.
    if tasks.isEmpty { tasks.reserveCapacity(32) }
    tasks.append(
      TaskDeclaration(
        name: name, key: key, moment: moment, affinity: affinity, isLazy: isLazy,
        expected: expected?.wholeNanoseconds, needs: takeNeeds(of: name, at: place),
        place: place, body: body))
    return tasks.count - 1
  }

  @usableFromInline
  mutating func screen(
    _ name: String, file: StaticString, line: UInt, draw: @escaping ScreenDeclaration.Draw
  ) {
    let place = SourcePlace(file: file, line: line)
    let needs = takeNeeds(of: name, at: place)
    if screens.isEmpty { screens.reserveCapacity(16) }
    screens.append(ScreenDeclaration(name: name, needs: needs, place: place, draw: draw))
  }

  private mutating func takeNeeds(of name: String, at place: SourcePlace) -> Range<Int> {
    precondition(
      !hasForeignNeed, "\(place): \"\(name)\" needs a handle that another graph gave")
    defer { firstNeed = needs.count }
    return firstNeed..<needs.count
  }
}

private let graphCount = Atomic<UInt64>(0)

/// Where something is declared.
package struct SourcePlace: Sendable, CustomStringConvertible {
  package let file: StaticString
  package let line: UInt

  package init(file: StaticString, line: UInt) {
    self.file = file
    self.line = line
  }

  /// The file without its folders, and the line.
  package var description: String {
    let path = "\(file)"
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(name):\(line)"
  }
}

/// A task as it was declared.
///
/// It is a class because arrays of all classes share one type, which exists already when a process
/// begins; an array of a structure of our own has to be instantiated first.
@usableFromInline
package final class TaskDeclaration: Sendable {
  @usableFromInline
  package enum Body: Sendable {
    case anywhere(@Sendable (TaskResults) throws -> AnyObject?)
    case main(@MainActor @Sendable (TaskResults) throws -> AnyObject?)
    case asynchronous(@Sendable (TaskResults) async throws -> AnyObject?)
  }

  package let name: String
  package let key: KeyDeclaration?
  package let moment: LaunchMoment
  package let affinity: TaskAffinity
  package let isLazy: Bool
  package let expected: Int64?
  /// Its needs, in the graph's list of them.
  let needs: Range<Int>
  package let place: SourcePlace
  package let body: Body

  init(
    name: String, key: KeyDeclaration?, moment: LaunchMoment, affinity: TaskAffinity,
    isLazy: Bool, expected: Int64?, needs: Range<Int>, place: SourcePlace, body: Body
  ) {
    self.name = name
    self.key = key
    self.moment = moment
    self.affinity = affinity
    self.isLazy = isLazy
    self.expected = expected
    self.needs = needs
    self.place = place
    self.body = body
  }
}

/// The key under which a task's value is known to other modules.
@usableFromInline
package struct KeyDeclaration: Sendable {
  package let name: String
  package let type: ObjectIdentifier

  @inlinable
  init?<Value>(_ key: Key<Value>?) {
    guard let key else { return nil }
    self.init(key.name, ObjectIdentifier(Value.self))
  }

  @usableFromInline
  init(_ name: String, _ type: ObjectIdentifier) {
    self.name = name
    self.type = type
  }
}

/// A screen as it was declared; a class for the same reason as ``TaskDeclaration``.
@usableFromInline
package final class ScreenDeclaration: Sendable {
  /// Draws a screen, of the graph's own type; false if something that it needs is missing.
  @usableFromInline
  package typealias Draw = @MainActor @Sendable (any LaunchScreen, TaskResults) -> Bool

  package let name: String
  /// Its needs, in the graph's list of them.
  let needs: Range<Int>
  package let place: SourcePlace
  package let draw: Draw

  init(name: String, needs: Range<Int>, place: SourcePlace, draw: @escaping Draw) {
    self.name = name
    self.needs = needs
    self.place = place
    self.draw = draw
  }
}

/// When a task is to run, if nothing on the decided screen needs it.
public enum LaunchMoment: Sendable, Hashable {
  /// After the first frame.
  case whenDeferred
  /// Before the first frame, on every screen.
  case firstFrame
}

/// Which thread may run a task that is not bound to the main thread.
public enum TaskThread: Sendable, Hashable {
  /// Any thread of the launch.
  case any
  /// A thread of its own, because it blocks: the network, a lock, a sleep.
  case blocking

  @usableFromInline var affinity: TaskAffinity { self == .any ? .any : .blocking }
}
