/// The stable id of a cluster: a 64-bit hash of the set of its members' ids, written as 16 hexadecimal
/// digits.
///
/// It depends on nothing else, so an unchanged cluster keeps its id across pans, zooms, reloads, input orders
/// and strategies. Different sets collide with a probability of about 2⁻⁶⁴.
public struct ClusterID: Hashable, Sendable, CustomStringConvertible {
  /// The hash.
  public let bits: UInt64

  /// - Parameter hashSum: the wrapping sum of the members' id hashes, which is independent of their order.
  init(hashSum: UInt64, count: Int) {
    let bits = SplitMix64.mix(hashSum ^ SplitMix64.mix(UInt64(count)))
    #if hasFeature(Embedded)
      // JavaScript passes ids back as the numbers that it represents.
      self.bits = bits & ~0x7FF
    #else
      self.bits = bits
    #endif
  }

  /// The id with a hash.
  package init(bits: UInt64) { self.bits = bits }

  /// Parses an id; nil unless the text is as ``description`` writes it.
  public init?(_ text: String) {
    guard let bits = UInt64(text, radix: 16) else { return nil }
    self.bits = bits
    // Rejects signs, capitals and missing zeros.
    guard description == text else { return nil }
  }

  /// The upper 53 bits, which JavaScript represents exactly (`Number.isSafeInteger`).
  ///
  /// Different sets collide with a probability of about 2⁻⁵³.
  public var safeInteger: Int { Int(bits >> 11) }

  public var description: String { bits.hexadecimal }
}

extension UInt64 {
  /// The 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
