// Written by .ci/generate-arities; change that script instead.

public import LaunchModel

extension Graph {
  /// Declares a task that only the main thread may run.
  @inlinable
  @discardableResult
  public mutating func mainTask<Value: Sendable>(
    _ name: String,
    provides key: Key<Value>? = nil, at moment: LaunchMoment = .whenDeferred,
    expected: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @MainActor @Sendable () throws -> Value
  ) -> Handle<Value> {
    let task = declarations.task(
      name, key: KeyDeclaration(key), at: moment, affinity: .main, isLazy: false,
      expected: expected,
      file: file, line: line,
      body: .main { _ in
        boxed(try body())
      })
    return Handle(task: task, graph: declarations.identity)
  }

  /// Declares a task that only the main thread may run.
  @inlinable
  @discardableResult
  public mutating func mainTask<A: Need, Value: Sendable>(
    _ name: String,
    provides key: Key<Value>? = nil, at moment: LaunchMoment = .whenDeferred,
    expected: Duration? = nil,
    needs a: A,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @MainActor @Sendable (A.Value) throws -> Value
  ) -> Handle<Value> {
    declarations.need(a.edge)
    let task = declarations.task(
      name, key: KeyDeclaration(key), at: moment, affinity: .main, isLazy: false,
      expected: expected,
      file: file, line: line,
      body: .main { results in
        guard let a = a.value(in: results)
        else { return nil }
        return boxed(try body(a))
      })
    return Handle(task: task, graph: declarations.identity)
  }

  /// Declares a task that only the main thread may run.
  @inlinable
  @discardableResult
  public mutating func mainTask<A: Need, B: Need, Value: Sendable>(
    _ name: String,
    provides key: Key<Value>? = nil, at moment: LaunchMoment = .whenDeferred,
    expected: Duration? = nil,
    needs a: A, _ b: B,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @MainActor @Sendable (A.Value, B.Value) throws -> Value
  ) -> Handle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    let task = declarations.task(
      name, key: KeyDeclaration(key), at: moment, affinity: .main, isLazy: false,
      expected: expected,
      file: file, line: line,
      body: .main { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results)
        else { return nil }
        return boxed(try body(a, b))
      })
    return Handle(task: task, graph: declarations.identity)
  }

  /// Declares a task that only the main thread may run.
  @inlinable
  @discardableResult
  public mutating func mainTask<A: Need, B: Need, C: Need, Value: Sendable>(
    _ name: String,
    provides key: Key<Value>? = nil, at moment: LaunchMoment = .whenDeferred,
    expected: Duration? = nil,
    needs a: A, _ b: B, _ c: C,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @MainActor @Sendable (A.Value, B.Value, C.Value) throws -> Value
  ) -> Handle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    let task = declarations.task(
      name, key: KeyDeclaration(key), at: moment, affinity: .main, isLazy: false,
      expected: expected,
      file: file, line: line,
      body: .main { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results)
        else { return nil }
        return boxed(try body(a, b, c))
      })
    return Handle(task: task, graph: declarations.identity)
  }

  /// Declares a task that only the main thread may run.
  @inlinable
  @discardableResult
  public mutating func mainTask<A: Need, B: Need, C: Need, D: Need, Value: Sendable>(
    _ name: String,
    provides key: Key<Value>? = nil, at moment: LaunchMoment = .whenDeferred,
    expected: Duration? = nil,
    needs a: A, _ b: B, _ c: C, _ d: D,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @MainActor @Sendable (A.Value, B.Value, C.Value, D.Value) throws -> Value
  ) -> Handle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    let task = declarations.task(
      name, key: KeyDeclaration(key), at: moment, affinity: .main, isLazy: false,
      expected: expected,
      file: file, line: line,
      body: .main { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results),
          let d = d.value(in: results)
        else { return nil }
        return boxed(try body(a, b, c, d))
      })
    return Handle(task: task, graph: declarations.identity)
  }

  /// Declares a task that only the main thread may run.
  @inlinable
  @discardableResult
  public mutating func mainTask<A: Need, B: Need, C: Need, D: Need, E: Need, Value: Sendable>(
    _ name: String,
    provides key: Key<Value>? = nil, at moment: LaunchMoment = .whenDeferred,
    expected: Duration? = nil,
    needs a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    file: StaticString = #fileID, line: UInt = #line,
    body:
      @escaping @MainActor @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value) throws -> Value
  ) -> Handle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    declarations.need(e.edge)
    let task = declarations.task(
      name, key: KeyDeclaration(key), at: moment, affinity: .main, isLazy: false,
      expected: expected,
      file: file, line: line,
      body: .main { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results),
          let d = d.value(in: results),
          let e = e.value(in: results)
        else { return nil }
        return boxed(try body(a, b, c, d, e))
      })
    return Handle(task: task, graph: declarations.identity)
  }

  /// Declares a task that only the main thread may run.
  @inlinable
  @discardableResult
  public mutating func mainTask<
    A: Need, B: Need, C: Need, D: Need, E: Need, F: Need, Value: Sendable
  >(
    _ name: String,
    provides key: Key<Value>? = nil, at moment: LaunchMoment = .whenDeferred,
    expected: Duration? = nil,
    needs a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    file: StaticString = #fileID, line: UInt = #line,
    body:
      @escaping @MainActor @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) throws
      -> Value
  ) -> Handle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    declarations.need(e.edge)
    declarations.need(f.edge)
    let task = declarations.task(
      name, key: KeyDeclaration(key), at: moment, affinity: .main, isLazy: false,
      expected: expected,
      file: file, line: line,
      body: .main { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results),
          let d = d.value(in: results),
          let e = e.value(in: results),
          let f = f.value(in: results)
        else { return nil }
        return boxed(try body(a, b, c, d, e, f))
      })
    return Handle(task: task, graph: declarations.identity)
  }
}
