import Pinfold
import TestSupport
import Testing

/// Defects seen in other libraries, of markers and what is written on them.
@Suite struct FieldDefectMarkerTests {
  @Test("spreading a stack again and again moves no point (TSClusterMapView, Cluster, ClusterMap)")
  func spreadingDrifts() throws {
    let columns = SamplePoints.coincident.columns(count: 40)
    let points = try PointSet(columns)
    let map = try Clusterer(.grid(), representative: StickyRepresentative()).build(points)
    let view = Viewport(center: points.coordinate(0), zoom: 18)
    var frame = try map.frame(for: view)
    let bytes = frame.bytes
    let pins = try SpreadLayout().coordinates(of: 0, in: frame)
    for _ in 0..<20 {
      #expect(try SpreadLayout().coordinates(of: 0, in: frame) == pins)
      frame = try map.frame(for: view, after: frame)
    }
    #expect(frame.bytes == bytes)
    #expect(frame.points.longitude.allSatisfy { $0 == columns.longitude[0] })
    #expect(frame.points.latitude.allSatisfy { $0 == columns.latitude[0] })
  }

  @Test("the mean of an odd count is the mean (kingpin)", arguments: [3, 5, 7, 101])
  func oddMean(count: Int) throws {
    // One unit of this plane is one fixed-point unit.
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 0x1p32))
    let steps = (0..<count).map { Double($0 * $0 % 61) }
    let columns = PointColumns(longitude: steps, latitude: steps.map { 0x1p32 - 1 - $0 })
    let frame = try Clusterer(.grid(cellSize: 64), representative: CentroidRepresentative())
      .build(PointSet(columns, projection: plane))
      .frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0x1p32), zoom: 24))
    try #require(frame.count == 1)
    let mean = steps.reduce(0, +) / Double(count)
    #expect(abs(Double(frame.positions[0].x) - mean) <= 0.5)
    #expect(abs(Double(frame.positions[0].y) - 1 - mean) <= 0.5)
  }

  @Test("a label is rounded once, and never to 1000k")
  func labels() {
    let label = CountLabel(.abbreviated)
    #expect(
      [999, 1_499, 1_500, 999_949, 999_950, 1_049_999].map(label.text) == [
        "999", "1.5k", "1.5k", "999.9k", "1M", "1M",
      ])
  }
}
