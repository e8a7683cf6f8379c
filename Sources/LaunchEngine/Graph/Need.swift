/// Something that a task or a screen is given when it runs.
///
/// The needs are ``Handle``, its ``Handle/optional`` and ``Handle/or(_:)``, a ``Key`` of another
/// module, an ``AsyncHandle`` within a limit, and a ``LazyHandle``. A program adds none of its own.
public protocol Need<Value>: Sendable {
  /// What the task is given.
  associatedtype Value: Sendable

  /// What has to settle before, and what its failure means.
  var edge: NeedEdge { get }

  /// The value, or nil if there is none and the task cannot run without it.
  func value(in results: TaskResults) -> Value?
}

/// A need as the planner sees it.
public struct NeedEdge: Sendable {
  @usableFromInline
  package enum Target: Sendable {
    case task(Int)
    case key(String, type: ObjectIdentifier)
  }

  @usableFromInline
  package enum Kind: Sendable, Equatable {
    /// The needing task is skipped if the needed one has no value.
    case required
    /// It runs all the same.
    case optional
    /// It runs all the same, and at the latest when the limit has passed.
    case within(nanoseconds: Int64)
    /// It is given an accessor and waits for nothing.
    case lazy
  }

  package let target: Target
  package let kind: Kind
  package let graph: GraphIdentity?

  @usableFromInline
  package init(_ target: Target, _ kind: Kind, graph: GraphIdentity?) {
    self.target = target
    self.kind = kind
    self.graph = graph
  }
}

/// Tells the graph that gave a handle, so that a handle cannot be used in another.
@usableFromInline
package struct GraphIdentity: Sendable, Hashable {
  package let number: UInt64
}

/// The value of a task, as a need of other tasks.
public struct Handle<Value: Sendable>: Need {
  @usableFromInline let task: Int
  @usableFromInline let graph: GraphIdentity

  @inlinable
  init(task: Int, graph: GraphIdentity) {
    self.task = task
    self.graph = graph
  }

  /// The task, which has to give its value.
  @inlinable public var edge: NeedEdge { NeedEdge(.task(task), .required, graph: graph) }

  /// The task's value.
  @inlinable
  public func value(in results: TaskResults) -> Value? {
    results.value(at: task, as: Value.self)
  }

  /// The value, or nil if the task has none.
  @inlinable public var optional: Fallback<Value?> {
    let task = task
    return Fallback(edge: NeedEdge(.task(task), .optional, graph: graph)) {
      $0.value(at: task, as: Value.self)
    }
  }

  /// The value, or another one if the task has none.
  @inlinable
  public func or(_ other: Value) -> Fallback<Value> {
    let task = task
    return Fallback(edge: NeedEdge(.task(task), .optional, graph: graph)) {
      $0.value(at: task, as: Value.self) ?? other
    }
  }
}

/// A need that is met in any case.
public struct Fallback<Value: Sendable>: Need {
  /// What has to settle before.
  public let edge: NeedEdge
  @usableFromInline let read: @Sendable (TaskResults) -> Value

  @inlinable
  init(edge: NeedEdge, read: @escaping @Sendable (TaskResults) -> Value) {
    self.edge = edge
    self.read = read
  }

  /// The value, or what stands in for it.
  @inlinable
  public func value(in results: TaskResults) -> Value? { read(results) }
}

/// The value of an asynchronous task.
///
/// It is no need itself: whoever wants it says how long it may take, and what to do without it.
public struct AsyncHandle<Value: Sendable>: Sendable {
  @usableFromInline let task: Int
  @usableFromInline let graph: GraphIdentity

  @inlinable
  init(task: Int, graph: GraphIdentity) {
    self.task = task
    self.graph = graph
  }

  /// The value if it is there by then, else another one.
  ///
  /// - Parameters:
  ///   - limit: How long after the beginning of the run the value is waited for.
  ///   - fallback: What stands in for it.
  /// - Returns: A need that is met in any case.
  public func within(_ limit: Duration, else fallback: Value) -> Fallback<Value> {
    let task = task
    let kind = NeedEdge.Kind.within(nanoseconds: max(0, limit.wholeNanoseconds))
    return Fallback(edge: NeedEdge(.task(task), kind, graph: graph)) {
      $0.value(at: task, as: Value.self) ?? fallback
    }
  }
}

/// A lazy value, as a need: the task is given the accessor.
public struct LazyHandle<Made: Sendable>: Need {
  @usableFromInline package let task: Int
  @usableFromInline let graph: GraphIdentity

  @inlinable
  init(task: Int, graph: GraphIdentity) {
    self.task = task
    self.graph = graph
  }

  /// The declaration, which nothing waits for.
  @inlinable public var edge: NeedEdge { NeedEdge(.task(task), .lazy, graph: graph) }

  /// The accessor.
  public func value(in results: TaskResults) -> Lazy<Made>? {
    results.lazy(at: task, as: Made.self)
  }
}

/// The name under which a module's value is known to others, with its type.
///
///     extension Key where Value == Store { public static var store: Key { Key("store") } }
public struct Key<Value: Sendable>: Need {
  /// The name; unique in a graph.
  public let name: String

  /// Makes a key.
  @inlinable
  public init(_ name: String) {
    self.name = name
  }

  /// Whatever task provides the key, which has to give its value.
  @inlinable public var edge: NeedEdge { edge(.required) }

  /// The provided value.
  @inlinable
  public func value(in results: TaskResults) -> Value? { results.value(of: self) }

  /// The value, or nil if the providing task has none.
  @inlinable public var optional: Fallback<Value?> {
    Fallback(edge: edge(.optional)) { $0.value(of: self) }
  }

  /// The value, or another one if the providing task has none.
  @inlinable
  public func or(_ other: Value) -> Fallback<Value> {
    Fallback(edge: edge(.optional)) { $0.value(of: self) ?? other }
  }

  @inlinable
  func edge(_ kind: NeedEdge.Kind) -> NeedEdge {
    NeedEdge(.key(name, type: ObjectIdentifier(Value.self)), kind, graph: nil)
  }
}
