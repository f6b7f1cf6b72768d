import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Transitions between frames")
struct TransitionTests {
  /// Golden values H16 to H18: {0…3} {4 5} {6 7} {8} become {0 1} {2 3} {4…7} {8} {9}.
  private let before: [Int32] = [0, 0, 0, 0, 1, 1, 2, 2, 3, -1]
  private let after: [Int32] = [0, 0, 1, 1, 2, 2, 2, 2, 3, 4]

  private func sizes(_ labels: [Int32]) -> [Int] {
    (0...(labels.max() ?? 0)).map { label in labels.count { $0 == label } }
  }

  private func lineage(_ first: [Int32], _ second: [Int32], threshold: Double = 0) -> Lineage {
    Lineage(
      Contingency(first, second), firstSizes: sizes(first), secondSizes: sizes(second), threshold: threshold)
  }

  private func churn(_ first: [Int32], _ second: [Int32]) -> Churn {
    Churn(Contingency(first, second), firstSizes: sizes(first), secondSizes: sizes(second))
  }

  private func travelled(_ first: ReferenceCase, _ second: ReferenceCase) -> Travel? {
    let (from, to) = (first.centroids, second.centroids)
    return Travel(Contingency(first.labels, second.labels)) {
      let (east, south) = (from[$0].x - to[$1].x, from[$0].y - to[$1].y)
      return (east * east + south * south).squareRoot()
    }
  }

  @Test("one splits, two merge, one stays, one appears")
  func events() {
    let lineage = lineage(before, after)
    #expect(lineage.persist == 1 && lineage.split == 1 && lineage.merge == 1 && lineage.appear == 1)
    #expect(lineage.disappear == 0 && lineage.tangle == 0 && lineage.tangledMarkers == 0)
  }

  @Test("all but one marker change")
  func changes() {
    let churn = churn(before, after)
    #expect(isClose(churn.share, 7.0 / 9))
    #expect(churn.popped == 1)
  }

  @Test("markers move to those that take over their points")
  func ways() throws {
    let from = [(0.0, 0.0), (10.0, 0.0), (14.0, 0.0), (20.0, 0.0)]
    let to = [(-3.0, 0.0), (3.0, 0.0), (12.0, 0.0), (20.0, 4.0), (30.0, 0.0)]
    let travel = try #require(
      Travel(Contingency(before, after)) {
        let (east, south) = (from[$0].0 - to[$1].0, from[$0].1 - to[$1].1)
        return (east * east + south * south).squareRoot()
      })
    #expect(isClose(travel.mean, 24.0 / 9))
    #expect(travel.largest == 4 && travel.total == 14)
    #expect(Travel(Contingency([], [])) { _, _ in 1 } == nil)
  }

  @Test("2000 points, the cells moved")
  func shifted() throws {
    // Golden values R3: a moved grid tangles nearly everything.
    let points = ReferenceCase.cells2000
    var other = points
    other.labels = ReferenceCase(x: points.x.map { $0 + 20 }, y: points.y.map { $0 + 10 }).cells(of: 64)
    for threshold in [0, 0.1] {
      let lineage = lineage(points.labels, other.labels, threshold: threshold)
      #expect(lineage.persist == 1 && lineage.split == 1 && lineage.merge == 0 && lineage.tangle == 3)
      #expect(lineage.tangledMarkers == 398)
    }
    #expect(isClose(churn(points.labels, other.labels).share, 0.9950372208436724))
    let travel = try #require(travelled(points, other))
    #expect(isClose(travel.mean, 28.752814410628098))
    #expect(isClose(travel.largest, 84.90860286850275))
    #expect(isClose(travel.total, 18215.998465187495))
  }

  @Test("2000 points, the cells quartered")
  func quartered() throws {
    // Golden values R3: a grid that nests only splits.
    let points = ReferenceCase.cells2000
    var other = points
    other.labels = points.cells(of: 32)
    let lineage = lineage(points.labels, other.labels)
    #expect(lineage.persist == 8 && lineage.split == 184 && lineage.tangle == 0)
    #expect(isClose(churn(points.labels, other.labels).share, 0.9793548387096774))
    let travel = try #require(travelled(points, other))
    #expect(isClose(travel.mean, 19.562238839475445))
    #expect(isClose(travel.largest, 48.79700592379803))
    #expect(isClose(travel.total, 13188.686697437504))
  }

  @Test(
    "to itself everything persists; backwards, splits are merges", arguments: 1...8 as ClosedRange<UInt64>)
  func properties(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let first = (0..<120).map { _ in Int32(random.below(60)) - 1 } + (0..<60).map { Int32($0) }
    let second = (0..<120).map { _ in Int32(random.below(60)) - 1 } + (0..<60).map { Int32($0) }
    #expect(churn(first, first).share == 0)
    let still = lineage(first, first)
    #expect(still.persist == 60 && still.appear == 0 && still.disappear == 0)
    let (there, back) = (lineage(first, second, threshold: 0.3), lineage(second, first, threshold: 0.3))
    #expect(there.split == back.merge && there.merge == back.split)
    #expect(there.appear == back.disappear && there.tangledMarkers == back.tangledMarkers)
    #expect(churn(first, second) == churn(second, first))
  }

  @Test("a pan over a grid changes nothing: clusters slide")
  func pan() throws {
    let points = try makeHeaps(800, seed: 6)
    let map = try Clusterer(.grid()).build(points)
    let frames = try [2.0, 5].map {
      try map.frame(for: Viewport(center: Coordinate(longitude: $0, latitude: 50), zoom: 8))
    }
    func value(_ metric: any Metric, _ name: String) throws -> Double? {
      try metric.evaluate(MetricSubject(frames)).first { $0.measure.name == name }?.value.number
    }
    #expect(try value(ChurnMetric(), "share") == 0)
    #expect(try value(ChurnMetric(), "popped") == 0)
    #expect(try value(LineageMetric(), "tangled") == 0)
    #expect(try #require(try value(LineageMetric(), "slide")) > 0)
    #expect(try value(LineageMetric(), "appear") == 0)
    #expect(try value(TravelMetric(), "max") == 0)
    #expect(try value(ClusterJaccardMetric(), "mean") == 1)
  }

  @Test("ways are in screen points of the nearer view, whichever comes first")
  func units() throws {
    // Two points 90 screen points apart at zoom 6, in one marker halfway at zoom 5.
    let points = try makePoints([(0, 0), (90 * 360 / 16384.0, 0)])
    let frames = try [5.0, 6].map { zoom in
      try Clusterer(zoom == 5 ? .pca(budget: 1) : .none).build(points)
        .frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom))
    }
    for frames in [frames, frames.reversed()] {
      let values = try TravelMetric().evaluate(MetricSubject(frames))
      #expect(isClose(values[0].value.number, 45, within: 1e-5))
      #expect(isClose(values[2].value.number, 90, within: 1e-5))
    }
  }
}
