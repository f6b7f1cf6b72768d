import Pinfold
import TestSupport
import Testing

/// The limits that hold for every strategy, against what they leave of its frames when applied by hand.
@Suite struct MergeLimitsTests {
  private static let strategies = Registry.builtIn.all(.strategy).map(\.name)

  private func map(_ name: String, _ points: PointSet, _ limits: MergeLimits) throws -> ClusterMap {
    try Clusterer(Registry.builtIn.find(name, kind: .strategy)(), limits: limits).build(points)
  }

  /// The clusters that should be left: whole ones, and the visible spots of the others.
  private func expected(_ frame: Frame, keeps: (Int) -> Bool) -> [[Int]] {
    let points = frame.points
    let parts = frame.memberLists.flatMap { members -> [[Int]] in
      let spots = Dictionary(grouping: members) { points.position($0) }
      if keeps(members.count) || spots.count == 1 { return [members] }
      return spots.values.filter { frame.view.rect.contains(points.position($0[0])) }
    }
    return parts.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// The clusters of points that may merge, which come before the others.
  private func merged(_ frame: Frame) -> [[Int]] {
    let nonMergeable = LinearScan(frame.points).points(in: frame.view.rect, mergeable: false).count
    return Array(frame.memberLists.dropLast(nonMergeable))
  }

  @Test(
    "clusters of too few points dissolve into their spots", arguments: strategies,
    [SamplePoints.clusters, .spots, .dateLine, .outlier])
  func minPoints(name: String, sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 150).decorated(seed: 71))
    let plain = try map(name, points, MergeLimits())
    let limited = try map(name, points, MergeLimits(minPoints: 6))
    for viewport in Viewport.samples(of: points, random: 2) {
      let wanted = expected(try plain.frame(for: viewport)) { $0 >= 6 }
      let nonMergeable = LinearScan(points).points(
        in: try plain.frame(for: viewport).view.rect, mergeable: false)
      let frame = try limited.frame(for: viewport)
      #expect(
        merged(frame) == wanted.filter { $0.count > 1 || !nonMergeable.contains($0[0]) }, "\(viewport)")
    }
  }

  @Test(
    "clusters of too few locations dissolve into their spots, however many points there are on them",
    arguments: strategies, [SamplePoints.clusters, .spots, .dateLine, .outlier])
  func minLocations(name: String, sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 150).decorated(seed: 71))
    let plain = try map(name, points, MergeLimits())
    let limited = try map(name, points, MergeLimits(minLocations: 4))
    for viewport in Viewport.samples(of: points, random: 2) {
      let frame = try plain.frame(for: viewport)
      let nonMergeable = LinearScan(points).points(in: frame.view.rect, mergeable: false)
      let kept = frame.memberLists.filter { Set($0.map { points.position($0) }).count >= 4 }
      let wanted = expected(frame) { _ in false }.filter { spot in !kept.contains { $0.contains(spot[0]) } }
      let all = (wanted + kept.map { $0.sorted() }).sorted { $0[0] < $1[0] }
      #expect(
        merged(try limited.frame(for: viewport))
          == all.filter { $0.count > 1 || !nonMergeable.contains($0[0]) }, "\(viewport)")
    }
  }

  @Test(
    "beyond the last zoom of the view, whatever its tiles, only points on one spot share a cluster",
    arguments: strategies,
    [SamplePoints.clusters, .spots])
  func maxZoom(name: String, sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 200))
    let plain = try map(name, points, MergeLimits())
    let limited = try map(name, points, MergeLimits(maxZoom: 3))
    for (zoom, tileSize) in [(0.0, 256.0), (3, 256), (3.99, 64), (3.99, 1024), (4, 256), (4, 64), (9, 512)] {
      let viewport = Viewport(
        center: points.coordinate(0), zoom: zoom, width: 500, height: 500, tileSize: tileSize)
      let wanted = expected(try plain.frame(for: viewport)) { _ in zoom < 4 }
      #expect(try limited.frame(for: viewport).memberLists == wanted, "zoom \(zoom)")
    }
  }

  @Test("spots of a dissolved cluster that are out of view are left out")
  func view() throws {
    let points = try PointSet(PointColumns(longitude: [0.1, 0.1, 10, 20], latitude: [0.1, 0.1, 0.1, 0.1]))
    let map = try map("grid", points, MergeLimits(minPoints: 5))
    let viewport = Viewport(
      center: Coordinate(longitude: 0, latitude: 0), zoom: 0, width: 8, height: 8)
    let frame = try map.frame(for: viewport)
    #expect(frame.count == 1)
    #expect(frame.memberCount(of: 0) == 2)
    #expect(frame.isStack(0))
  }

  @Test("limits that are off change nothing, and one that may exceed a budget takes back its promise")
  func capabilities() {
    let strategy = PCAStrategy(budget: 10)
    #expect(MergeLimits().areOff && MergeLimits(minPoints: 1).areOff)
    #expect(Clusterer(strategy).capabilities == strategy.capabilities)
    #expect(Clusterer(strategy).clusterBudget == 10)
    for limits in [MergeLimits(minPoints: 3), MergeLimits(maxZoom: 12)] {
      #expect(Clusterer(strategy, limits: limits).capabilities == [.nested, .permutationInvariant])
      #expect(Clusterer(strategy, limits: limits).clusterBudget == nil)
    }
  }

  @Test("a limit out of bounds is refused before anything is built")
  func bounds() throws {
    let points = try PointSet(PointColumns())
    #expect {
      try Clusterer(.grid(), limits: MergeLimits(minPoints: 0)).build(points)
    } throws: {
      "\($0)" == "parameter 'minPoints' of the merge limits is 0; it takes a whole number in 1…1000000000"
    }
  }
}
