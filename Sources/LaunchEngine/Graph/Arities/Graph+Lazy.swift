// Written by .ci/generate-arities; change that script instead.

public import LaunchModel

extension Graph {
  /// Declares a value that is made on first use, once.
  @inlinable
  @discardableResult
  public mutating func lazy<Value: Sendable>(
    _ name: String,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable () throws -> Value
  ) -> LazyHandle<Value> {
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .any, isLazy: true, expected: nil,
      file: file, line: line,
      body: .anywhere { _ in
        boxed(try body())
      })
    return LazyHandle(task: task, graph: declarations.identity)
  }

  /// Declares a value that is made on first use, once.
  @inlinable
  @discardableResult
  public mutating func lazy<A: Need, Value: Sendable>(
    _ name: String,
    needs a: A,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value) throws -> Value
  ) -> LazyHandle<Value> {
    declarations.need(a.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .any, isLazy: true, expected: nil,
      file: file, line: line,
      body: .anywhere { results in
        guard let a = a.value(in: results)
        else { return nil }
        return boxed(try body(a))
      })
    return LazyHandle(task: task, graph: declarations.identity)
  }

  /// Declares a value that is made on first use, once.
  @inlinable
  @discardableResult
  public mutating func lazy<A: Need, B: Need, Value: Sendable>(
    _ name: String,
    needs a: A, _ b: B,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value, B.Value) throws -> Value
  ) -> LazyHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .any, isLazy: true, expected: nil,
      file: file, line: line,
      body: .anywhere { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results)
        else { return nil }
        return boxed(try body(a, b))
      })
    return LazyHandle(task: task, graph: declarations.identity)
  }

  /// Declares a value that is made on first use, once.
  @inlinable
  @discardableResult
  public mutating func lazy<A: Need, B: Need, C: Need, Value: Sendable>(
    _ name: String,
    needs a: A, _ b: B, _ c: C,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value, B.Value, C.Value) throws -> Value
  ) -> LazyHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .any, isLazy: true, expected: nil,
      file: file, line: line,
      body: .anywhere { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results)
        else { return nil }
        return boxed(try body(a, b, c))
      })
    return LazyHandle(task: task, graph: declarations.identity)
  }

  /// Declares a value that is made on first use, once.
  @inlinable
  @discardableResult
  public mutating func lazy<A: Need, B: Need, C: Need, D: Need, Value: Sendable>(
    _ name: String,
    needs a: A, _ b: B, _ c: C, _ d: D,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value) throws -> Value
  ) -> LazyHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .any, isLazy: true, expected: nil,
      file: file, line: line,
      body: .anywhere { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results),
          let d = d.value(in: results)
        else { return nil }
        return boxed(try body(a, b, c, d))
      })
    return LazyHandle(task: task, graph: declarations.identity)
  }

  /// Declares a value that is made on first use, once.
  @inlinable
  @discardableResult
  public mutating func lazy<A: Need, B: Need, C: Need, D: Need, E: Need, Value: Sendable>(
    _ name: String,
    needs a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value) throws -> Value
  ) -> LazyHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    declarations.need(e.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .any, isLazy: true, expected: nil,
      file: file, line: line,
      body: .anywhere { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results),
          let d = d.value(in: results),
          let e = e.value(in: results)
        else { return nil }
        return boxed(try body(a, b, c, d, e))
      })
    return LazyHandle(task: task, graph: declarations.identity)
  }

  /// Declares a value that is made on first use, once.
  @inlinable
  @discardableResult
  public mutating func lazy<A: Need, B: Need, C: Need, D: Need, E: Need, F: Need, Value: Sendable>(
    _ name: String,
    needs a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    file: StaticString = #fileID, line: UInt = #line,
    body: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) throws -> Value
  ) -> LazyHandle<Value> {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    declarations.need(e.edge)
    declarations.need(f.edge)
    let task = declarations.task(
      name, key: nil, at: .whenDeferred, affinity: .any, isLazy: true, expected: nil,
      file: file, line: line,
      body: .anywhere { results in
        guard let a = a.value(in: results),
          let b = b.value(in: results),
          let c = c.value(in: results),
          let d = d.value(in: results),
          let e = e.value(in: results),
          let f = f.value(in: results)
        else { return nil }
        return boxed(try body(a, b, c, d, e, f))
      })
    return LazyHandle(task: task, graph: declarations.identity)
  }
}
