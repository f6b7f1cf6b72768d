import PinfoldEvaluation
import TestSupport
import Testing

/// Every value of the file of golden values, where the file is at hand.
@Suite(
  "Golden values", .enabled(if: GoldenFile.exists, "\(Folders.dataIsMissing)"))
struct GoldenTests {
  /// What is not computed here, by the start or the end of its path, and why.
  private static let elsewhere: [(start: String, end: String, why: String)] = [
    ("stats.", "", "statistics of studies, which have tests of their own"),
    ("hand.H26.", "", "statistics of studies, which have tests of their own"),
    ("cases.", ".generator", "words about an input"),
    ("cases.R5_100k.points", "", "words about an input"),
    ("cases.R4_lattices.lattice_any_direction.note", "", "words about an input"),
    ("cases.R3_grid2000.density_tv.shifts", "", "words about an input"),
    (
      "cases.R4_lattices.rot30_stats.fourfold.", "", "edges and z depend on rounding where distances are tied"
    ),
    ("cases.", ".ami", "the definitions advise against it: it takes too long where there are many clusters"),
    ("cases.", ".fowlkes_mallows", "the definitions advise against it: it is 0 for equal singletons"),
    ("", ".completeness", "used by no metric"), ("", ".v_measure", "used by no metric"),
    ("", ".vi", "used by no metric"), ("cases.", ".nmi", "with the mean entropy it is the V-measure"),
    (
      "cases.R3_grid2000.transition_shift.hungarian_", "",
      "for frames without members, which there are none of"
    ),
  ]

  /// Wider than 1e-9 where the file says so, or where its value has an error of its own.
  private static func tolerance(_ path: String) -> Double {
    if path.hasSuffix("silhouette_squared") { return 1e-7 }
    if path.contains("lattice_any_direction") { return 1e-6 }
    // The reference makes polygons of discs.
    if path.hasSuffix("union_shapely") || path.hasSuffix("R3_grid2000.ink") { return 2e-5 }
    return 1e-9
  }

  @Test("are all met, and those that are not computed are named")
  func all() throws {
    let expected = try GoldenFile.values()
    #expect(expected.count > 300)
    var golden = GoldenComputation()
    try golden.addHandExamples()
    try golden.addEdgeCases()
    try golden.addCases()
    for (path, value) in expected.sorted(by: { $0.key < $1.key }) {
      if let computed = golden.values[path] {
        #expect(
          computed.matches(value, within: Self.tolerance(path)), "\(path): \(computed), expected \(value)")
      } else if !Self.elsewhere.contains(where: { path.hasPrefix($0.start) && path.hasSuffix($0.end) }) {
        Issue.record("no test covers \(path)")
      }
    }
    for path in golden.values.keys.sorted() where expected[path] == nil {
      Issue.record("\(path) is not in the file")
    }
  }
}

/// What this package computes, by the file's paths.
struct GoldenComputation {
  private(set) var values: [String: GoldenValue] = [:]

  mutating func remove(_ path: String) { values[path] = nil }
  mutating func add(_ path: String, _ value: Double?) { values[path] = .number(value) }
  mutating func add(_ path: String, _ value: Int) { values[path] = .number(Double(value)) }
  mutating func add(_ path: String, _ values: [Double]) { self.values[path] = .numbers(values) }
  mutating func add(_ path: String, labels: [Int32]) { values[path] = .numbers(labels.map { Double($0) }) }
  mutating func add(_ path: String, text: String) { values[path] = .text(text) }
  mutating func add(_ path: String, texts: [String]) { values[path] = .texts(texts) }
  mutating func add(_ path: String, places: [(x: Double, y: Double)]) {
    values[path] = .numbers(places.flatMap { [$0.x, $0.y] })
  }

  mutating func add(_ path: String, displacementOf picture: FramePicture) {
    let (error, displacement) = (QuantizationError(of: picture), Displacement(of: picture))
    add("\(path).sse", error?.squares)
    add("\(path).rmsd", error?.rootMeanSquare)
    add("\(path).mean", displacement?.mean)
    add("\(path).p95", displacement?.p95)
    add("\(path).max", displacement?.largest)
  }

