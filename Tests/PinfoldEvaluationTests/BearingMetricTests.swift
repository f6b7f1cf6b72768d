import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

/// Metrics of a turned screen: what is on it is turned, distances are not.
@Suite("Metrics of a turned view") struct BearingMetricTests {
  private func frame(
    _ points: PointSet, bearing: Double, longitude: Double = 180, zoom: Double = 3, width: Double = 700,
    height: Double = 700, by strategy: any ClusteringStrategy = .grid(cellSize: 30)
  ) throws -> Frame {
    try Clusterer(strategy).build(points).frame(
      for: Viewport(
        center: Coordinate(longitude: longitude, latitude: 10), zoom: zoom, width: width, height: height,
        bearing: bearing))
  }

  private func values(_ metric: any Metric, _ frames: Frame...) throws -> [MetricResult] {
    try metric.evaluate(MetricSubject(frames))
  }

  /// Heaps across ±180°, all so near to the middle that no turn takes one off the screen.
  private static func heaps() throws -> PointSet {
    var random = SplitMix64(seed: 3)
    return try makePoints(
      (0..<600).map { _ in
        (180 + random.unit() * 40 - 20, 10 + random.unit() * 36 - 18)
      })
  }

  @Test(
    "see the same markers as with north up",
    arguments: ["overlap", "gap", "occlusion", "ink", "quantization", "silhouette", "lattice", "markers"])
  func same(metric name: String) throws {
    var registry = Registry()
    registry.registerMetrics()
    let metric = try registry.find(name, kind: .metric)([:])
    let points = try Self.heaps()
    let upright = try values(metric, frame(points, bearing: 0))
    let turned = try values(metric, frame(points, bearing: 90))
    #expect(upright.contains { $0.value.number != nil })
    for (one, other) in zip(upright, turned) {
      guard let number = one.value.number else {
        #expect(one == other)
        continue
      }
      #expect(isClose(other.value.number, number, within: 1e-9 * max(1, abs(number))), "\(one.label)")
    }
  }

  @Test("cover as much of a turned screen as its turned markers do")
  func ink() throws {
    // One marker, 100 screen points east of the middle of a screen that is too narrow for it with north up.
    let middle = try ProjectedView(
      Viewport(center: Coordinate(longitude: 180, latitude: 10), zoom: 3), on: .mercator)
    let east = Projection.mercator.unproject(
      unitX: middle.center.unitX + 100 / middle.viewport.worldWidth, unitY: middle.center.unitY)
    let points = try makePoints([(east.longitude, east.latitude), (180, 10)])
    func share(_ bearing: Double) throws -> Double? {
      let values = try values(
        InkMetric(), frame(points, bearing: bearing, width: 80, height: 300, by: .none))
      return values.first { $0.measure.name == "share" }?.value.number
    }
    let disc = Double.pi * 144 / (80 * 300)
    #expect(isClose(try share(0), disc))
    #expect(isClose(try share(90), 2 * disc))
    #expect(isClose(try share(270), 2 * disc))
  }

  @Test("find every point of the view, and miss one that a north-up frame would not show")
  func conservation() throws {
    var random = SplitMix64(seed: 9)
    let points = try makePoints((0..<500).map { _ in (random.unit() * 360, random.unit() * 160 - 80) })
    let turned = try frame(points, bearing: 35, width: 500, height: 90)
    #expect(Conservation(of: turned).passes)
    let upright = try frame(points, bearing: 0, width: 500, height: 90)
    let declared = Frame(
      listing: upright.memberLists.map { $0.map { UInt32($0) } }, positions: upright.positions, of: points,
      in: turned.view)
    #expect(Conservation(of: declared).coverage < 1)
  }

  @Test("judge pans and zooms of one bearing and of two")
  func pairs() throws {
    let points = try Self.heaps()
    let (north, east) = (try frame(points, bearing: 0), try frame(points, bearing: 80))
    #expect(try values(PanInvarianceMetric(), north, east).allSatisfy { isClose($0.value.number, 1) })
    let deep = try frame(points, bearing: 80, zoom: 5)
    let nesting = try values(NestingMetric(), north, deep)
    #expect(nesting.allSatisfy { isClose($0.value.number, 1) })
  }

  @Test("a fitted view shows all points whatever its bearing")
  func fitted() throws {
    let points = try Self.heaps()
    for bearing in [0.0, 20, 45, 90, 300] {
      let screen = Viewport(
        center: Coordinate(longitude: 0, latitude: 0), zoom: 0, width: 900, height: 400, bearing: bearing)
      let frame = try Clusterer(.none).build(points).frame(for: screen.fitted(to: points))
      #expect(frame.count == points.count)
    }
  }
}
