/// The stable id of a cluster: a 64-bit hash of the set of its members' ids, written as 16 hexadecimal
/// digits.
///
/// It depends on nothing else, so an unchanged cluster keeps its id across pans, zooms, reloads, input orders
/// and strategies. Two different sets share an id with a chance of about 2⁻⁶⁴.
public struct ClusterID: Hashable, Sendable, CustomStringConvertible {
  /// The hash.
  public let bits: UInt64

  /// The id of a set of members.
  ///
  /// - Parameters:
  ///   - hashSum: the wrapping sum of the members' id hashes, which is the same in any order.
  ///   - count: the number of members.
  init(hashSum: UInt64, count: Int) {
    bits = SplitMix64.mix(hashSum ^ SplitMix64.mix(UInt64(count)))
  }

  /// The id that a text shows; nil for a text that shows none.
  public init?(_ text: String) {
    guard let bits = UInt64(text, radix: 16) else { return nil }
    self.bits = bits
    // Signs, capitals and missing zeros are not how ids are written.
    guard description == text else { return nil }
  }

  /// The upper 53 bits: a number that JavaScript holds exactly, as its `Number.isSafeInteger` says.
  ///
  /// Two different sets share it with a chance of about 2⁻⁵³.
  public var safeInteger: Int { Int(bits >> 11) }

  public var description: String { bits.hexadecimal }
}

extension UInt64 {
  /// The number in 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
