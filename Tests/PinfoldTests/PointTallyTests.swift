import TestSupport
import Testing

@testable import Pinfold

@Suite("Points that stand for cells")
struct PointTallyTests {
  /// Stacks of points, and for each stack a point in its place that stands for all of its points.
  private static func pair(_ sample: SamplePoints, seed: UInt64) -> (all: PointColumns, cells: PointColumns) {
    var cells = sample.columns(count: 120, seed: seed)
    var random = SplitMix64(seed: seed)
    let counts = cells.longitude.map { _ in 1 + random.below(1 << random.below(9)) }
    cells.ids = .integers(counts.indices.map { Int64($0) * 1000 })
    cells.weight = counts.map(Double.init)
    cells.attributes = [Attribute(name: PointTally.attribute, values: .numbers(counts.map(Double.init)))]
    var all = PointColumns()
    var ids: [Int64] = []
    for (cell, count) in counts.enumerated() {
      for copy in 0..<count {
        all.longitude.append(cells.longitude[cell])
        all.latitude.append(cells.latitude[cell])
        ids.append(Int64(cell) * 1000 + Int64(copy))
      }
    }
    all.ids = .integers(ids)
    return (all, cells)
  }

  private static func frame(_ map: ClusterMap, zoom: Double) throws -> Frame {
    try map.frame(
      for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: 9000, height: 9000))
  }

  private static func markers(_ map: ClusterMap, zoom: Double) throws -> Set<String> {
    let frame = try frame(map, zoom: zoom)
    return Set(
      (0..<frame.count).map { "\(frame.positions[$0]) \(frame.pointCount(of: $0)) \(frame.radius(of: $0))" })
  }

  @Test(
    "have the markers of the points themselves with separate, and with a separation after another strategy",
    arguments: [SamplePoints.uniform, .clusters, .dateLine], [Separation.CollisionMode.circle, .rectangle])
  func separate(sample: SamplePoints, mode: Separation.CollisionMode) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let (all, cells) = Self.pair(sample, seed: seed)
      let (points, stands) = (try PointSet(all), try PointSet(cells))
      #expect(stands.pointCount == points.count)
      for clusterer in [
        Clusterer(SeparateStrategy(mode, padding: 3)),
        Clusterer(GridStrategy(cellSize: 20), separation: Separation(mode)),
      ] {
        let (map, own) = (try clusterer.build(points), try clusterer.build(stands))
        for zoom in [0.0, 1, 2, 4] {
          #expect(try Self.markers(own, zoom: zoom) == Self.markers(map, zoom: zoom), "zoom \(zoom)")
        }
      }
    }
  }

  @Test(
    "move between frames as the points themselves, with all diffs",
    arguments: [SamplePoints.uniform, .clusters], [(1.0, 3.0), (4, 2)])
  func transitions(sample: SamplePoints, zooms: (Double, Double)) throws {
    let (all, cells) = Self.pair(sample, seed: 5)
    let diffs: [any AnimationDiff] = [MembershipDiff(), IdentityDiff(), AncestryDiff()]
    for diff in diffs {
      let found = try [all, cells].map { columns in
        let map = try Clusterer(.grid(cellSize: 60)).build(try PointSet(columns))
        let (old, new) = (try Self.frame(map, zoom: zooms.0), try Self.frame(map, zoom: zooms.1))
        let own = try diff.transition(from: old, to: new)
        let shown = try own.countingPoints(from: old, to: new)
        #expect(try own.flows.countingPoints(from: old, to: new) == shown.flows)
        return Set(shown.markers.map { "\($0.kind) \($0.start) \($0.end) \($0.count)" })
          .union(shown.flows.map { "\(old.positions[$0.old]) \(new.positions[$0.new]) \($0.count)" })
      }
      #expect(found[0] == found[1] && found[0].count > 3)
    }
  }

  @Test("keep their numbers after edits, and numbers beyond all sizes of markers do no harm")
  func editsAndLargest() throws {
    let (_, cells) = Self.pair(.clusters, seed: 3)
    var huge = cells
    huge.attributes = [
      Attribute(
        name: PointTally.attribute,
        values: .numbers(cells.longitude.indices.map { $0 == 0 ? .nan : $0 == 1 ? 0 : 1e300 }))
    ]
    let map = try Clusterer(.separate()).build(try PointSet(huge))
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 3, width: 3000, height: 3000)
    #expect(try Separation().collisions(in: map.frame(for: view)) == 0)
    var more = PointColumns(longitude: [3], latitude: [4], ids: .integers([-5]))
    more.attributes = [Attribute(name: PointTally.attribute, values: .numbers([500]))]
    var edited = try Clusterer(.separate()).build(try PointSet(cells))
    try edited.insert(more)
    let built = try Clusterer(.separate()).build(edited.points.merged)
    #expect(try Self.markers(edited, zoom: 2) == Self.markers(built, zoom: 2))
    #expect(edited.points.pointCount == built.points.pointCount)
  }
}
