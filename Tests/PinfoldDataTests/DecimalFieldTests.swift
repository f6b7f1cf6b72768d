import Pinfold
import Testing

@testable import PinfoldData

@Suite("Decimal fields")
struct DecimalFieldTests {
  private func parse(_ text: String) -> DecimalField {
    text.withView { DecimalField($0) }
  }

  @Test(
    "reads the forms of a number",
    arguments: [
      ("0", 0), ("-0", 0), ("12.5", 12.5), ("-12.5", -12.5), ("+3", 3), (".5", 0.5), ("-.5", -0.5), ("5.", 5),
      ("1e3", 1000), ("1E+3", 1000), ("25e-2", 0.25), ("  7 ", 7), ("\t7", 7), ("00012", 12),
      ("1.50000", 1.5),
      ("0.000000000000000000000000000001", 1e-30),
      ("123456789012345678901234567890", 1.234_567_890_123_456_8e29),
      ("1e-400", 0), ("4.9e-324", Double.leastNonzeroMagnitude), (".00000000000000000000000012", 1.2e-25),
    ])
  func forms(_ text: String, _ value: Double) { #expect(parse(text) == .value(value)) }

  @Test(
    "refuses what is no decimal number",
    arguments: [
      "+", ".", "e5", "1e", "1e+", "1,5", "1 2", "0x10", "inf", "-inf", "infinity", "1e999", "12a",
      "--1", "1.2.3",
      "١", "1_000", "nana", "-nan",
    ])
  func refused(_ text: String) { #expect(parse(text) == .invalid) }

  @Test(
    "takes the words for nothing",
    arguments: ["", "  ", "\\N", "NA", "na", "null", "NULL", "NaN", " nan ", "-", "--"])
  func missing(_ text: String) { #expect(parse(text) == .missing) }

  @Test("gives the nearest double, as the standard library does")
  func nearest() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      var digits = String((0..<random.below(21) + 1).map { _ in Character(String(random.below(10))) })
      let point = random.below(digits.count + 1)
      digits.insert(".", at: digits.index(digits.startIndex, offsetBy: point))
      if point == 0 { digits = "0" + digits }
      if point == digits.count - 1 { digits += "0" }
      if random.below(4) == 0 { digits += "e\(random.below(40) - 20)" }
      guard let expected = Double(digits) else { continue }
      #expect(parse(digits) == .value(expected), "\(digits)")
    }
  }

  @Test("reads back every double that was printed")
  func roundTrip() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      let value = (random.unit() - 0.5) * 360
      #expect(parse(Numeral.text(value)) == .value(value))
      let any = Double(bitPattern: random.next())
      if any.isFinite { #expect(parse(Numeral.text(any)) == .value(any)) }
    }
  }
}
