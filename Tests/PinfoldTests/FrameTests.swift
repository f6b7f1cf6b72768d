import TestSupport
import Testing

@testable import Pinfold

@Suite struct FrameTests {
  private func bounds(_ xs: [UInt32], _ projection: Projection = .mercator) throws -> WorldRect {
    let longitudes = xs.map { Double($0) / 0x1p32 * 360 - 180 }
    let points = try PointSet(
      PointColumns(longitude: longitudes, latitude: xs.map { _ in 0 }), projection: projection)
    return points.bounds(of: Array(0..<points.count))
  }

  @Test("bounds leave out the widest gap around the globe")
  func bounds() throws {
    #expect(try bounds([100, 300]) == WorldRect(west: 100, width: 201, north: 1 << 31, height: 1))
    #expect(try bounds([.max - 9, 5]) == WorldRect(west: .max - 9, width: 16, north: 1 << 31, height: 1))
    #expect(try bounds([1 << 30, 2 << 30, 3 << 30]).width == 1 << 31 + 1)
    #expect(try bounds([1 << 30, 1 << 30]).width == 1)
    #expect(try bounds([]) == WorldRect(west: 0, width: 0, north: 0, height: 0))
  }

  @Test("bounds on the plane do not wrap")
  func planarBounds() throws {
    let plane = Projection.planar(PlanarExtent(minX: -180, minY: -180, side: 360))
    #expect(try bounds([.max - 9, 5], plane).west == 5)
    #expect(try bounds([.max - 9, 5], plane).width == 1 << 32 - 14)
  }

  @Test("members are listed in the order of their ids")
  func members() throws {
    let columns = SamplePoints.onePixel.columns(count: 50)
    let points = try PointSet(columns)
    let viewport = Viewport(center: points.coordinate(0), zoom: 3)
    let frame = try Clusterer(.grid()).build(points).frame(for: viewport)
    try #require(frame.count == 1)
    let ids = frame.members(of: 0).map { points.ids[$0] }
    guard case .integers(let values)? = columns.ids else { return }
    #expect(ids == values.sorted().map { .integer($0) })
    #expect(frame.memberLists[0] == Array(0..<50))
  }

  @Test("points that never merge follow the clusters, each by itself")
  func nonMergeable() throws {
    var columns = PointColumns(longitude: [10, 10, 10, 10], latitude: [0, 0, 0, 0])
    columns.mergeable = [true, false, true, false]
    columns.weight = [1, 2, 3, 4]
    let points = try PointSet(columns)
    let frame = try Clusterer(.grid()).build(points)
      .frame(for: Viewport(center: Coordinate(longitude: 10, latitude: 0), zoom: 5))
    #expect((0..<3).map(frame.memberCount) == [2, 1, 1])
    #expect(frame.weights == [4, 2, 4])
    #expect((0..<3).allSatisfy(frame.isStack))
    #expect(frame.bounds(of: 2).width == 1)
    #expect(frame.members(of: 1).map { points.ids[$0] } == [.integer(1)])
    #expect(frame.coordinate(of: 2) == Coordinate(longitude: 10, latitude: 0))
  }

  @Test("a cluster copied out says what the columns say")
  func cluster() throws {
    let points = try PointSet(SamplePoints.clusters.columns().decorated(seed: 12))
    let frame = try Clusterer(.grid(), representative: NearestToCenterRepresentative()).build(points)
      .frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 2))
    for index in 0..<frame.count {
      let cluster = frame[index]
      #expect(cluster.id == frame.ids[index])
      #expect(cluster.count == frame.memberLists[index].count)
      #expect(cluster.weight == frame.weights[index])
      #expect(cluster.position == frame.positions[index])
      #expect(cluster.point == Int(frame.representatives[index]))
      #expect(cluster.isStack == (Set(frame.memberLists[index].map(points.position)).count == 1))
    }
  }
}
