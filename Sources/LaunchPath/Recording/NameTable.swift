/// The numbers of the names that are in a recording, by a hash of their bytes.
///
/// The bytes are in the recording already, so nothing is kept twice. A first use searches for no
/// conformance, as that of a `Dictionary` does.
struct NameTable {
  /// Hashes above and numbers below; 0, which is no name's number, is a free place.
  private var places: [Int] = []
  private var count = 0

  /// The hash of a name's bytes: FNV-1a.
  @unsafe static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for index in bytes.indices {
      hash = (hash ^ UInt32(unsafe bytes[index])) &* 0x0100_0193
    }
    return hash
  }

  /// The number of a name, or nil if it has none yet.
  ///
  /// - Complexity: O(1) comparisons on average.
  func name(hash: UInt32, isEqual: (UInt32) -> Bool) -> UInt32? {
    guard !places.isEmpty else { return nil }
    let mask = places.count - 1
    var place = Int(hash) & mask
    while places[place] != 0 {
      let number = UInt32(truncatingIfNeeded: places[place])
      if UInt32(truncatingIfNeeded: places[place] >> 32) == hash, isEqual(number) { return number }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Keeps the number of a name that is not in the table.
  mutating func add(_ number: UInt32, hash: UInt32) {
    // At most half full, so there is always a free place.
    if count * 2 >= places.count { grow() }
    insert(Int(truncatingIfNeeded: UInt64(hash) << 32 | UInt64(number)))
    count += 1
  }

  private mutating func insert(_ entry: Int) {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: entry >> 32) & mask
    while places[place] != 0 { place = (place + 1) & mask }
    places[place] = entry
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: max(128, old.count * 2))
    for entry in old where entry != 0 { insert(entry) }
  }
}
