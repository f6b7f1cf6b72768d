import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Legibility")
struct LegibilityTests {
  private func discs(_ discs: [(Double, Double, Double)], period: Double? = nil) -> Discs {
    Discs(discs.map { Disc(x: $0.0, y: $0.1, radius: $0.2) }, period: period)
  }

  @Test("two of three discs overlap")
  func lens() throws {
    // Golden value H10.
    let discs = discs([(0, 0, 5), (6, 0, 5), (20, 0, 5)])
    let occlusion = try Occlusion(of: discs)
    #expect(isClose(occlusion.lensArea, 22.36476090008061))
    #expect(isClose(occlusion.discArea, 75 * .pi))
    #expect(isClose(occlusion.unionArea, 213.25468811915385))
    #expect(isClose(occlusion.share, 0.09491899328843145))
    let gap = try #require(try Gap(of: discs))
    #expect(gap.narrowest == -4)
    #expect(gap.p05 == -4)
  }

  @Test("a disc inside another")
  func inside() throws {
    // Golden value H11.
    let discs = discs([(0, 0, 5), (1, 0, 2)])
    let occlusion = try Occlusion(of: discs)
    #expect(isClose(occlusion.lensArea, 4 * .pi))
    #expect(isClose(occlusion.unionArea, 25 * .pi))
    #expect(isClose(occlusion.share, 4.0 / 29))
    #expect(try Gap(of: discs)?.narrowest == -6)
  }

  @Test("markers of 2000 points in square cells")
  func cells() throws {
    // Golden values R3.
    let markers = ReferenceCase.cells2000.picture().markers
    let occlusion = try Occlusion(of: markers)
    #expect(isClose(occlusion.lensArea, 17122.88855844607))
    #expect(isClose(occlusion.discArea, 401137.26539740106))
    #expect(isClose(occlusion.unionArea, 384593.6567856674))
    #expect(isClose(occlusion.share, 0.041241764450241525))
    let gap = try #require(try Gap(of: markers))
    #expect(isClose(gap.narrowest, -38.62633633316644))
    #expect(isClose(gap.p05, -25.41562861099393))
    let ink = try markers.unionArea(width: ReferenceCase.width, height: ReferenceCase.height)
    // The reference clips polygons of 64 corners to a quarter.
    #expect(isClose(ink / (ReferenceCase.width * ReferenceCase.height), 0.48814272162664635, within: 2e-5))
    let overlap = try Overlap(of: markers)
    #expect(overlap.pairs == 61)
    #expect(isClose(overlap.share, 0.3958333333333333))
  }

  @Test("no marker, one marker, and markers without extent")
  func few() throws {
    #expect(try Occlusion(of: discs([])).share == nil)
    #expect(try Occlusion(of: discs([(1, 1, 0), (1, 1, 0)])).share == nil)
    #expect(try Occlusion(of: discs([(3, 3, 5)])).share == 0)
    #expect(try Gap(of: discs([(3, 3, 5)])) == nil)
    #expect(try Gap(of: discs([(3, 3, 5), (3, 3, 2), (3, 3, 9)]))?.narrowest == -14)
  }

  @Test("discs on one spot cover one disc")
  func stack() throws {
    let stack = Array(repeating: (7.0, 7.0, 3.0), count: 3000) + [(7, 7, 1), (7, 7, 4)]
    #expect(isClose(try discs(stack).unionArea(), 16 * .pi))
    let limited = try Occlusion(of: discs(stack), mostPairs: 1000)
    #expect(limited.lensArea == nil)
    #expect(isClose(limited.unionArea, 16 * .pi))
  }

  @Test("discs that touch or share an edge inside do not count twice")
  func tangent() throws {
    #expect(isClose(try discs([(0, 0, 5), (10, 0, 5)]).unionArea(), 50 * .pi))
    #expect(isClose(try discs([(0, 0, 5), (3, 0, 2)]).unionArea(), 25 * .pi))
    #expect(isClose(try discs([(0, 0, 5), (0, 7, 2)]).unionArea(), 29 * .pi))
  }

