import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Overlap")
struct OverlapTests {
  @Test("two of three discs overlap")
  func reference() throws {
    // Golden value H10.
    let overlap = try Overlap(of: discs([(0, 0, 5), (6, 0, 5), (20, 0, 5)]))
    #expect(overlap.pairs == 1)
    #expect(overlap.share == 2.0 / 3)
  }

  @Test("a disc inside another overlaps")
  func inside() throws {
    // Golden value H11.
    let overlap = try Overlap(of: discs([(0, 0, 5), (1, 0, 2)]))
    #expect(overlap.pairs == 1)
    #expect(overlap.share == 1)
  }

  @Test("discs that touch do not overlap")
  func touching() throws {
    #expect(try Overlap(of: discs([(0, 0, 5), (10, 0, 5)])).pairs == 0)
    #expect(try Overlap(of: discs([(0, 0, 5), (9.999_999, 0, 5)])).pairs == 1)
  }

  @Test("no marker has no share, one marker the share 0")
  func few() throws {
    #expect(try Overlap(of: discs([])).share == nil)
    #expect(try Overlap(of: discs([(3, 3, 5)])).share == 0)
  }

  @Test("markers on one spot all overlap, those without extent never")
  func coincident() throws {
    #expect(try Overlap(of: discs(Array(repeating: (7, 7, 3), count: 20))).pairs == 190)
    #expect(try Overlap(of: discs(Array(repeating: (7, 7, 0), count: 20))).pairs == 0)
  }

  @Test(
    "agrees with all pairs", arguments: 1...4 as ClosedRange<UInt64>,
    [nil, 30, 75, 140, 400, 5000] as [Double?])
  func oracle(seed: UInt64, period: Double?) throws {
    var random = SplitMix64(seed: seed)
    let width = period ?? 600
    let discs = (0..<150).map { _ in
      Disc(x: random.unit() * width - 40, y: random.unit() * 600 - 80, radius: 2 + random.unit() * 30)
    }
    let overlap = try Overlap(of: Discs(discs, period: period))
    var pairs = 0
    var touched: Set<Int> = []
    // The copies to the left and right, of which the nearest counts.
    let turns = period.map { p in (-3...3).map { Double($0) * p } } ?? [0]
    for a in discs.indices {
      for b in 0..<a {
        let gaps = turns.map { turn in
          let (east, south) = (discs[a].x - discs[b].x + turn, discs[a].y - discs[b].y)
          return (east * east + south * south).squareRoot()
        }
        if let gap = gaps.min(), gap < discs[a].radius + discs[b].radius - 1e-9 {
          pairs += 1
          touched.formUnion([a, b])
        }
      }
    }
    #expect(overlap.pairs == pairs)
    #expect(overlap.markers == touched.count)
    let uncounted = try Overlap(of: Discs(discs, period: period), mostPairs: 10)
    #expect(uncounted.pairs == nil)
    #expect(uncounted.markers == touched.count)
  }

  @Test("markers on both sides of ±180° overlap, also in a view wider than the world")
  func dateLine() throws {
    let points = try makePoints([(179.9, 0), (-179.9, 0), (0, 0)])
    for center in [0.0, 180] {
      let view = Viewport(center: Coordinate(longitude: center, latitude: 0), zoom: 1, width: 1280)
      let subject = MetricSubject([try Clusterer(.none).build(points).frame(for: view)])
      let values = try OverlapMetric().evaluate(subject)
      #expect(values.map(\.label) == ["overlap.share", "overlap.pairs"])
      let expected: [MeasuredValue] = [.number(2.0 / 3), .count(1)]
      #expect(values.map(\.value) == expected)
    }
  }

  @Test("an empty frame has no pairs and no share")
  func emptyFrame() throws {
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1)
    let subject = MetricSubject([try Clusterer(.grid()).build(try makePoints([])).frame(for: view)])
    let values = try OverlapMetric().evaluate(subject)
    #expect(values.map(\.value) == [.undefined(.noMarkers), .count(0)])
  }

  @Test("cancellation stops it")
  func cancelled() {
    let context = RunContext(cancellation: Cancellation())
    context.cancellation?.cancel()
    #expect(throws: ClusteringError.self) {
      try Overlap(of: discs([(0, 0, 5), (6, 0, 5)]), context: context)
    }
  }

  private func discs(_ discs: [(Double, Double, Double)]) -> Discs {
    Discs(discs.map { Disc(x: $0.0, y: $0.1, radius: $0.2) })
  }
}
