/// The numbers of literals' names, by the address of the literal.
///
/// A table of its own rather than a `Dictionary`, whose first use in a process looks for the key's
/// conformance and hashes with care that addresses of this very program do not need.
struct LiteralNames {
  /// Addresses and names in turn; an address of 0 is a free place.
  private var places: [Int] = []
  private var count = 0

  /// The name of the literal at an address, or nil if it has none yet.
  ///
  /// - Complexity: O(1) on average.
  func name(at address: UInt) -> UInt32? {
    guard !places.isEmpty else { return nil }
    let place = place(of: address)
    return places[place] == 0 ? nil : UInt32(truncatingIfNeeded: places[place + 1])
  }

  /// Keeps the name of the literal at an address.
  mutating func add(_ name: UInt32, at address: UInt) {
    if count * 4 >= places.count { grow() }
    let place = place(of: address)
    if places[place] == 0 { count += 1 }
    places[place] = Int(bitPattern: address)
    places[place + 1] = Int(name)
  }

  /// Where an address is, or would be: the table is at most half full, so there is a free place.
  private func place(of address: UInt) -> Int {
    let mask = places.count - 1
    // Fibonacci hashing spreads addresses, whose low bits say little.
    var place =
      Int(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask & ~1
    let entry = Int(bitPattern: address)
    while places[place] != 0 && places[place] != entry { place = (place + 2) & mask }
    return place
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: max(64, old.count * 2))
    count = 0
    for place in stride(from: 0, to: old.count, by: 2) where old[place] != 0 {
      add(UInt32(truncatingIfNeeded: old[place + 1]), at: UInt(bitPattern: old[place]))
    }
  }
}