  /// The union by lines 1/100 apart: the length that discs cover of each.
  private func scannedArea(_ markers: Discs, from start: Double, to end: Double, rows: ClosedRange<Double>)
    -> Double
  {
    let step = 0.01
    var sum = 0.0
    for row in stride(from: rows.lowerBound + step / 2, to: rows.upperBound, by: step) {
      var chords: [(Double, Double)] = []
      for disc in markers.discs where abs(disc.y - row) < disc.radius {
        let half = (disc.radius * disc.radius - (disc.y - row) * (disc.y - row)).squareRoot()
        for turn in markers.period == nil ? 0...0 : -3...3 {
          let x = disc.x + Double(turn) * (markers.period ?? 0)
          chords.append((max(start, x - half), min(end, x + half)))
        }
      }
      var reached = start
      for chord in chords.sorted(by: { $0 < $1 }) where chord.1 > max(chord.0, reached) {
        sum += chord.1 - max(chord.0, reached)
        reached = chord.1
      }
    }
    return sum * step
  }

  @Test(
    "areas agree with lines across the picture", arguments: 1...4 as ClosedRange<UInt64>,
    [nil, 12, 31] as [Double?])
  func scanned(seed: UInt64, period: Double?) throws {
    var random = SplitMix64(seed: seed)
    let markers = discs(
      (0..<12).map { _ in (random.unit() * 30, random.unit() * 20, 0.5 + random.unit() * 6) }, period: period)
    let whole =
      period == nil
      ? scannedArea(markers, from: -10, to: 40, rows: -10...30)
      : scannedArea(markers, from: 0, to: period ?? 0, rows: -10...30)
    #expect(isClose(try markers.unionArea(), whole, within: 1e-4))
    let flat = Discs(markers.discs)
    let seen = scannedArea(flat, from: 0, to: 22, rows: 0...15)
    #expect(isClose(try flat.unionArea(width: 22, height: 15), seen, within: 1e-4))
  }

  @Test("a union is at most the sum and at least the largest disc", arguments: 1...20 as ClosedRange<UInt64>)
  func bounds(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = 2 + random.below(60)
    let markers = discs((0..<count).map { _ in (random.unit() * 90, random.unit() * 90, random.unit() * 9) })
    let occlusion = try Occlusion(of: markers)
    let largest = markers.discs.map { Double.pi * $0.radius * $0.radius }.max() ?? 0
    #expect(occlusion.unionArea <= occlusion.discArea * (1 + 1e-12))
    #expect(occlusion.unionArea >= largest * (1 - 1e-12))
    // With only pairs counted, the union is never overestimated.
    #expect(occlusion.unionArea >= occlusion.discArea - (occlusion.lensArea ?? 0) - 1e-9)
  }

  @Test("a screen that one disc covers is full, one beside all discs empty")
  func screens() throws {
    #expect(isClose(try discs([(5, 5, 100)]).unionArea(width: 20, height: 10), 200))
    #expect(try discs([(-50, 5, 40), (90, 3, 60)]).unionArea(width: 20, height: 10) == 0)
    // A quarter of a disc in each corner.
    let corners = discs([(0, 0, 2), (20, 0, 2), (0, 10, 2), (20, 10, 2)])
    #expect(isClose(try corners.unionArea(width: 20, height: 10), 4 * .pi))
  }

  @Test(
    "gaps agree with a look at every pair", arguments: 1...6 as ClosedRange<UInt64>,
    [nil, 40, 300] as [Double?])
  func gaps(seed: UInt64, period: Double?) throws {
    var random = SplitMix64(seed: seed)
    let markers = discs(
      (0..<100).map { _ in
        (Double(random.below(200)), Double(random.below(seed % 2 == 0 ? 200 : 3)), 1 + random.unit() * 20)
      }, period: period)
    let gaps = markers.discs.indices.map { first in
      markers.discs.indices.filter { $0 != first }.map { second in
        markers.squaredDistance(first, second).squareRoot() - markers.discs[first].radius
          - markers.discs[second].radius
      }.min() ?? 0
    }
    let gap = try #require(try Gap(of: markers))
    #expect(isClose(gap.narrowest, gaps.min() ?? 0))
    #expect(isClose(gap.p05, Quantile.nearestRank(0.05, of: gaps) ?? 0))
  }

  @Test("markers are counted against the budget and the area")
  func count() throws {
    let points = try makePoints((0..<150).map { (Double($0), 0) })
    let view = Viewport(
      center: Coordinate(longitude: 75, latitude: 0), zoom: 1, width: 1000, height: 250, margin: 0.5)
    let frame = try Clusterer(.none).build(points).frame(for: view)
    let values = try MarkerCountMetric().evaluate(MetricSubject([frame]))
    #expect(values.map(\.value) == [.count(150), .count(150), .count(50), .count(0)])
  }
}
