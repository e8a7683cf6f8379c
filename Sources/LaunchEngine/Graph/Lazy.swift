/// A value that is made on first use, once, whoever asks first.
///
/// A task or a screen that needs a lazy declaration is given this accessor instead of the value, so
/// that needing it does not make it.
public struct Lazy<Value: Sendable>: Sendable {
  let task: Int
  let host: any LazyHost

  /// The value; the first use makes it, on the calling thread, and later uses wait for that one.
  ///
  /// - Returns: The value.
  /// - Throws: What making it threw, or ``LazyError``. A failed first use is tried again at the
  ///   next one.
  public func get() throws -> Value {
    unboxed(try host.lazyValue(of: task), as: Value.self)
  }
}

/// Why a lazy value cannot be made.
public struct LazyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Code: Sendable, Hashable {
    /// Making the value used the value, directly or through others.
    case reentrant
    /// Something that it needs has no value.
    case needMissing
    /// The crash ladder, or the cached config, keeps it from being made.
    case withheld
    /// It was not made before the launch was ended.
    case ended
  }

  /// What kind of failure it is.
  public var code: Code
  /// The lazy value's name.
  public var name: String
  /// What happened and what to do, in words.
  public var description: String

  package init(code: Code, name: String, description: String) {
    self.code = code
    self.name = name
    self.description = description
  }
}

/// Who makes lazy values: the coordinator.
package protocol LazyHost: AnyObject, Sendable {
  func lazyValue(of task: Int) throws -> AnyObject
}
