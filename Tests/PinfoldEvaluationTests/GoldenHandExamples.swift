import Pinfold
import PinfoldEvaluation

extension GoldenComputation {
  private static let points = [
    (0.0, 0.0), (6.0, 0.0), (0.0, 8.0), (6.0, 8.0), (20.0, 4.0), (26.0, 4.0), (3.0, 24.0),
  ]
  private static let labels: [Int32] = [0, 0, 0, 0, 1, 1, 2]

  /// The examples with closed forms.
  mutating func addHandExamples() throws {
    add(
      "hand.H01", displacementOf: makePicture(Self.points, Self.labels, markers: [(3, 4), (23, 4), (3, 24)]))
    let moved = makePicture(Self.points, Self.labels, markers: [(3, 4), (26, 8), (3, 24)])
    add("hand.H02.mean", CentroidOffset(of: moved)?.mean)
    add("hand.H02.max", CentroidOffset(of: moved)?.largest)
    add("hand.H02.sse", QuantizationError(of: moved)?.squares)
    let pairs = makePicture([(0, 0), (2, 0), (10, 0), (14, 0)], [0, 0, 1, 1], markers: [(1, 0), (12, 0)])
    add("hand.H03", try SimplifiedSilhouette(of: pairs)?.mean)
    add("hand.H04", try Silhouette(of: pairs)?.mean)
    add("hand.H05", try SquaredSilhouette(of: pairs)?.mean)
    add("hand.H06.ch", try Scatter(of: pairs).calinskiHarabasz)
    add("hand.H06.db", try Scatter(of: pairs).daviesBouldin)
    let four = makePicture([(5, 5), (15, 5), (25, 5), (35, 5)], [0, 0, 0, 0], markers: [(20, 5)])
    add("hand.H07", try DensityDistance(of: four, bucket: 20, origins: [(0, 0), (10, 0)])?.mean)
    try addNeighbors()
    try addMarkers()
    addLabelings()
    try addTransitions()
    addNumbers()
  }

  private mutating func addNeighbors() throws {
    let row = try NeighborGraph(x: [0, 1, 2, 3.5, 4.5], y: [0, 0, 0, 0, 0])
    add("hand.H08", PointShare.split(labels: [0, 0, 1, 1, 1], graph: row, reach: .infinity).share)
    let lone = try NeighborGraph(x: [0, 3, 50, 100], y: [0, 0, 0, 0])
    add("hand.H09.bad", PointShare.isolated(labels: [0, 0, 1, 1], graph: lone, reach: 40).share)
    let good = PointShare.isolated(labels: [0, 0, 1, 2], graph: lone, reach: 40)
    add("hand.H09.good", good.share)
    add("hand.H09.isolated", good.count)
  }

  private mutating func addMarkers() throws {
    func discs(_ discs: [(Double, Double, Double)]) -> Discs {
      Discs(discs.map { Disc(x: $0.0, y: $0.1, radius: $0.2) })
    }
    try add("hand.H10", overlapOf: discs([(0, 0, 5), (6, 0, 5), (20, 0, 5)]))
    try add("hand.H11", overlapOf: discs([(0, 0, 5), (1, 0, 2)]))
    try add("hand.H21.lattice", latticeOf: ReferenceCase.lattice)
    try add("hand.H21.fourfold", fourfoldOf: ReferenceCase.lattice)
    try add("hand.H22", fourfoldOf: [(0, 0), (10, 10), (0, 40), (10, 50)])
  }

