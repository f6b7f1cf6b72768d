import TestSupport
import Testing

@testable import Pinfold

@Suite struct KMeansWeightTests {
  /// The ids of the clusters' members in a view of the world.
  private static func clusters(
    _ columns: PointColumns, _ strategy: KMeansStrategy
  ) throws -> Set<Set<PointID>> {
    let points = try PointSet(columns)
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0), on: points.projection)
    return points.ids(
      of: try strategy.makeIndex(over: points, context: RunContext()).grouping(
        in: view, context: RunContext()
      )
      .members)
  }

  /// Rows with their ids and whole weights, and the same with as many rows of weight 1 for each, whose ids
  /// follow each other where the row's id is.
  private static func pair(
    _ sample: SamplePoints, seed: UInt64, weights: ClosedRange<Int>
  ) -> (rows: PointColumns, copies: PointColumns) {
    var rows = sample.columns(count: 150, seed: seed)
    var random = SplitMix64(seed: seed)
    rows.ids = .integers(rows.longitude.indices.map { Int64($0) * 100 })
    rows.weight = rows.longitude.map { _ in
      Double(weights.lowerBound + random.below(weights.count))
    }
    var copies = PointColumns()
    var ids: [Int64] = []
    for (row, weight) in (rows.weight ?? []).enumerated() {
      for copy in 0..<Int(weight) {
        copies.longitude.append(rows.longitude[row])
        copies.latitude.append(rows.latitude[row])
        ids.append(Int64(row) * 100 + Int64(copy))
      }
    }
    copies.ids = .integers(ids)
    return (rows, copies)
  }

  /// The rows of clusters of copies.
  private static func rows(_ clusters: Set<Set<PointID>>) -> Set<Set<Int64>> {
    Set(
      clusters.map { cluster in
        Set(
          cluster.map {
            guard case .integer(let id) = $0 else { return -1 }
            return id / 100
          })
      })
  }

  @Test(
    "a point of weight w counts as w coincident points",
    arguments: [SamplePoints.uniform, .clusters, .dateLine, .spots], [KMeansStrategy.Scope.view, .world])
  func copies(sample: SamplePoints, scope: KMeansStrategy.Scope) throws {
    var differing = 0
    for seed in 1...6 as ClosedRange<UInt64> {
      let (rows, copies) = Self.pair(sample, seed: seed, weights: 1...9)
      var alike = rows
      alike.weight = nil
      for k in [1, 4, 25] {
        let strategy = KMeansStrategy(k: k, seed: Int(seed), restarts: 2, scope: scope)
        let expected = Self.rows(try Self.clusters(copies, strategy))
        #expect(try Self.rows(Self.clusters(rows, strategy)) == expected, "seed \(seed), k \(k)")
        #expect(try Self.rows(Self.clusters(rows.shuffled(seed: seed), strategy)) == expected)
        if try Self.rows(Self.clusters(alike, strategy)) != expected { differing += 1 }
      }
    }
    #expect(differing > 0)
  }

  @Test("a point of weight 0 moves no center, and belongs to the nearest")
  func weightless() throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      let (rows, copies) = Self.pair(.clusters, seed: seed, weights: 0...2)
      let strategy = KMeansStrategy(k: 7, seed: Int(seed))
      let weightless = Set((rows.weight ?? []).indices.filter { rows.weight?[$0] == 0 }.map(Int64.init))
      let clusters = Self.rows(try Self.clusters(rows, strategy))
      #expect(clusters.reduce(0) { $0 + $1.count } == 150)
      #expect(
        Set(clusters.map { $0.subtracting(weightless) }.filter { !$0.isEmpty })
          == Self.rows(try Self.clusters(copies, strategy)))
    }
  }

  @Test("points without any weight count alike, also those of one group")
  func noWeights() throws {
    var columns = SamplePoints.clusters.columns(count: 80, seed: 3)
    let strategy = KMeansStrategy(k: 6)
    let alike = try Self.clusters(columns, strategy)
    columns.weight = columns.longitude.map { _ in 0 }
    #expect(try Self.clusters(columns, strategy) == alike)
    // The group without weight gets one cluster, as it has no share.
    columns.groupNames = ["heavy", "light"]
    columns.group = columns.longitude.indices.map { $0 < 40 ? 0 : 1 }
    columns.weight = columns.longitude.indices.map { $0 < 40 ? 2 : 0 }
    let sizes = try Self.clusters(columns, strategy).map { $0.count }.sorted()
    #expect(sizes.count == 6 && sizes.last == 40 && sizes.dropLast().reduce(0, +) == 40)
  }

  @Test(
    "weights of any size give the clusters of the same weights in proportion",
    arguments: [0x1p-900, 3, 0x1p900])
  func proportions(factor: Double) throws {
    let (rows, _) = Self.pair(.uniform, seed: 4, weights: 0...900)
    var scaled = rows
    scaled.weight = rows.weight.map { $0.map { $0 * factor } }
    let strategy = KMeansStrategy(k: 12, restarts: 3)
    #expect(try Self.clusters(scaled, strategy) == Self.clusters(rows, strategy))
  }

  @Test("weights too fine to be added exactly are rounded, which changes no cluster far from a tie")
  func fine() throws {
    let (rows, _) = Self.pair(.uniform, seed: 8, weights: 1...9)
    let strategy = KMeansStrategy(k: 12)
    let clusters = try Self.clusters(rows, strategy)
    var fine = rows
    // 53 bits each, and one weight of 2⁻⁶⁰, which is rounded to 0.
    fine.weight = rows.weight.map { $0.map { $0 * (1 + 0x1p-52) } }
    fine.weight?[0] = 0x1p-60
    var without = rows
    without.weight?[0] = 0
    #expect(try Self.clusters(fine, strategy) == Self.clusters(without, strategy))
    #expect(try Self.clusters(fine.shuffled(seed: 5), strategy) == Self.clusters(fine, strategy))
    #expect(clusters.count == 12)
  }

  @Test("two points of weights 3 and 1 have their center a quarter of the way")
  func byHand() throws {
    let extent = PlanarExtent(minX: 0, minY: 0, side: 1024)
    var columns = PointColumns(longitude: [100, 104, 900], latitude: [500, 500, 500])
    columns.weight = [3, 1, 1]
    let points = try PointSet(columns, projection: .planar(extent))
    let scratch = Scratch()
    try withExtendedLifetime(scratch) {
      let ranges = [0..<3]
      var run = KMeansRun(
        space: try KMeansSpace(
          points, ranges, KMeansWeights(of: points, [ranges]), in: scratch, RunContext()),
        idRanks: points.idRanks, centers: [points.position(0), points.position(2)])
      try run.settle(maxIterations: 9, tolerance: 0, context: RunContext())
      #expect(run.centers.map { points.projection.unproject($0).longitude.rounded() } == [101, 900])
      // In fixed-point units of 2⁻²² of one of the plane's: 3 · 1² + 1 · 3² = 12.
      #expect(run.inertia == 12 << 44)
    }
  }
}
