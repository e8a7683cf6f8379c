// Written by .ci/generate-arities; change that script instead.

extension Graph {
  /// Declares a screen with what it draws with.
  @inlinable
  public mutating func screen(
    _ name: String,
    file: StaticString = #fileID, line: UInt = #line,
    draw: @escaping @MainActor @Sendable (Screen) -> Void
  ) {
    declarations.screen(name, file: file, line: line) { screen, _ in
      guard let screen = screen as? Screen
      else { return false }
      draw(screen)
      return true
    }
  }

  /// Declares a screen with what it draws with.
  @inlinable
  public mutating func screen<A: Need>(
    _ name: String,
    needs a: A,
    file: StaticString = #fileID, line: UInt = #line,
    draw: @escaping @MainActor @Sendable (Screen, A.Value) -> Void
  ) {
    declarations.need(a.edge)
    declarations.screen(name, file: file, line: line) { screen, results in
      guard let screen = screen as? Screen,
        let a = a.value(in: results)
      else { return false }
      draw(screen, a)
      return true
    }
  }

  /// Declares a screen with what it draws with.
  @inlinable
  public mutating func screen<A: Need, B: Need>(
    _ name: String,
    needs a: A, _ b: B,
    file: StaticString = #fileID, line: UInt = #line,
    draw: @escaping @MainActor @Sendable (Screen, A.Value, B.Value) -> Void
  ) {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.screen(name, file: file, line: line) { screen, results in
      guard let screen = screen as? Screen,
        let a = a.value(in: results),
        let b = b.value(in: results)
      else { return false }
      draw(screen, a, b)
      return true
    }
  }

  /// Declares a screen with what it draws with.
  @inlinable
  public mutating func screen<A: Need, B: Need, C: Need>(
    _ name: String,
    needs a: A, _ b: B, _ c: C,
    file: StaticString = #fileID, line: UInt = #line,
    draw: @escaping @MainActor @Sendable (Screen, A.Value, B.Value, C.Value) -> Void
  ) {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.screen(name, file: file, line: line) { screen, results in
      guard let screen = screen as? Screen,
        let a = a.value(in: results),
        let b = b.value(in: results),
        let c = c.value(in: results)
      else { return false }
      draw(screen, a, b, c)
      return true
    }
  }

  /// Declares a screen with what it draws with.
  @inlinable
  public mutating func screen<A: Need, B: Need, C: Need, D: Need>(
    _ name: String,
    needs a: A, _ b: B, _ c: C, _ d: D,
    file: StaticString = #fileID, line: UInt = #line,
    draw: @escaping @MainActor @Sendable (Screen, A.Value, B.Value, C.Value, D.Value) -> Void
  ) {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    declarations.screen(name, file: file, line: line) { screen, results in
      guard let screen = screen as? Screen,
        let a = a.value(in: results),
        let b = b.value(in: results),
        let c = c.value(in: results),
        let d = d.value(in: results)
      else { return false }
      draw(screen, a, b, c, d)
      return true
    }
  }

  /// Declares a screen with what it draws with.
  @inlinable
  public mutating func screen<A: Need, B: Need, C: Need, D: Need, E: Need>(
    _ name: String,
    needs a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    file: StaticString = #fileID, line: UInt = #line,
    draw:
      @escaping @MainActor @Sendable (Screen, A.Value, B.Value, C.Value, D.Value, E.Value) -> Void
  ) {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    declarations.need(e.edge)
    declarations.screen(name, file: file, line: line) { screen, results in
      guard let screen = screen as? Screen,
        let a = a.value(in: results),
        let b = b.value(in: results),
        let c = c.value(in: results),
        let d = d.value(in: results),
        let e = e.value(in: results)
      else { return false }
      draw(screen, a, b, c, d, e)
      return true
    }
  }

  /// Declares a screen with what it draws with.
  @inlinable
  public mutating func screen<A: Need, B: Need, C: Need, D: Need, E: Need, F: Need>(
    _ name: String,
    needs a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    file: StaticString = #fileID, line: UInt = #line,
    draw:
      @escaping @MainActor @Sendable (Screen, A.Value, B.Value, C.Value, D.Value, E.Value, F.Value)
      -> Void
  ) {
    declarations.need(a.edge)
    declarations.need(b.edge)
    declarations.need(c.edge)
    declarations.need(d.edge)
    declarations.need(e.edge)
    declarations.need(f.edge)
    declarations.screen(name, file: file, line: line) { screen, results in
      guard let screen = screen as? Screen,
        let a = a.value(in: results),
        let b = b.value(in: results),
        let c = c.value(in: results),
        let d = d.value(in: results),
        let e = e.value(in: results),
        let f = f.value(in: results)
      else { return false }
      draw(screen, a, b, c, d, e, f)
      return true
    }
  }
}