  private mutating func addLabelings() {
    let table = Contingency([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    add("hand.H12.ari", table.adjustedRandIndex)
    add("hand.H12.precision", BCubed(table).precision)
    add("hand.H12.recall", BCubed(table).recall)
    add("hand.H12.f1", BCubed(table).f1)
    let singles = (0..<1000).map { Int32($0) }
    var merged = singles
    merged[1] = 0
    add("hand.H13.ari", Contingency(singles, merged).adjustedRandIndex)
    add("hand.H13.bcubed_f1", BCubed(Contingency(singles, merged)).f1)
    add("hand.H14", nesting: [0, 0, 0, 1, 1, 1, 2], [0, 0, 1, 1, 2, 2, 3])
    add("hand.H15", nesting: [0, 0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2, 3])
    let jaccard = ClusterJaccard(Contingency([0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1]))
    for (cluster, value) in jaccard.values.enumerated() { add("hand.H23.\(cluster)", value) }
    let verdict = Conservation(
      clusters: [[0, 1], [1, 2], [9]], counts: [2, 2, 2], wanted: 0..<4, pointCount: 4)
    add("hand.H24.coverage", verdict.coverage)
    add("hand.H24.duplicates", verdict.duplicates)
    add("hand.H24.aliens", verdict.aliens)
    add("hand.H24.count_error", verdict.countError)
    add("hand.H24.ok", verdict.passes ? 1 : 0)
  }

  private mutating func addTransitions() throws {
    let table = Contingency([0, 0, 0, 0, 1, 1, 2, 2, 3, -1], [0, 0, 1, 1, 2, 2, 2, 2, 3, 4])
    let (before, after) = ([4, 2, 2, 1], [2, 2, 4, 1, 1])
    add("hand.H16.monic", monic: table, before, after)
    add("hand.H16.lineage", lineage: table, before, after, 0)
    add("hand.H17", Churn(table, firstSizes: before, secondSizes: after).share)
    add(
      "hand.H18", travel: table, from: [(0, 0), (10, 0), (14, 0), (20, 0)],
      to: [(-3, 0), (3, 0), (12, 0), (20, 4), (30, 0)])
    func way(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Segment {
      Segment(from: SIMD2(x0, y0), to: SIMD2(x1, y1))
    }
    let ways = [way(0, 0, 10, 10), way(0, 10, 10, 0), way(20, 0, 20, 10), way(10, 10, 30, 10)]
    add("hand.H19", try ways.crossings().map(Double.init))
    let discs = [way(0, 0, 10, 0), way(10, 0, 0, 0), way(0, 30, 10, 30)]
    add("hand.H20", try discs.transientOverlaps(radii: [2, 2, 2]).map(Double.init))
  }

  private mutating func addNumbers() {
    let values = (1...10).map { Double($0) }
    add("hand.H25.p50", Quantile.nearestRank(0.5, of: values))
    add("hand.H25.p95", Quantile.nearestRank(0.95, of: values))
    add("hand.H25.p99", Quantile.nearestRank(0.99, of: values))
    // The text of a frame has a test with frames.
    let text = "0,1,2|384,512\n3,4|2304,2304"
    let (hash, other) = (Digest(of: text.utf8), Digest(of: [0]))
    add("hand.H27.bytes", text: text)
    add("hand.H27.sha256", text: hash.description)
    add("hand.H27.identical_rate_of_h1_h1_h3", Digest.identicalRate(of: [hash, hash, other]))
    var random = SplitMix64(seed: 0)
    add("prng.splitmix64_seed0", texts: (0..<4).map { _ in "0x" + String(random.next(), radix: 16) })
    random = SplitMix64(seed: 42)
    add("prng.u01_seed42", (0..<4).map { _ in random.unit() })
    random = SplitMix64(seed: 7)
    add("prng.bell_seed7", (0..<4).map { _ in random.bell() })
    random = SplitMix64(seed: 9)
    add("prng.shuffle10_seed9", random.shuffled(0..<10).map { Double($0) })
  }

  /// What is defined, and what not, at the edges.
  mutating func addEdgeCases() throws {
    let empty = makePicture([], [], markers: [])
    add("edge.n=0.displacement", displacementOf: empty)
    add(
      "edge.n=0.coverage_of_empty_universe",
      Conservation(clusters: [], counts: [], wanted: [], pointCount: 0).coverage)
    add("edge.n=0.ari", Contingency([], []).adjustedRandIndex)
    add("edge.n=0.bcubed_f1", BCubed(Contingency([], [])).f1)
    add("edge.n=0.nesting", nesting: [], [])
    try addSeparation("edge.one cluster", makePicture([(1, 1), (2, 2)], [0, 0], markers: [(1, 1)]))
    let one = Discs([Disc(x: 1, y: 1, radius: 5)])
    add("edge.one cluster.min_gap", try Gap(of: one)?.narrowest)
    add("edge.one cluster.occlusion", try Occlusion(of: one).share)
    let places = [(1.0, 1.0), (5.0, 2.0), (9.0, 7.0)]
    try addSeparation("edge.all singletons", makePicture(places, [0, 1, 2], markers: places))
    try addSeparation(
      "edge.all points identical, 2 clusters of 2",
      makePicture(Array(repeating: (3, 3), count: 4), [0, 0, 1, 1], markers: [(3, 3), (3, 3)]))
    func lattice(_ places: [(x: Double, y: Double)]) throws -> LatticeCoherence? {
      try LatticeCoherence(
        x: places.map(\.x), y: places.map(\.y), width: ReferenceCase.width, height: ReferenceCase.height)
    }
    add("edge.fewer than 16 markers.lattice_G", try lattice(Array(ReferenceCase.lattice.prefix(15)))?.value)
    add("edge.all markers coincide.lattice_G", try lattice(Array(repeating: (4, 4), count: 20))?.value)
    let heap = Discs(Array(repeating: Disc(x: 4, y: 4, radius: 0), count: 20))
    add("edge.all markers coincide.axis4", try AxisOrder(of: heap)?.axis4)
  }

  private mutating func addSeparation(_ path: String, _ picture: FramePicture) throws {
    add("\(path).simplified_silhouette", try SimplifiedSilhouette(of: picture)?.mean)
    add("\(path).silhouette", try Silhouette(of: picture)?.mean)
    add("\(path).ch", try Scatter(of: picture).calinskiHarabasz)
    add("\(path).db", try Scatter(of: picture).daviesBouldin)
  }
}
