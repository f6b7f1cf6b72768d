import Pinfold
import TestSupport
import Testing

/// Defects of greedy merging by radius; names quote the defect. The order of the input, which is
/// supercluster's, shows each of them, so the tests can see it.
@Suite struct FieldDefectRadiusTests {
  private let columns: PointColumns = {
    var columns = SamplePoints.clusters.columns(count: 600)
    let strewn = SamplePoints.uniform.columns(count: 600, seed: 9)
    columns.longitude += strewn.longitude
    columns.latitude += strewn.latitude
    columns.ids = .integers(Array(0..<1200))
    return columns
  }()

  private func frame(_ columns: PointColumns, zoom: Int, _ order: RadiusStrategy.Order) throws -> Frame {
    let map = try Clusterer(.radius(order: order)).build(PointSet(columns))
    let side = 256 * Double(1 << zoom)
    return try map.frame(
      for: Viewport(
        center: Coordinate(longitude: 0, latitude: 0), zoom: Double(zoom), width: side, height: side))
  }

  /// The pairs of markers nearer to each other than the radius, less a unit for the rounding of either mean.
  private func closePairs(_ frame: Frame) -> Int {
    let radius =
      40.0 / 512 * Double(sign: .plus, exponent: 32 - Int(frame.view.viewport.zoom), significand: 1)
    let limit = UInt128((radius - 2) * (radius - 2))
    var pairs = 0
    for a in 0..<frame.count {
      for b in 0..<a {
        let distance = frame.points.projection.squaredDistance(frame.positions[a], frame.positions[b])
        if distance < limit { pairs += 1 }
      }
    }
    return pairs
  }

  @Test("clusters closer than their own radius")
  func closeness() throws {
    var seen = 0
    for zoom in 1...7 {
      #expect(closePairs(try frame(columns, zoom: zoom, .canonical)) == 0, "zoom \(zoom)")
      seen += closePairs(try frame(columns, zoom: zoom, .input))
    }
    #expect(seen > 20)
  }

  @Test("70–79 % of clusters change when the input is shuffled")
  func shuffling() throws {
    func changed(_ order: RadiusStrategy.Order, zoom: Int) throws -> Double {
      let frames = try [columns, columns.shuffled(seed: 5)].map { try frame($0, zoom: zoom, order) }
      let ids = frames.map { frame in
        Set((0..<frame.count).filter { frame.memberCount(of: $0) > 1 }.map { frame.ids[$0] })
      }
      return 1 - Double(ids[0].intersection(ids[1]).count) / Double(ids[0].count)
    }
    for zoom in [2, 4, 6] { #expect(try changed(.canonical, zoom: zoom) == 0) }
    #expect(try changed(.input, zoom: 5) > 0.4)
  }

  @Test("ids limit zoom to 30; 1 m apart merges at z22", arguments: RadiusStrategy.Order.allCases)
  func deepZooms(order: RadiusStrategy.Order) throws {
    func count(metres: Double, zoom: Int) throws -> Int {
      let step = metres / 40_075_016.686 * 360
      let points = try PointSet(PointColumns(longitude: [100, 100 + step], latitude: [0, 0]))
      // As much on a tile of 256 screen points as 40 of the 512 units of the peer's.
      let radius = order == .canonical ? 20.0 : 40
      let map = try Clusterer(.radius(radius, maxZoom: 32, order: order)).build(points)
      return try map.frame(
        for: Viewport(center: points.coordinate(0), zoom: Double(zoom), width: 1e6, height: 1e6)
      ).count
    }
    // The radius is 0.75 m at zoom 22 and 1.49 m at zoom 21.
    #expect(try count(metres: 1, zoom: 22) == 2)
    #expect(try count(metres: 1, zoom: 21) == 1)
    // 3.7 cm have four fixed-point units; the radius is 2.3 cm at zoom 27 and 4.7 cm at zoom 26.
    #expect(try count(metres: 0.037, zoom: 27) == 2)
    #expect(try count(metres: 0.037, zoom: 32) == 2)
    #expect(try count(metres: 0.037, zoom: 26) == 1)
  }
}
