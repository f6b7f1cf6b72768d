import Pinfold
import Testing

@testable import PinfoldDrawing

@Suite("Classes of counts")
struct CountClassTests {
  @Test(
    "a number's class follows from its digits",
    arguments: [
      (2.0, 0), (9.99, 0), (10, 1), (99, 1), (100, 2), (1000, 3), (99_999, 4), (180_256, 5), (1e6, 6),
      (1e300, 6),
      (0, 0), (-5000, 0), (.nan, 0), (.infinity, 0),
    ])
  func classes(value: Double, index: Int) {
    #expect(CountClass(value).index == index && CountClass(nil).index == 0)
  }

  @Test("values have areas in proportion to the largest in view, and its color is the last one")
  func scale() {
    let style = MarkerStyle(smallest: 3, largest: 5)
    let scale = MarkerScale(style, values: [2e9, 1e9, nil, .infinity, -7])
    #expect(scale.largest == 2e9 && scale.radius(2e9) == 5)
    // Half of the area between 9 and 25.
    #expect(scale.radius(1e9) == 17.0.squareRoot())
    #expect([nil, .nan, -7, 0].map(scale.radius) == [3, 3, 3, 3])
    let last = Theme.classCount - 1
    #expect(scale.colorClass(of: 2e9).index == last && scale.colorClass(of: 2e8).index == last - 1)
    #expect(scale.name(of: scale.colorClass(of: 5e8)) == "100M–1B")
    #expect(scale.name(of: scale.colorClass(of: nil)) == "below 10k")
    let none = MarkerScale(style, values: [nil])
    #expect(none.largest == 0 && none.radius(nil) == 3)
    #expect(MarkerScale(style).radius(10_000) == style.radius(count: 10_000))
  }

  @Test("each class has words of its own")
  func names() {
    let values = (0..<Theme.classCount).map { Double("1e\($0)") }
    #expect(values.map { CountClass($0).name(areCounts: true) }.first == "2–9")
    #expect(
      values.map { CountClass($0).name(areCounts: false) }
        == ["below 10", "10–99", "100–999", "1k–10k", "10k–100k", "100k–1M", "1M and more"])
  }

  @Test(
    "labels can be read on their discs, and classes told apart by lightness alone",
    arguments: [PictureTheme.light, .dark])
  func palette(theme: PictureTheme) throws {
    let sheet = Theme.sheet(theme)
    func luminances(_ name: String) throws -> [Double] {
      try (0..<Theme.classCount).map { index in
        let pattern = try Regex(
          "\\.\(name)\(index) \\{ fill: #([0-9a-f]{6}) \\}", as: (Substring, Substring).self)
        return Self.luminance(of: try #require(sheet.firstMatch(of: pattern)?.1))
      }
    }
    let (fills, inks) = (try luminances("c"), try luminances("t"))
    for (fill, ink) in zip(fills, inks) { #expect(Self.contrast(fill, ink) >= 4.5) }
    let rising = theme == .dark ? fills : fills.reversed()
    for (low, high) in zip(rising, rising.dropFirst()) {
      #expect(high > low && Self.contrast(low, high) >= 1.25)
    }
  }

  /// The relative luminance and the contrast of the Web Content Accessibility Guidelines 2.2.
  private static func luminance(of hex: Substring) -> Double {
    let number = Int(hex, radix: 16) ?? 0
    let parts = [number >> 16, number >> 8 & 255, number & 255].map { part in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : Double.pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private static func contrast(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }
}
