import Pinfold
import Testing

@Suite struct CountLabelTests {
  @Test(
    "abbreviates with one digit after the point, rounded half up, and no .0",
    arguments: [
      (0, "0"), (1, "1"), (999, "999"), (1000, "1k"), (1049, "1k"), (1050, "1.1k"), (1249, "1.2k"),
      (1250, "1.3k"), (9_949, "9.9k"), (9_950, "10k"), (12_345, "12.3k"), (999_949, "999.9k"),
      (999_950, "1M"), (1_000_000, "1M"), (3_449_999, "3.4M"), (3_450_000, "3.5M"),
      (999_949_999, "999.9M"), (999_950_000, "1B"), (2_147_483_647, "2.1B"), (999_950_000_000, "1T"),
      (Int.max, "9223372T"), (-1, "-1"), (-1250, "-1.3k"), (-999_950, "-1M"), (Int.min, "-9223372T"),
    ])
  func abbreviated(count: Int, expected: String) {
    #expect(CountLabel(.abbreviated).text(for: count) == expected)
  }

  @Test("reads back within half a tenth of the unit, and grows with the count")
  func monotonic() throws {
    let label = CountLabel(.abbreviated)
    var last = -1.0
    for step in 0..<4000 {
      let count = step < 2000 ? step : step * step * 7
      let text = label.text(for: count)
      let unit = text.hasSuffix("M") ? 1e6 : text.hasSuffix("k") ? 1e3 : 1
      let value = try #require(Double(text.filter { !$0.isLetter })) * unit
      #expect(abs(value - Double(count)) <= unit / 20, "\(count) is \(text)")
      #expect(value >= last)
      #expect(text.count <= 6 && !text.contains(".0"))
      last = value
    }
  }

  @Test(
    "caps beyond the limit", arguments: [(99, 99, "99"), (100, 99, "99+"), (10, 9, "9+"), (-500, 99, "-500")])
  func capped(count: Int, limit: Int, expected: String) {
    #expect(CountLabel(.capped, limit: limit).text(for: count) == expected)
  }

  @Test(
    "writes the greatest bucket that the count fills",
    arguments: [
      (9, "9"), (10, "10+"), (19, "10+"), (49, "20+"), (50, "50+"), (999, "500+"), (1_234_567, "1000+"),
      (0, "0"), (-50, "-50"),
    ])
  func bucketed(count: Int, expected: String) {
    #expect(CountLabel(.bucketed).text(for: count) == expected)
  }

  @Test("buckets of one's own may be in any order, and those below 1 are none")
  func ownBuckets() {
    let label = CountLabel(buckets: [20, 5, 0, -3])
    #expect([4, 5, 19, 20, 21].map { label.text(for: $0) } == ["4", "5+", "5+", "20+", "20+"])
    #expect(CountLabel(buckets: []).text(for: 12) == "12")
  }

  @Test("writes all digits")
  func exact() {
    #expect(CountLabel().text(for: 1_234_567) == "1234567")
    #expect(CountLabel(.exact, limit: 5).text(for: -40) == "-40")
  }

  @Test("a mistaken style names those there are")
  func mistake() {
    let error = #expect(throws: ParameterError.self) {
      try CountLabel(["style": .choice("short")], owner: "label")
    }
    #expect(error?.description.contains("one of exact, capped, abbreviated, bucketed") == true)
  }
}
