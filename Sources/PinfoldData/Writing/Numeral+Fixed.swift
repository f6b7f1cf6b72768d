extension Numeral {
  /// A number with a fixed count of digits after the point, for tables; numbers too large for that in full.
  ///
  /// - Parameter digits: 0…9.
  public static func fixed(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    let scaled = (value.magnitude * Double(scale)).rounded()
    guard scaled < 0x1p53 else { return text(value) }
    let (whole, part) = Int(scaled).quotientAndRemainder(dividingBy: scale)
    // Never "-0.00".
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(whole) }
    let decimals = String(part)
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - decimals.utf8.count) + decimals
  }
}
