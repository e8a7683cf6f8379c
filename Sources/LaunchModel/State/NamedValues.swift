/// Values by name, in the order of their names.
///
/// A sorted array rather than a `Dictionary`: there are few of them, they are read before the first
/// frame, and the first use of a dictionary in a process costs more than reading the whole file.
public struct NamedValues<Value: Sendable>: Sendable {
  // The names, sorted.
  @usableFromInline var names: [String]
  @usableFromInline var values: [Value]

  /// No values.
  @inlinable
  public init() {
    self.init(names: [], values: [])
  }

  @inlinable
  init(names: [String], values: [Value]) {
    self.names = names
    self.values = values
  }

  /// How many values there are.
  @inlinable public var count: Int { names.count }

  /// Whether there are none.
  @inlinable public var isEmpty: Bool { names.isEmpty }

  /// The value of a name; nil if it has none.
  ///
  /// - Complexity: O(log count) to read, O(count) to write.
  @inlinable
  public subscript(name: String) -> Value? {
    get {
      let index = place(of: name)
      return holds(name, at: index) ? values[index] : nil
    }
    set {
      let index = place(of: name)
      if holds(name, at: index) {
        if let newValue { values[index] = newValue } else { remove(at: index) }
      } else if let newValue {
        insert(newValue, called: name, at: index)
      }
    }
  }

  @inlinable
  mutating func insert(_ value: Value, called name: String, at index: Int) {
    // The usual case, as the file has them in order; to insert takes many times as long at first.
    if index == names.count {
      names.append(name)
      values.append(value)
    } else {
      names.insert(name, at: index)
      values.insert(value, at: index)
    }
  }

  @inlinable
  mutating func remove(at index: Int) {
    names.remove(at: index)
    values.remove(at: index)
  }

  /// The index of the first name that is not before this one.
  @inlinable
  func place(of name: String) -> Int {
    var low = 0
    var high = names.count
    if let last = names.last, last < name { return high }
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < name { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inlinable
  func holds(_ name: String, at index: Int) -> Bool {
    index < names.count && names[index] == name
  }
}

extension NamedValues: Sequence {
  /// The names with their values, in the order of the names.
  public func makeIterator() -> Zip2Sequence<[String], [Value]>.Iterator {
    zip(names, values).makeIterator()
  }
}

extension NamedValues: ExpressibleByDictionaryLiteral {
  /// Values by name; of a name that stands twice, the last counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}

extension NamedValues: Equatable where Value: Equatable {}
extension NamedValues: Hashable where Value: Hashable {}
