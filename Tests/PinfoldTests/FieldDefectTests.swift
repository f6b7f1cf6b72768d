import TestSupport
import Testing

@testable import Pinfold

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Defects seen in other clustering libraries, one test each; names quote the defect.
@Suite struct FieldDefectTests {
  /// Every strategy with every choice but for `none`, which does not cluster, and what keeps to the order of
  /// the input: that is supercluster itself, with its defects.
  static let strategies = StrategyVariant.all().filter { variant in
    let capabilities = try? variant().capabilities
    return variant.name != "none" && capabilities?.contains(.permutationInvariant) != false
  }

  @Test("principal axis formula with a plus sign")
  func plusSign() throws {
    // A cloud ten times as long as wide, its length 20° south of east.
    var random = SplitMix64(seed: 20)
    let turn = 20 * Double.pi / 180
    var moments = Moments()
    for _ in 0..<5000 {
      let (along, across) = (1e8 * random.bell(), 1e7 * random.bell())
      moments.add(
        x: UInt32(2e9 + along * cos(turn) - across * sin(turn)),
        y: UInt32(2e9 + along * sin(turn) + across * cos(turn)))
    }
    func degrees(_ axis: SplitAxis) -> Double { atan2(axis.y, axis.x) * 180 / .pi }
    #expect(abs(degrees(.principal(of: moments)) - 20) < 0.5)
    // The published formula is off, and by more the nearer the cloud lies to the east: here by 5°, below by
    // 80°.
    #expect(degrees(.applidium(of: moments)) > 24)
    var flat = Moments()
    for _ in 0..<5000 {
      let (along, across) = (1e8 * random.bell(), 3e7 * random.bell())
      flat.add(x: UInt32(2e9 + along), y: UInt32(2e9 + across + along / 100))
    }
    #expect(abs(degrees(.principal(of: flat))) < 3)
    #expect(abs(degrees(.applidium(of: flat))) > 60)
  }

  @Test(
    "visible points without a marker, as the centre of their cluster is off screen", arguments: strategies)
  func centroidOffScreen(strategy: StrategyVariant) throws {
    // Nine points in one place and one far to the east of them, seen at the edge of a view that shows none of
    // the nine.
    let points = try PointSet(
      PointColumns(
        longitude: [Double](repeating: 10, count: 9) + [10.02], latitude: [Double](repeating: 50, count: 10)))
    for zoom in stride(from: 4.0, through: 16, by: 1) {
      let degrees = 360 / (256 * exp2(zoom))
      let east = Coordinate(longitude: 10.02 + 40 * degrees, latitude: 50)
      let frame = try Clusterer(strategy()).build(points)
        .frame(for: Viewport(center: east, zoom: zoom, width: 100, height: 100))
      let shown = frame.memberLists.joined().map { points.ids[$0] }
      #expect(shown.contains(.integer(9)), "zoom \(zoom)")
    }
  }

