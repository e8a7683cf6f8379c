package import LaunchModel
import Synchronization

/// The start-up work of a program, declared: tasks with what they need, and screens with what they
/// draw with.
///
/// A graph is a value. Declaring runs nothing; it can be planned for any screen in a test, without
/// threads and without a clock, and run by a `Launch`.
public struct Graph<Screen: LaunchScreen> {
  package private(set) var tasks: [TaskDeclaration] = []
  package private(set) var screens: [ScreenDeclaration<Screen>] = []
  let identity: GraphIdentity

  /// Makes an empty graph.
  public init() {
    let number = graphCount.wrappingAdd(1, ordering: .relaxed).newValue
    identity = GraphIdentity(number: number)
  }

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

  mutating func declare(_ task: TaskDeclaration) -> Int {
    check(task.needs, of: task.name, at: task.place)
    tasks.append(task)
    return tasks.count - 1
  }

  mutating func declare(_ screen: ScreenDeclaration<Screen>) {
    check(screen.needs, of: screen.name, at: screen.place)
    screens.append(screen)
  }

  private func check(_ needs: [NeedEdge], of name: String, at place: SourcePlace) {
    for need in needs {
      precondition(
        need.graph == nil || need.graph == identity,
        "\(place): \"\(name)\" needs a handle that another graph gave")
    }
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
package struct TaskDeclaration: Sendable {
  package enum Body: Sendable {
    case anywhere(@Sendable (TaskResults) throws -> AnyObject?)
    case main(@MainActor @Sendable (TaskResults) throws -> AnyObject?)
    case asynchronous(@Sendable (TaskResults) async throws -> AnyObject?)
  }

  package let name: String
  package let key: (name: String, type: ObjectIdentifier)?
  package let moment: LaunchMoment
  package let affinity: TaskAffinity
  package let isLazy: Bool
  package let expected: Int64?
  package let needs: [NeedEdge]
  package let place: SourcePlace
  package let body: Body
}

/// A screen as it was declared.
package struct ScreenDeclaration<Screen: LaunchScreen>: Sendable {
  package let name: String
  package let needs: [NeedEdge]
  package let place: SourcePlace
  package let draw: @MainActor @Sendable (Screen, TaskResults) -> Bool
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

  var affinity: TaskAffinity { self == .any ? .any : .blocking }
}
