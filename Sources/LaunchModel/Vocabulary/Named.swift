/// A word of the vocabulary: a stable code for files, and the name that people and documents see.
///
/// Codes are written into recordings and state files, so a case keeps its code for ever; names are
/// the cases' own, in lower camel case.
public protocol Named: RawRepresentable<UInt8>, CaseIterable, Sendable, Hashable {}

extension Named {
  /// The word as documents, the tool and the dashboard write it.
  public var name: String { "\(self)" }

  /// The word with this name, or nil if there is none.
  public init?(name: some StringProtocol) {
    guard let word = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = word
  }
}