  @Test("an item on a cell edge counted twice", arguments: strategies)
  func edge(strategy: StrategyVariant) throws {
    // On the plane cells of 64 points begin at multiples of 2⁻ᵏ of its side, and so do these points, and the
    // view.
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 1024))
    let places = (0..<17).flatMap { x in (0..<17).map { y in (Double(x) * 64, Double(y) * 64) } }
    let points = try PointSet(
      PointColumns(longitude: places.map(\.0), latitude: places.map(\.1)), projection: plane)
    var values = strategy.values
    if ["grid", "quadtree"].contains(strategy.name) { values["cellSize"] = .number(64) }
    let map = try Clusterer(StrategyVariant(strategy.name, values)()).build(points)
    for zoom in [0.0, 1, 2, 3] {
      for center in [512.0, 256, 320] {
        let frame = try map.frame(
          for: Viewport(
            center: Coordinate(longitude: center, latitude: center), zoom: zoom, width: 512, height: 512))
        let shown = frame.memberLists.joined()
        #expect(Set(shown).count == shown.count)
        #expect(Set(shown).isSuperset(of: LinearScan(points).points(in: frame.view.rect, mergeable: true)))
      }
    }
  }

  @Test("cells jump phase on any zoom change")
  func phase() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 5000, seed: 4))
    // Zooms between which no other level of the world's cells is nearer in ratio.
    func keptPairs(_ strategy: GridStrategy) throws -> Double {
      let map = try Clusterer(strategy).build(points)
      func home(_ zoom: Double) throws -> [Int] {
        var home = [Int](repeating: -1, count: points.count)
        let viewport = Viewport(
          center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: 9000, height: 9000)
        for (cluster, members) in try map.frame(for: viewport).memberLists.enumerated() {
          for member in members { home[member] = cluster }
        }
        return home
      }
      let (before, after) = (try home(4.7), try home(4.72))
      func pairs(_ homes: [[Int]]) -> Int {
        Dictionary(homes.map { ($0, 1) }, uniquingKeysWith: +).values.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
      }
      let all = pairs(before.map { [$0] })
      try #require(all > 300)
      return Double(pairs(zip(before, after).map { [$0, $1] })) / Double(all)
    }
    #expect(try keptPairs(.grid()) == 1)
    #expect(try keptPairs(.grid(anchor: .continuous)) < 0.8)
    #expect(try keptPairs(.grid(anchor: .viewport)) < 0.8)
  }

  @Test("deep recursion with 30 000 coincident points", arguments: strategies)
  func coincident(strategy: StrategyVariant) throws {
    let count = 30_000
    let points = try PointSet(
      PointColumns(
        longitude: [Double](repeating: 2.35, count: count), latitude: [Double](repeating: 48.85, count: count)
      ))
    let frame = try Clusterer(strategy()).build(points)
      .frame(for: Viewport(center: points.coordinate(0), zoom: 20))
    #expect(frame.count == 1 && frame.isStack(0) && frame.memberCount(of: 0) == count)
  }

  @Test("wrong mean for odd counts", arguments: strategies)
  func oddCounts(strategy: StrategyVariant) throws {
    for count in [3, 5, 7, 101] {
      let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 1024))
      // Whole multiples of the count, so that the mean is exact.
      let places = (0..<count).map { Double($0 * $0 % 7) / 64 }
      let points = try PointSet(
        PointColumns(longitude: places.map { $0 + 100 }, latitude: places.map { 200 - $0 }), projection: plane
      )
      let frame = try Clusterer(strategy()).build(points)
        .frame(for: Viewport(center: points.coordinate(0), zoom: -8, width: 9000, height: 9000))
      for cluster in 0..<frame.count {
        let members = frame.members(of: cluster)
        let x = members.reduce(0) { $0 + points.longitude[$1] } / Double(members.count)
        let y = members.reduce(0) { $0 + points.latitude[$1] } / Double(members.count)
        let marker = frame.coordinate(of: cluster)
        #expect(abs(marker.longitude - x) < 1e-6 && abs(marker.latitude - y) < 1e-6)
      }
    }
  }

  @Test("points past ±85.05° lost", arguments: StrategyVariant.all())
  func pastTheEdge(strategy: StrategyVariant) throws {
    let latitudes: [Double] = [90, 89.5, 85.06, 85.05, -85.05, -85.06, -89.5, -90]
    let points = try PointSet(
      PointColumns(longitude: [Double](repeating: 15, count: 8), latitude: latitudes))
    let map = try Clusterer(strategy()).build(points)
    for zoom in [0.0, 3, 9] {
      for latitude in [85.0, -85] {
        let viewport = Viewport(center: Coordinate(longitude: 15, latitude: latitude), zoom: zoom)
        let shown = Set(try map.frame(for: viewport).memberLists.joined())
        let near = (0..<8).filter { points.latitude[$0] * latitude > 0 }
        #expect(shown.isSuperset(of: near), "zoom \(zoom)")
      }
    }
    // What the data says is what comes out.
    #expect(Set(points.latitude) == Set(latitudes))
  }

  @Test("hash differs for equal clusters: every pan re-adds every marker", arguments: strategies)
  func equalClusters(strategy: StrategyVariant) throws {
    let columns = SamplePoints.clusters.columns(count: 400, seed: 3)
    let map = try Clusterer(strategy()).build(PointSet(columns))
    let other = try Clusterer(strategy()).build(PointSet(columns.shuffled(seed: 5)))
    func ids(_ map: ClusterMap, _ longitude: Double) throws -> [Set<PointID>: ClusterID] {
      let frame = try map.frame(
        for: Viewport(center: Coordinate(longitude: longitude, latitude: 45), zoom: 4))
      return Dictionary(
        uniqueKeysWithValues: (0..<frame.count).map { cluster in
          (Set(frame.members(of: cluster).map { map.points.ids[$0] }), frame.ids[cluster])
        })
    }
    let here = try ids(map, 6)
    for next in [try ids(map, 6.1), try ids(other, 6), try ids(other, 5.9)] {
      for (members, id) in next where here[members] != nil { #expect(here[members] == id) }
      // Clusters of one stack or of towns that lie apart stay whatever the strategy, if it looks at them.
      #expect(strategy.name == "random" || !Set(next.keys).isDisjoint(with: here.keys))
    }
    // Other members, another id.
    #expect(Set(here.values).count == here.count)
  }

  @Test("no merge across ±180°", arguments: strategies)
  func dateLine(strategy: StrategyVariant) throws {
    // Points ever nearer to 180° on both sides, and others farther apart, on which a budget is spent first.
    var columns = PointColumns()
    for i in 0..<30 {
      let (west, east) = (1e-6 * exp2(Double(i) / 3), 1e-6 * exp2(Double(i) / 2.5))
      columns.longitude += [180 - west, east - 180, Double(i) * 2 - 100]
      columns.latitude += [-17, -17, -17]
    }
    let points = try PointSet(columns)
    let frame = try Clusterer(strategy()).build(points)
      .frame(for: Viewport(center: Coordinate(longitude: 179, latitude: -17), zoom: 2.5))
    let sides = frame.memberLists.map { members in Set(members.map { points.x[$0] < 1 << 31 }) }
    #expect(sides.contains { $0.count == 2 })
  }
}
