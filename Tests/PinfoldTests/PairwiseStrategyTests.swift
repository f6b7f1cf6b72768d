import Pinfold
import TestSupport
import Testing

@Suite struct PairwiseStrategyTests {
  /// A plane where a unit of the data is a screen point.
  private func frame(
    _ places: [(Double, Double)], radius: Double, _ change: (inout PointColumns) -> Void = { _ in }
  ) throws -> Frame {
    var columns = PointColumns(longitude: places.map(\.0), latitude: places.map(\.1))
    change(&columns)
    let points = try PointSet(columns, projection: .planar(PlanarExtent(minX: 0, minY: 0, side: 256)))
    return try Clusterer(.pairwise(radius: radius)).build(points)
      .frame(
        for: Viewport(center: Coordinate(longitude: 128, latitude: 128), zoom: 0, width: 256, height: 256))
  }

  private func rows(_ frame: Frame) -> Set<Set<Int>> {
    Set(frame.memberLists.map { Set($0.map { Int(frame.points.rows[$0]) }) })
  }

  @Test("merges what the plain method does", arguments: SamplePoints.allCases)
  func oracle(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 45).decorated(seed: 91))
    let map = try Clusterer(.pairwise(radius: 50)).build(points)
    for viewport in Viewport.samples(of: points, random: 4) {
      let frame = try map.frame(for: viewport)
      let scan = LinearScan(points)
      let clusters = scan.mergeableGroups.flatMap {
        Self.clusters(of: $0, in: points, nearer: frame.view.units(fromPoints: 50))
      }
      let visible = scan.visible(clusters, in: frame.view.rect)
      #expect(Array(frame.memberListsInView.prefix(visible.count)) == visible, "\(viewport)")
    }
  }

  /// Merges the two nearest, by looking at every pair, until they are a distance apart.
  private static func clusters(of group: [Int], in points: PointSet, nearer reach: Double) -> [[Int]] {
    var clusters = Dictionary(grouping: group, by: points.position).values.map { $0 }
    func mean(_ members: [Int]) -> WorldPoint {
      let weights = members.map { points.weight?[$0] ?? 1 }
      let weighs = weights.contains { $0 > 0 }
      let total = weighs ? weights.reduce(0, +) : Double(members.count)
      // The samples' groups are less than half a turn wide where they merge.
      let near = points.position(members[0])
      var (x, y) = (0.0, 0.0)
      for (member, weight) in zip(members, weights) {
        x += Double(points.position(member).eastward(from: near.x)) * (weighs ? weight : 1)
        y += (Double(points.position(member).y) - Double(near.y)) * (weighs ? weight : 1)
      }
      return WorldPoint(
        x: UInt32(truncatingIfNeeded: Int64(near.x) + Int64((x / total + 0.5).rounded(.down))),
        y: UInt32(Int64(near.y) + Int64((y / total + 0.5).rounded(.down))))
    }
    func lowest(_ members: [Int]) -> UInt32 { members.map { points.idRanks[$0] }.min() ?? 0 }
    var means = clusters.map(mean)
    while true {
      var best: (distance: UInt128, low: UInt32, high: UInt32, a: Int, b: Int)?
      for a in clusters.indices {
        for b in 0..<a {
          let distance = points.projection.squaredDistance(means[a], means[b])
          if let best, best.distance < distance { continue }
          let (x, y) = (lowest(clusters[a]), lowest(clusters[b]))
          let pair = (distance, min(x, y), max(x, y), a, b)
          if let best, (best.distance, best.low, best.high) < (distance, pair.1, pair.2) { continue }
          best = pair
        }
      }
      guard let best, Double(best.distance) < reach * reach else { return clusters }
      clusters[best.b] += clusters[best.a]
      means[best.b] = mean(clusters[best.b])
      clusters.remove(at: best.a)
      means.remove(at: best.a)
    }
  }

  @Test("clusters as far apart as the radius stay apart")
  func radius() throws {
    let pair = [(100.0, 100.0), (120, 100)]
    #expect(try frame(pair, radius: 20).count == 2)
    #expect(try frame(pair, radius: 20.01).count == 1)
  }

  @Test("a mean that comes nearer than its parts were does not merge before them")
  func inversion() throws {
    // Sides of 20 and 20.3: once two are one, the third is only 17.6 away.
    let triangle = [(100.0, 100.0), (120, 100), (110, 117.6)]
    #expect(try rows(frame(triangle, radius: 19)) == [[0], [1], [2]])
    #expect(try frame(triangle, radius: 20.5).count == 1)
  }

  @Test("of equal distances the pair with the lowest id merges first, then that whose other id is lower")
  func ties() throws {
    let row = [(100.0, 100.0), (110, 100), (120, 100), (130, 100)]
    func merged(_ ids: [Int64]) throws -> Set<Set<Int>> {
      rows(try frame(row, radius: 12) { $0.ids = .integers(ids) })
    }
    #expect(try merged([1, 2, 3, 4]) == [[0, 1], [2, 3]])
    #expect(try merged([3, 1, 2, 4]) == [[0], [1, 2], [3]])
    #expect(try merged([2, 1, 3, 4]) == [[0, 1], [2, 3]])
  }

  @Test("more spots than maxPositions are refused; points on one spot count once")
  func limit() throws {
    var strategy = PairwiseStrategy()
    strategy.maxPositions = 50
    let error = #expect(throws: ClusteringError.self) {
      try Clusterer(strategy).build(PointSet(SamplePoints.uniform.columns(count: 51)))
    }
    #expect(
      error?.description == """
        strategy 'pairwise' takes 50 different positions at most, not 51; strategies 'radius' and \
        'separate' take any number
        """)
    #expect(throws: Never.self) {
      try Clusterer(strategy).build(PointSet(SamplePoints.coincident.columns(count: 51)))
    }
  }

  @Test("a hundred thousand points on one spot are one leaf")
  func coincident() throws {
    let columns = SamplePoints.coincident.columns(count: 100_000)
    let map = try Clusterer(.pairwise()).build(PointSet(columns))
    let frame = try map.frame(for: Viewport(center: map.points.coordinate(0), zoom: 9))
    #expect(frame.count == 1 && frame.memberCount(of: 0) == 100_000 && frame.isStack(0))
  }
}
