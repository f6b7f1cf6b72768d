import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Paths of markers")
struct PathTests {
  private func path(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Segment {
    Segment(from: SIMD2(x0, y0), to: SIMD2(x1, y1))
  }

  @Test("cross inside of both; to share an end or to touch is not to cross")
  func hand() throws {
    // Golden value H19.
    let paths = [path(0, 0, 10, 10), path(0, 10, 10, 0), path(20, 0, 20, 10), path(10, 10, 30, 10)]
    #expect(try paths.crossings() == 1)
    // Along one another, and without extent.
    #expect(try [path(0, 0, 10, 0), path(5, 0, 15, 0), path(7, 0, 7, 0)].crossings() == 0)
    // A corner on the other path is on it exactly, wherever it is.
    #expect(try [path(0, 0, 3e9, 1e9), path(3e8, 1e8, 0, 4e9)].crossings() == 0)
    #expect(try ([] as [Segment]).crossings() == 0)
  }

  @Test("of 60 discs at random")
  func motion() throws {
    // Golden values R6.
    #expect(try ReferenceCase.motion.crossings() == 362)
    #expect(try ReferenceCase.motion.transientOverlaps(radii: Array(repeating: 6, count: 60)) == 28)
  }

  @Test("discs that change places meet halfway")
  func swap() throws {
    // Golden value H20.
    let paths = [path(0, 0, 10, 0), path(10, 0, 0, 0), path(0, 30, 10, 30)]
    #expect(try paths.transientOverlaps(radii: [2, 2, 2]) == 1)
    // Overlapping at the start, side by side at one pace, and touching halfway.
    #expect(try [path(0, 0, 10, 0), path(3, 0, -9, 0)].transientOverlaps(radii: [2, 2]) == 0)
    #expect(try [path(0, 0, 10, 0), path(0, 5, 10, 5)].transientOverlaps(radii: [2, 2]) == 0)
    #expect(try [path(0, 0, 10, 0), path(10, 4, 0, 4)].transientOverlaps(radii: [2, 2]) == 0)
    #expect(try [path(0, 0, 10, 0), path(10, 3.9, 0, 3.9)].transientOverlaps(radii: [2, 2]) == 1)
  }

  @Test("agree with a look at every pair", arguments: 1...6 as ClosedRange<UInt64>)
  func oracle(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let side = [12.0, 100, 4000][Int(seed % 3)]
    // Whole numbers give shared ends, corners on paths and overlapping paths; a few are far longer.
    let paths = (0..<60).map { place in
      let length = place % 10 == 0 ? side : side / 8
      let (x, y) = ((random.unit() * side).rounded(), (random.unit() * side).rounded())
      return path(
        x, y, (x + (random.unit() - 0.5) * length).rounded(), (y + (random.unit() - 0.5) * length).rounded())
    }
    let radii = paths.map { _ in random.unit() * 4 }
    func cross(_ a: Segment, _ b: Segment) -> Bool {
      func turn(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
        let (p, q) = (b - a, c - a)
        return (Int(p.x) * Int(q.y) - Int(p.y) * Int(q.x)).signum()
      }
      return turn(a.start, a.end, b.start) * turn(a.start, a.end, b.end) < 0
        && turn(b.start, b.end, a.start) * turn(b.start, b.end, a.end) < 0
    }
    // The nearest that two discs come, by a search for the least of a convex function.
    func nearest(_ a: Segment, _ b: Segment) -> Double {
      func distance(_ t: Double) -> Double {
        let d = (a.start - b.start) + t * ((a.end - a.start) - (b.end - b.start))
        return (d.x * d.x + d.y * d.y).squareRoot()
      }
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
        if distance(left) < distance(right) { high = right } else { low = left }
      }
      return distance((low + high) / 2)
    }
    func length(_ v: SIMD2<Double>) -> Double { (v.x * v.x + v.y * v.y).squareRoot() }
    var (crossings, overlaps) = (0, 0)
    for i in paths.indices {
      for j in 0..<i {
        if cross(paths[i], paths[j]) { crossings += 1 }
        let reach = radii[i] + radii[j]
        let isApart =
          length(paths[i].start - paths[j].start) >= reach && length(paths[i].end - paths[j].end) >= reach
        if isApart && nearest(paths[i], paths[j]) < reach - 1e-9 { overlaps += 1 }
      }
    }
    #expect(crossings > 0)
    #expect(try paths.crossings() == crossings)
    #expect(try paths.transientOverlaps(radii: radii) == overlaps)
  }

  @Test("are not counted where too many are near one another")
  func limit() throws {
    #expect(try ReferenceCase.motion.crossings(mostLooks: 100) == nil)
    let heap = (0..<20_000).map { _ in path(0, 0, 1, 1) }
    #expect(try heap.transientOverlaps(radii: heap.map { _ in 1 }) == nil)
  }

  @Test("on the globe go the short way around, and are measured in the nearer view")
  func frames() throws {
    // Two markers on either side of ±180° change their places' longitudes as the view zooms in: no path
    // crosses.
    let points = try makePoints([(179.9, 1), (-179.9, -1), (179, -1), (-179, 1)])
    let view = Viewport(center: Coordinate(longitude: 180, latitude: 0), zoom: 5)
    func frame(_ lists: [[Int]], _ places: [(Double, Double)]) throws -> Frame {
      let byID = Dictionary(uniqueKeysWithValues: (0..<4).map { (points.ids[$0], UInt32($0)) })
      return Frame(
        listing: lists.map { $0.compactMap { byID[.integer(Int64($0))] } },
        positions: places.map {
          points.projection.project(Coordinate(longitude: $0.0, latitude: $0.1))
        }, of: points, in: try ProjectedView(view, on: points.projection))
    }
    let first = try frame([[0], [1]], [(179, 1), (179, -1)])
    let crossed = try frame([[0], [1]], [(-179, -1), (-179, 1)])
    let parallel = try frame([[0], [1]], [(-179, 1), (-179, -1)])
    func value(_ metric: any Metric, _ frames: [Frame], _ name: String) throws -> Double? {
      try metric.evaluate(MetricSubject(frames)).first { $0.measure.name == name }?.value.number
    }
    #expect(try value(CrossingMetric(), [first, crossed], "pairs") == 1)
    #expect(try value(CrossingMetric(), [first, crossed], "perPath") == 0.5)
    #expect(try value(CrossingMetric(), [first, parallel], "pairs") == 0)
    // Discs of 12 points each, 91 points apart at the start, meet in the middle.
    #expect(try value(TransientOverlapMetric(), [first, crossed], "pairs") == 1)
    #expect(try value(TransientOverlapMetric(), [first, parallel], "pairs") == 0)
  }
}
