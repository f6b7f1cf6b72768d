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

  @Test("boxes around any points are those that every possible west gives, equal gaps and wide ones too")
  func boxes() throws {
    var random = SplitMix64(seed: 2)
    for round in 0..<300 {
      let (step, steps) = [(90.0, 4), (1, 360), (0.25, 300)][round % 3]
      let count = 1 + random.below(7)
      let longitudes = (0..<count).map { _ in Double(random.below(steps)) * step - 180 }
      let latitudes = (0..<count).map { _ in Double(random.below(160)) - 80 }
      let points = try PointSet(PointColumns(longitude: longitudes, latitude: latitudes))
      let (xs, ys) = (points.x, points.y)
      func width(from west: UInt32) -> UInt32 { xs.map { $0 &- west }.max() ?? 0 }
      let west = try #require(xs.min { (width(from: $0), $0) < (width(from: $1), $1) })
      let (north, south) = try (#require(ys.min()), #require(ys.max()))
      #expect(
        points.bounds
          == WorldRect(
            west: west, width: UInt64(width(from: west)) + 1, north: north, height: UInt64(south - north) + 1)
      )
      func longitude(_ x: UInt32) -> Double? { xs.firstIndex(of: x).map { points.coordinate($0).longitude } }
      let box = points.coordinateBounds(of: Array(0..<count))
      #expect(box.west == longitude(west) && box.east == longitude(west &+ width(from: west)))
      #expect(box.south == latitudes.min() && box.north == latitudes.max())
      let frame = try Clusterer(.grid(cellSize: 4096)).build(points).frame(
        for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0, width: 256, height: 256))
      #expect(frame.count == 1 && frame.coordinateBounds(of: 0) == box)
    }
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

  @Test(
    "a frame of a strategy alone is that of steps that change nothing; stacks stand where their points are",
    arguments: StrategyVariant.all(), [true, false])
  func steps(variant: StrategyVariant, isWeighted: Bool) throws {
    var columns = SamplePoints.spots.columns(count: 120).decorated(seed: 5)
    columns.mergeable = nil
    if !isWeighted { columns.weight = nil }
    let points = try PointSet(columns)
    let alone = try Clusterer(try variant()).build(points)
    let steps = try alone.replacing(Clusterer(try variant(), limits: MergeLimits(maxZoom: 31)))
    var stackCount = 0
    for viewport in Viewport.samples(of: points) where viewport.zoom <= 31 {
      let frame = try alone.frame(for: viewport)
      let other = try steps.frame(for: viewport)
      #expect(frame.bytes == other.bytes && frame.effectiveSize == other.effectiveSize, "\(viewport)")
      for (cluster, members) in frame.memberLists.enumerated() {
        let spots = Set(members.map(points.position))
        let first = members.min { points.idRank($0) < points.idRank($1) }
        #expect(frame.representatives[cluster] == (spots.count == 1 ? first.map { Int32($0) } : -1))
        if spots.count == 1 { #expect(frame.positions[cluster] == spots.first) }
        stackCount += spots.count == 1 && members.count > 1 ? 1 : 0
      }
    }
    // Where nothing merges at all, each point of a spot stands by itself.
    #expect(stackCount > 0 || variant.name == "none")
  }
}
