import TestSupport
import Testing

@testable import Pinfold

@Suite("Tiles wider than 256 points, with radius")
struct RadiusTileTests {
  private static func view(_ zoom: Double, tileSize: Double, width: Double = 60_000) -> Viewport {
    Viewport(
      center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: width, height: width,
      tileSize: tileSize)
  }

  private static let points = [SamplePoints.clusters, .uniform, .dateLine, .spots]

  @Test("have one radius on the screen at each zoom up to maxZoom", arguments: [512.0, 1024, 4096], 1...2)
  func sizes(tileSize: Double, levelsPerZoom: Int) throws {
    var strategy = RadiusStrategy(maxZoom: 3)
    strategy.levelsPerZoom = levelsPerZoom
    let map = try Clusterer(strategy).build(PointSet(SamplePoints.clusters.columns(count: 400)))
    for zoom in 0...3 {
      #expect(try map.frame(for: Self.view(Double(zoom), tileSize: tileSize)).effectiveSize == 40)
    }
    #expect(try map.frame(for: Self.view(4, tileSize: tileSize)).effectiveSize == nil)
  }

  @Test(
    "have at maxZoom the clusters of the points of each cluster above, merged by themselves",
    arguments: points, [512.0, 1024])
  func parts(sample: SamplePoints, tileSize: Double) throws {
    let points = try PointSet(sample.columns(count: 300, seed: 4).decorated(seed: 4))
    let map = try Clusterer(.radius(maxZoom: 4)).build(points)
    let deepest = 4 + Int(Double.log2(tileSize / 256))
    let wholes = try map.frame(for: Self.view(4, tileSize: 256))
    var expected: Set<Set<PointID>> = []
    for cluster in 0..<wholes.count {
      let own = try PointSet(points.columns(in: wholes.members(of: cluster)))
      let map = try Clusterer(.radius(minZoom: 5, maxZoom: deepest)).build(own)
      expected.formUnion(
        try map.frame(for: Self.view(Double(deepest), tileSize: 256)).partition)
    }
    let frame = try map.frame(for: Self.view(4, tileSize: tileSize))
    #expect(frame.partition == expected)
    if [.clusters, .uniform].contains(sample) { #expect(frame.count > wholes.count) }
  }

  @Test(
    "show parts of the same clusters in views that are panned, and nested ones at each zoom",
    arguments: points)
  func views(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 300, seed: 9))
    let map = try Clusterer(.radius(maxZoom: 4)).build(points)
    let all = try map.frame(for: Self.view(4, tileSize: 512)).partition
    for longitude in stride(from: -170.0, through: 180, by: 50) {
      var view = Self.view(4, tileSize: 512, width: 900)
      view.center.longitude = longitude
      let frame = try map.frame(for: view)
      #expect(frame.partition.isSubset(of: all))
      let members = Set(frame.partition.joined())
      for point in 0..<points.count where frame.view.rect.contains(points.position(point)) {
        #expect(members.contains(points.id(point)))
      }
    }
    var coarser = try map.frame(for: Self.view(3, tileSize: 512)).partition
    for zoom in [4.0, 5] {
      let finer = try map.frame(for: Self.view(zoom, tileSize: 512)).partition
      #expect(finer.allSatisfy { part in coarser.contains { part.isSubset(of: $0) } })
      coarser = finer
    }
  }

  @Test("have the clusters of a new build after edits, and of the points in any order")
  func edits() throws {
    let columns = SamplePoints.clusters.columns(count: 300, seed: 2)
    let map = try Clusterer(.radius(maxZoom: 4)).build(try PointSet(columns))
    var edited = map
    let more = PointColumns(
      longitude: [10, 10.01, 50], latitude: [1, 1, 20], ids: .integers([900, 901, 902]))
    try edited.insert(more)
    let built = try Clusterer(.radius(maxZoom: 4)).build(edited.points.merged)
    let view = Self.view(4, tileSize: 512)
    let (one, other) = (try edited.frame(for: view), try built.frame(for: view))
    #expect(one.ids == other.ids && one.positions == other.positions)
    let shuffled = try Clusterer(.radius(maxZoom: 4)).build(try PointSet(columns.shuffled(seed: 7)))
    #expect(try shuffled.frame(for: view).ids == map.frame(for: view).ids)
  }
}
