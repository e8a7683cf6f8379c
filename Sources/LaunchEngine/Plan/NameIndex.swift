/// Finds the numbers of names.
///
/// A table of its own rather than a `Dictionary`, whose first use in a process takes longer than a
/// whole plan: it has to find the conformances of its types.
package struct NameIndex: Sendable {
  private var names: [String] = []
  private var numbers: [Int] = []
  /// One more than an index into the names, by the hash of the name; 0 is a free place.
  ///
  /// Empty as long as there are so few names that to look at each is quicker.
  private var places: [Int] = []

  package init() {}

  /// The names, in the order in which they were added.
  package var all: [String] { names }

  /// The number of a name, or nil if it has none.
  ///
  /// - Complexity: O(length) on average.
  package subscript(name: String) -> Int? {
    index(of: name).map { numbers[$0] }
  }

  /// Gives a name its number.
  ///
  /// - Returns: The number that the name has already; nil if it is new.
  package mutating func add(_ name: String, _ number: Int) -> Int? {
    if let index = index(of: name) { return numbers[index] }
    names.append(name)
    numbers.append(number)
    // At most half full, so there is always a free place.
    if names.count > Limits.searchedNames, names.count * 2 > places.count {
      grow()
    } else if !places.isEmpty {
      places[place(of: name)] = names.count
    }
    return nil
  }

  private func index(of name: String) -> Int? {
    if !places.isEmpty {
      let index = places[place(of: name)] - 1
      return index < 0 ? nil : index
    }
    for index in names.indices where Self.isSame(names[index], name) { return index }
    return nil
  }

  /// Where a name is, or would be.
  private func place(of name: String) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: Self.hash(name)) & mask
    while places[place] > 0, !Self.isSame(names[places[place] - 1], name) {
      place = (place + 1) & mask
    }
    return place
  }

  /// Lengths first: names of one length are equal in their bytes, or hardly ever equal at all.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one == other
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: max(64, places.count * 2))
    for index in names.indices { places[place(of: names[index])] = index + 1 }
  }

  /// FNV-1a over the bytes; two spellings of one letter are two names.
  private static func hash(_ name: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
