/// An exact number with six decimals: what sums of cells are made of, so that they are the same in any order.
package struct Millionths: Hashable, Sendable, Comparable {
  package private(set) var units: Int128

  private static let one: Int128 = 1_000_000

  package init(units: Int128 = 0) { self.units = units }

  /// A number rounded to the millionth; nil beyond ±2⁴⁰, so that sums of positions times weights fit for
  /// 2³¹ points.
  package init?(_ value: Double) {
    guard value.magnitude <= 0x1p40 else { return nil }
    units = Int128((value * 1e6).rounded())
  }

  /// The decimal number that a text shows; nil for another text, for more decimals, and beyond 128 bits.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.dropFirst().first ?? "0"
    guard parts[0].utf8.last?.isDigit == true, parts[0].first != "+", (1...6).contains(decimals.utf8.count),
      let units = Int128(parts[0] + decimals + String(repeating: "0", count: 6 - decimals.utf8.count))
    else { return nil }
    self.units = units
  }

  package static func < (one: Self, other: Self) -> Bool { one.units < other.units }

  package func adding(_ other: Self) -> Self? {
    let (sum, isOver) = units.addingReportingOverflow(other.units)
    return isOver ? nil : Self(units: sum)
  }

  package static func * (one: Self, factor: UInt32) -> Self { Self(units: one.units * Int128(factor)) }

  /// The nearest double; whole numbers below 2⁵³ are exact.
  package var number: Double {
    units % Self.one == 0 ? Double(units / Self.one) : Double(units) / 1e6
  }

  /// The number in decimals, without zeros at the end.
  package var text: String {
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt128(Self.one))
    let sign = units < 0 ? "-" : ""
    // Texts of wide integers are slow to make, and most numbers are not wide.
    let digits = UInt64(exactly: whole).map { String($0) } ?? String(whole)
    guard rest > 0 else { return sign + digits }
    var decimals = String(UInt64(rest) + 1_000_000).dropFirst()
    while decimals.last == "0" { decimals = decimals.dropLast() }
    return "\(sign)\(digits).\(decimals)"
  }
}
