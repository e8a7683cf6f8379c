// Written by .ci/generate-arities; change that script instead.

public import LaunchModel

extension Graph {
  /// Declares a task that suspends; its value reaches the first frame only within a limit.
  @inlinable
  @discardableResult
  public mutating func asyncTask<Value: Sendable>(
    _ name: String,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable () async throws -> Value
  ) -> AsyncHandle<Value> {
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .asynchronous, isLazy: false, expected: nil,
      file: file, line: line,
      body: .asynchronous { _ in
        boxed(try await body())
      })
    return AsyncHandle(task: task, graph: declarations.identity)
  }

  /// Declares a task that suspends; its value reaches the first frame only within a limit.
  @inlinable
  @discardableResult
  public mutating func asyncTask<A: Need, Value: Sendable>(
    _ name: String,
    needs a: A,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value) async throws -> Value
  ) -> AsyncHandle<Value> {
    declarations.need(a.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .asynchronous, isLazy: false, expected: nil,
      file: file, line: line,
      body: .asynchronous { results in
        guard let a = a.value(in: results)
        else { return nil }
        return boxed(try await body(a))
      })
    return AsyncHandle(task: task, graph: declarations.identity)
  }

  /// Declares a task that suspends; its value reaches the first frame only within a limit.
  @inlinable
  @discardableResult
  public mutating func asyncTask<A: Need, B: Need, Value: Sendable>(
    _ name: String,
    needs a: A, _ b: B,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value, B.Value) async throws -> Value
  ) -> AsyncHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .asynchronous, isLazy: false, expected: nil,
      file: file, line: line,
      body: .asynchronous { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results)
        else { return nil }
        return boxed(try await body(a, b))
      })
    return AsyncHandle(task: task, graph: declarations.identity)
  }

  /// Declares a task that suspends; its value reaches the first frame only within a limit.
  @inlinable
  @discardableResult
  public mutating func asyncTask<A: Need, B: Need, C: Need, Value: Sendable>(
    _ name: String,
    needs a: A, _ b: B, _ c: C,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value, B.Value, C.Value) async throws -> Value
  ) -> AsyncHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .asynchronous, isLazy: false, expected: nil,
      file: file, line: line,
      body: .asynchronous { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results)
        else { return nil }
        return boxed(try await body(a, b, c))
      })
    return AsyncHandle(task: task, graph: declarations.identity)
  }

  /// Declares a task that suspends; its value reaches the first frame only within a limit.
  @inlinable
  @discardableResult
  public mutating func asyncTask<A: Need, B: Need, C: Need, D: Need, Value: Sendable>(
    _ name: String,
    needs a: A, _ b: B, _ c: C, _ d: D,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value) async throws -> Value
  ) -> AsyncHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .asynchronous, isLazy: false, expected: nil,
      file: file, line: line,
      body: .asynchronous { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results),
          let d = d.value(in: results)
        else { return nil }
        return boxed(try await body(a, b, c, d))
      })
    return AsyncHandle(task: task, graph: declarations.identity)
  }

  /// Declares a task that suspends; its value reaches the first frame only within a limit.
  @inlinable
  @discardableResult
  public mutating func asyncTask<A: Need, B: Need, C: Need, D: Need, E: Need, Value: Sendable>(
    _ name: String,
    needs a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value) async throws -> Value
  ) -> AsyncHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    declarations.need(e.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .asynchronous, isLazy: false, expected: nil,
      file: file, line: line,
      body: .asynchronous { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results),
          let d = d.value(in: results),
          let e = e.value(in: results)
        else { return nil }
        return boxed(try await body(a, b, c, d, e))
      })
    return AsyncHandle(task: task, graph: declarations.identity)
  }

  /// Declares a task that suspends; its value reaches the first frame only within a limit.
  @inlinable
  @discardableResult
  public mutating func asyncTask<
    A: Need, B: Need, C: Need, D: Need, E: Need, F: Need, Value: Sendable
  >(
    _ name: String,
    needs a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    file: StaticString = #fileID, line: UInt = #line,
    body:
      @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) async throws ->
      Value
  ) -> AsyncHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    declarations.need(e.edge)
    declarations.need(f.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .asynchronous, isLazy: false, expected: nil,
      file: file, line: line,
      body: .asynchronous { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results),
          let d = d.value(in: results),
          let e = e.value(in: results),
          let f = f.value(in: results)
        else { return nil }
        return boxed(try await body(a, b, c, d, e, f))
      })
    return AsyncHandle(task: task, graph: declarations.identity)
  }
}
