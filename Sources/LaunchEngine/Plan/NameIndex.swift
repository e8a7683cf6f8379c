/// Finds the numbers of names.
///
/// A table of its own rather than a `Dictionary`, whose first use in a process takes longer than a
/// whole plan: it has to find the conformances of its types.
package struct NameIndex: Sendable {
  private var names: [String] = []
  private var numbers: [Int] = []
  /// One more than an index into the names, by the hash of the name; 0 is a free place.
  private var places: [Int] = []

  package init() {}

  /// The names, in the order in which they were added.
  package var all: [String] { names }

  /// The number of a name, or nil if it has none.
  ///
  /// - Complexity: O(length) on average.
  package subscript(name: String) -> Int? {
    if places.isEmpty { return nil }
    let index = places[place(of: name)] - 1
    return index < 0 ? nil : numbers[index]
  }

  /// Gives a name its number.
  ///
  /// - Returns: The number that the name has already; nil if it is new.
  package mutating func add(_ name: String, _ number: Int) -> Int? {
    // At most half full, so there is always a free place.
    if names.count * 2 >= places.count { grow() }
    let place = place(of: name)
    if places[place] > 0 { return numbers[places[place] - 1] }
    names.append(name)
    numbers.append(number)
    places[place] = names.count
    return nil
  }

  /// Where a name is, or would be.
  private func place(of name: String) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: Self.hash(name)) & mask
    while places[place] > 0, !names[places[place] - 1].utf8.elementsEqual(name.utf8) {
      place = (place + 1) & mask
    }
    return place
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
