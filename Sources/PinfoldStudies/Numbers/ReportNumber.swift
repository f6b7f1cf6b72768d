import Pinfold
import PinfoldData
import PinfoldDrawing
import PinfoldEvaluation

/// Numbers for people: three significant digits, with thousands separators.
package enum ReportNumber {
  /// A value: whole numbers in full, others with three digits or more before the point.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "–" : value < 0 ? "−∞" : "∞" }
    let size = value.magnitude
    if value == value.rounded() || size >= 999.5 {
      return signed(value, grouped(Numeral.fixed(size, digits: 0)))
    }
    if size < 1e-4 { return signed(value, scientific(size)) }
    // As many decimals as show three significant digits, without trailing zeros.
    let digits = min(9, max(0, 2 - Int(Double.log10(size).rounded(.down))))
    var text = Numeral.fixed(size, digits: digits)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return signed(value, grouped(text))
  }

  static func text(_ count: Int) -> String { text(Double(count)) }

  /// A chance, never a false 0: "0.031", "< 0.001".
  package static func share(_ p: Double) -> String { p < 0.001 ? "< 0.001" : Numeral.fixed(p, digits: 3) }

  /// A chance in a sentence: "p = 0.031", "p < 0.001".
  static func chance(_ p: Double) -> String { p < 0.001 ? "p < 0.001" : "p = \(share(p))" }

  /// A share as a percentage: "63 %".
  package static func percent(_ share: Double) -> String { "\(text((share * 100).rounded())) %" }

  package static func difference(_ value: Double) -> String { value > 0 ? "+" + text(value) : text(value) }

  /// A duration in the unit that suits it.
  static func duration(seconds: Double) -> String {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")]
    let (unit, name) = units.first { seconds >= $0.0 } ?? (1e-9, "ns")
    return "\(text((seconds / unit * 1e9).rounded() / 1e9)) \(name)"
  }

  /// An amount of memory.
  static func bytes(_ count: Double) -> String {
    let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    guard let (unit, name) = units.first(where: { count >= $0.0 }) else {
      return "\(text(count.rounded())) B"
    }
    return "\(text(count / unit)) \(name)"
  }

  private static func scientific(_ size: Double) -> String {
    let exponent = Int(Double.log10(size).rounded(.down))
    return
      "\(text((size / Double.pow(10, Double(exponent)) * 100).rounded() / 100))·10\(ChartAxis.superscript(exponent))"
  }

  private static func signed(_ value: Double, _ text: String) -> String { value < 0 ? "−" + text : text }

  /// Digits before the point in groups of three.
  private static func grouped(_ text: String) -> String {
    let whole = text.prefix { $0 != "." }
    var grouped = ""
    for (place, digit) in whole.enumerated() {
      if place > 0, (whole.count - place) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return grouped + text.dropFirst(whole.count)
  }
}
