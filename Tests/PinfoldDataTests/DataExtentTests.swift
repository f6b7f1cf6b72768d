import Pinfold
import Testing

@testable import PinfoldData

@Suite("The bounds of points")
struct DataExtentTests {
  @Test("are those of all, wherever they are")
  func all() {
    var random = SplitMix64(seed: 8)
    for place in [0, 20_000, 39_999] {
      var columns = PointColumns(
        longitude: (0..<40_000).map { _ in Double(random.below(300)) - 150 },
        latitude: (0..<40_000).map { _ in Double(random.below(176)) - 88 })
      columns.longitude[place] = -170
      columns.longitude[39_999 - place] = 171
      columns.latitude[place] = 89.5
      let extent = DataExtent(columns, isPlanar: false)
      #expect([extent.west, extent.east, extent.north] == [-170, 171, 89.5])
      #expect(extent.south == columns.latitude.min())
      #expect(extent.beyondMercator == columns.latitude.count { abs($0) > 85.0511287798066 })
      #expect(DataExtent(columns, isPlanar: true).beyondMercator == 0)
    }
  }

  @Test("are zero where there are none, and the point where there is one")
  func few() {
    #expect(DataExtent(PointColumns(), isPlanar: false) == DataExtent())
    let point = DataExtent(PointColumns(longitude: [7], latitude: [-8]), isPlanar: false)
    #expect([point.west, point.south, point.east, point.north] == [7, -8, 7, -8])
  }
}
