import Foundation
import Pinfold
import PinfoldDrawing
import Testing

@Suite("Colors by a category")
struct MarkerCategoriesTests {
  private static let view = Viewport(
    center: Coordinate(longitude: 0, latitude: 0), zoom: 4, width: 900, height: 600)

  /// Points in two places, whose fuels are given.
  private func frame(west: [String?], east: [String?]) throws -> Frame {
    var column = TextColumn()
    for fuel in west + east { if let fuel { column.append(fuel) } else { column.appendMissing() } }
    var columns = PointColumns(
      longitude: west.map { _ in -10.0 } + east.map { _ in 10.0 }, latitude: (west + east).map { _ in 0.0 })
    columns.attributes = [Attribute(name: "fuel", values: .texts(column))]
    return try Clusterer(GridStrategy.grid()).build(try PointSet(columns)).frame(for: Self.view)
  }

  private func ranks(_ frame: Frame, most: Int = 8) throws -> CategoryRanks {
    try CategoryRanks(of: "fuel", named: "fuel", most: most, in: frame.points)
  }

  /// The words for the categories of both places, from west to east.
  private func words(_ frame: Frame, most: Int = 8) throws -> [String] {
    let categories = try ranks(frame, most: most).categories(of: frame)
    return (0..<frame.count).sorted { frame.positions[$0].x < frame.positions[$1].x }.map { cluster in
      guard let offset = categories.clusters[cluster] else { return "none" }
      return offset < categories.values.count ? categories.values[offset] : "other"
    }
  }

  @Test("a marker whose number is missing has the color of no value, and the legend says so")
  func noNumber() throws {
    let frame = try frame(west: ["gas", "gas"], east: ["sun", "sun"])
    func svg(_ values: [Double?]) -> String {
      MapDrawing(layers: [.markers, .legend]).picture(
        of: frame, values: MarkerValues(name: "sum of megawatts", values: values)
      )
      .svg
    }
    let (all, some) = (svg([5, 7]), svg([5, nil]))
    #expect(!all.contains("no value") && some.contains("no value"))
    #expect(some.contains("below 10<") && all.matches(of: /class="disc c0"/).count == 3)
    #expect(some.matches(of: /class="disc c0"/).count == 2)
  }

  @Test("a cluster has the value of most of its points, however many others together have rare ones")
  func mostFrequent() throws {
    let frame = try frame(
      west: ["gas", "gas", "oil", "peat", "tide", "wood"], east: ["sun", "sun", "sun", "sun", "gas"])
    #expect(try words(frame) == ["gas", "sun"])
    #expect(try words(frame, most: 1) == ["other", "sun"])
  }

  @Test("of equally frequent values that of more points in the whole data wins, then that of lower bytes")
  func ties() throws {
    #expect(try words(frame(west: ["oil", "gas"], east: ["oil", "oil", nil])) == ["oil", "oil"])
    #expect(try words(frame(west: ["oil", "gas"], east: ["sun"])) == ["gas", "sun"])
    #expect(try words(frame(west: [nil, nil], east: ["sun"])) == ["none", "sun"])
  }

  @Test("a cluster of which more points have no value than any value has none")
  func missing() throws {
    #expect(try words(frame(west: ["oil", nil, nil], east: ["sun", "sun", nil])) == ["none", "sun"])
    #expect(try words(frame(west: ["oil", nil], east: ["sun", "gas", nil, nil])) == ["oil", "none"])
    // The color stands for the cluster; a list of counts is of values, which a missing one is not.
    let frame = try frame(west: ["oil", "oil", nil, nil, nil], east: [nil])
    #expect(try words(frame) == ["none", "none"])
    let lists = try frame.categories(of: "fuel", most: 1)
    #expect(lists.map { $0.map { "\($0.value) \($0.count)" } }.filter { !$0.isEmpty } == [["oil 2"]])
  }

  @Test("discs, pins and the legend have the colors of categories, with a heading and a row for other values")
  func picture() throws {
    let frame = try frame(west: ["gas", "gas", "gas"], east: ["wood & peat"])
    let svg = MapDrawing().picture(of: frame, categories: try ranks(frame, most: 1).categories(of: frame)).svg
    #expect(svg.contains(#"class="disc f0""#) && svg.contains(#"class="disc soft""#))
    #expect(svg.contains(">fuel<") && svg.contains(">gas<") && svg.contains(">other<"))
    #expect(!svg.contains(#"class="pin""#) && !svg.contains(">2–9<"))
    let all = MapDrawing().picture(of: frame, categories: try ranks(frame).categories(of: frame)).svg
    #expect(all.contains(">wood &amp; peat<") && !all.contains(">other<"))
  }

  @Test("colors of categories differ, and their labels can be read")
  func colors() {
    for theme in [PictureTheme.light, .dark] {
      let colors = theme.categoryColors
      #expect(Set(colors.map(\.fill)).count == MarkerCategories.most + 1)
      for (fill, ink) in colors { #expect(contrast(fill, ink) >= 3.4, "\(ink) on \(fill)") }
    }
  }

  /// The contrast of two colors as the WCAG has it.
  private func contrast(_ a: String, _ b: String) -> Double {
    func luminance(_ hex: String) -> Double {
      let number = UInt32(hex.dropFirst(), radix: 16) ?? 0
      let shares = [16, 8, 0].map { shift -> Double in
        let share = Double(number >> UInt32(shift) & 255) / 255
        return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2]
    }
    let (first, second) = (luminance(a), luminance(b))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }
}
