import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Nesting and likeness of clusters")
struct NestingTests {
  @Test("a fine cluster that straddles two coarse ones")
  func straddling() throws {
    // Golden value H14.
    let nesting = try #require(Nesting(Contingency([0, 0, 0, 1, 1, 1, 2], [0, 0, 1, 1, 2, 2, 3])))
    #expect(isClose(nesting.hard, 1.0 / 3))
    #expect(isClose(nesting.mass, 1.0 / 7))
    #expect(isClose(nesting.soft, 6.0 / 7))
    #expect(isClose(nesting.homogeneity, 0.802794587061952))
  }

  @Test("fine clusters that nest")
  func nested() throws {
    // Golden value H15.
    let nesting = try #require(Nesting(Contingency([0, 0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2, 3])))
    #expect(nesting.hard == 1 && nesting.mass == 1 && nesting.soft == 1)
    #expect(isClose(nesting.homogeneity, 1))
  }

  @Test("2000 points in cells of 64 over those of 32 and of 48")
  func cells() throws {
    // Golden values R3.
    let points = ReferenceCase.cells2000
    let half = try #require(Nesting(Contingency(points.labels, points.cells(of: 32))))
    #expect(half.hard == 1 && half.mass == 1 && half.soft == 1)
    #expect(isClose(half.homogeneity, 1))
    let other = try #require(Nesting(Contingency(points.labels, points.cells(of: 48))))
    #expect(isClose(other.hard, 0.08854166666666663))
    #expect(isClose(other.mass, 0.032))
    #expect(isClose(other.soft, 0.755))
    #expect(isClose(other.homogeneity, 0.8932763136499123))
  }

  @Test("any refinement nests", arguments: 1...10 as ClosedRange<UInt64>)
  func refinement(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let fine = (0..<200).map { _ in Int32(random.below(40)) }
    let parents = (0..<40).map { _ in Int32(random.below(6)) }
    let nesting = try #require(Nesting(Contingency(fine.map { parents[Int($0)] }, fine)))
    #expect(nesting.hard == 1 && nesting.mass == 1 && nesting.soft == 1)
  }

  @Test("without a common point nothing nests, and nothing is alike")
  func empty() {
    #expect(Nesting(Contingency([], [])) == nil)
    #expect(Nesting(Contingency([0, -1], [-1, 0])) == nil)
    #expect(ClusterJaccard(Contingency([], [])).stable == nil)
  }

  @Test("clusters against their best match")
  func jaccard() {
    // Golden value H23.
    let jaccard = ClusterJaccard(Contingency([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1]))
    let values: [Double] = [0.75, 2.0 / 3]
    #expect(jaccard.values == values)
    #expect(jaccard.dissolved == 0 && jaccard.stable == 0.5 && jaccard.highlyStable == 0)
  }

  @Test("500 points in eight blobs, one in ten put elsewhere")
  func blobs() {
    // Golden values R2.
    var random = SplitMix64(seed: 1020)
    let other = ReferenceCase.eightBlobs.labels.map { label in
      random.unit() < 0.1 ? Int32(random.below(8)) : label
    }
    let jaccard = ClusterJaccard(Contingency(ReferenceCase.eightBlobs.labels, other))
    let expected = [
      0.8795180722891566, 0.9135802469135802, 0.7592592592592593, 0.8148148148148148, 0.8409090909090909,
      0.8297872340425532, 0.8163265306122449, 0.8260869565217391,
    ]
    #expect(jaccard.values.count == 8)
    for (value, expected) in zip(jaccard.values, expected) { #expect(isClose(value, expected)) }
  }

  @Test("zooming in and zooming out are the same")
  func reversed() throws {
    let points = try makeHeaps(500, seed: 3)
    let map = try Clusterer(.pca(budget: 40)).build(points)
    let frames = try [6.0, 7].map {
      try map.frame(for: Viewport(center: Coordinate(longitude: 2, latitude: 50), zoom: $0))
    }
    let into = try NestingMetric().evaluate(MetricSubject(frames))
    let out = try NestingMetric().evaluate(MetricSubject(frames.reversed()))
    #expect(into == out)
    #expect(into.allSatisfy { $0.value.number != nil })
  }

  @Test("of two frames of one zoom neither is the farther")
  func oneZoom() throws {
    let map = try Clusterer(.grid()).build(try makeHeaps(50, seed: 1))
    let frames = try [2.0, 2.1].map {
      try map.frame(for: Viewport(center: Coordinate(longitude: $0, latitude: 50), zoom: 6))
    }
    let values = try NestingMetric().evaluate(MetricSubject(frames))
    #expect(values.allSatisfy { $0.value == .undefined(.oneZoom) })
  }

  @Test("a table with its sides changed has the same counts")
  func swapped() {
    let (first, second): ([Int32], [Int32]) = ([0, 0, 1, 2, 2, -1], [1, 0, 1, 1, 1, 0])
    let (table, other) = (Contingency(first, second).swapped, Contingency(second, first))
    #expect(Set(table.cells) == Set(other.cells))
    #expect(table.cells.map(\.first) == table.cells.map(\.first).sorted())
    #expect(table.firstSizes == other.firstSizes && table.secondSizes == other.secondSizes)
  }

  @Test("frames of different sets have nothing to compare")
  func differentPoints() throws {
    let view = Viewport(center: Coordinate(longitude: 2, latitude: 50), zoom: 6)
    let frames = try [1, 2].map {
      try Clusterer(.grid()).build(try makeHeaps(50, seed: $0)).frame(for: view)
    }
    let metrics: [any Metric] = [
      NestingMetric(), ClusterJaccardMetric(), LineageMetric(), ChurnMetric(), TravelMetric(),
    ]
    for metric in metrics {
      let values = try metric.evaluate(MetricSubject(frames))
      #expect(values.allSatisfy { $0.value == .undefined(.differentPoints) })
    }
  }
}