  mutating func add(_ path: String, internalOf picture: FramePicture) throws {
    add("\(path).silhouette", try Silhouette(of: picture)?.mean)
    add("\(path).silhouette_squared", try SquaredSilhouette(of: picture)?.mean)
    let scatter = try Scatter(of: picture)
    add("\(path).calinski_harabasz", scatter.calinskiHarabasz)
    add("\(path).davies_bouldin", scatter.daviesBouldin)
  }

  mutating func add(_ path: String, external first: [Int32], _ second: [Int32]) {
    let table = Contingency(first, second)
    let similarity = BCubed(table)
    add("\(path).ari", table.adjustedRandIndex)
    add("\(path).bcubed_precision", similarity.precision)
    add("\(path).bcubed_recall", similarity.recall)
    add("\(path).bcubed_f1", similarity.f1)
    add("\(path).homogeneity", table.homogeneity)
  }

  mutating func add(_ path: String, nesting coarse: [Int32], _ fine: [Int32]) {
    let nesting = Nesting(Contingency(coarse, fine))
    add("\(path).hard", nesting?.hard)
    add("\(path).mass", nesting?.mass)
    add("\(path).soft", nesting?.soft)
    add("\(path).homogeneity", nesting?.homogeneity)
  }

  mutating func add(_ path: String, overlapOf markers: Discs) throws {
    let (overlap, occlusion, gap) = (
      try Overlap(of: markers), try Occlusion(of: markers), try Gap(of: markers)
    )
    add("\(path).pairs", overlap.pairs.map { Double($0) })
    add("\(path).marker_fraction", overlap.share)
    add("\(path).lens_area", occlusion.lensArea)
    add("\(path).disc_area", occlusion.discArea)
    add("\(path).union_area", occlusion.unionArea)
    add("\(path).occlusion", occlusion.share)
    add("\(path).min_gap", gap?.narrowest)
    add("\(path).p05_gap", gap?.p05)
  }

  mutating func add(_ path: String, latticeOf places: [(x: Double, y: Double)]) throws {
    let lattice = try LatticeCoherence(
      x: places.map(\.x), y: places.map(\.y), width: ReferenceCase.width, height: ReferenceCase.height)
    add("\(path).G", lattice?.value)
    add("\(path).lc_x", lattice?.x.coherence)
    add("\(path).lc_y", lattice?.y.coherence)
    add("\(path).period_x", lattice?.x.period)
    add("\(path).period_y", lattice?.y.period)
    add("\(path).median_nn", lattice?.spacing)
    add("\(path).chance_x", lattice?.x.chance)
    add("\(path).chance_y", lattice?.y.chance)
  }

  mutating func add(_ path: String, fourfoldOf places: [(x: Double, y: Double)]) throws {
    let order = try AxisOrder(of: Discs(places.map { Disc(x: $0.x, y: $0.y, radius: 0) }))
    add("\(path).axis4", order?.axis4)
    add("\(path).psi4", order?.psi4)
    add("\(path).edges", order.map { Double($0.edges) })
    add("\(path).z", order?.z)
  }

  mutating func add(
    _ path: String, lineage table: Contingency, _ first: [Int], _ second: [Int], _ theta: Double
  ) {
    let lineage = Lineage(table, firstSizes: first, secondSizes: second, threshold: theta)
    add("\(path).persist", lineage.persist)
    add("\(path).split", lineage.split)
    add("\(path).merge", lineage.merge)
    add("\(path).tangle", lineage.tangle)
    add("\(path).appear", lineage.appear)
    add("\(path).disappear", lineage.disappear)
    add("\(path).markers_in_tangles", lineage.tangledMarkers)
  }

  mutating func add(_ path: String, monic table: Contingency, _ first: [Int], _ second: [Int]) {
    let monic = Monic(table, firstSizes: first, secondCount: second.count)
    add("\(path).survive", monic.survive)
    add("\(path).split", monic.split)
    add("\(path).absorbed", monic.absorbed)
    add("\(path).disappear", monic.disappear)
    add("\(path).emerge", monic.emerge)
  }

  mutating func add(
    _ path: String, travel table: Contingency, from: [(x: Double, y: Double)], to: [(x: Double, y: Double)]
  ) {
    let travel = Travel(table) {
      let (east, south) = (from[$0].x - to[$1].x, from[$0].y - to[$1].y)
      return (east * east + south * south).squareRoot()
    }
    add("\(path).mean_point", travel?.mean)
    add("\(path).max", travel?.largest)
    add("\(path).total_paths", travel?.total)
  }
}
