import TestSupport
import Testing

@testable import Pinfold

@Suite struct KMeansStrategyTests {
  private static func view(_ longitude: Double = 0, zoom: Double = 0) throws -> ProjectedView {
    try ProjectedView(
      Viewport(center: Coordinate(longitude: longitude, latitude: 0), zoom: zoom), on: .mercator)
  }

  private static func clusters(_ points: PointSet, _ view: ProjectedView, _ count: Int, seed: Int = 1) throws
    -> [[Int]]
  {
    try KMeansStrategy(k: count, seed: seed).makeIndex(over: points, context: RunContext())
      .grouping(in: view, context: RunContext()).members
  }

  /// A run over all points of a set's first section from given centres, in the frame of the set's positions.
  private static func settled(
    _ points: PointSet, from centers: [WorldPoint], maxIterations: Int = 100, tolerance: Double = 0
  ) throws -> (clusters: [[Int]], inertias: [UInt128]) {
    let phase = points.projection.gridPhase
    let scratch = Scratch()
    return try withExtendedLifetime(scratch) {
      var run = KMeansRun(
        space: try KMeansSpace(points, [points.sections[0].range], nil, in: scratch, RunContext()),
        idRanks: points.idRanks,
        centers: centers.map { WorldPoint(x: $0.x &+ phase, y: $0.y) })
      try run.settle(maxIterations: maxIterations, tolerance: tolerance, context: RunContext())
      var clusters = [[Int]](repeating: [], count: centers.count)
      run.forEachRange { clusters[$1] += $0 }
      return (clusters.filter { !$0.isEmpty }.sorted { $0[0] < $1[0] }, run.inertias)
    }
  }

  @Test("clusters are those of plain Lloyd's", arguments: SamplePoints.allCases, [false, true])
  func oracle(sample: SamplePoints, grouped: Bool) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let columns = sample.columns(count: 5 + 20 * Int(seed), seed: seed)
      let points = try PointSet(grouped ? columns.decoratedWhole(seed: seed) : columns)
      let oracle = KMeansOracle(points: points)
      for count in [1, 2, 8, 200] {
        let index = try KMeansStrategy(k: count, seed: Int(seed))
          .makeIndex(over: points, context: RunContext())
        for viewport in Viewport.samples(of: points, seed: seed) {
          let view = try ProjectedView(viewport, on: .mercator)
          let found = try index.grouping(in: view, context: RunContext()).members
          let same = found == oracle.clusters(in: view.rect, count: count, seed: Int(seed))
          #expect(same, "seed \(seed), \(count) clusters, zoom \(view.viewport.zoom)")
        }
      }
    }
  }

  @Test(
    "larger sets, too, give what plain Lloyd's gives",
    arguments: [SamplePoints.uniform, .clusters, .lattice],
    [12, 70])
  func large(sample: SamplePoints, count: Int) throws {
    let points = try PointSet(sample.columns(count: 1500, seed: 8))
    let same =
      try Self.clusters(points, Self.view(), count)
      == KMeansOracle(points: points).clusters(in: .world, count: count, seed: 1)
    #expect(same)
  }

  @Test("centres that lose their points move to the farthest points, as in plain Lloyd's")
  func reseeding() throws {
    var reseeds = 0
    for seed in 1...150 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let sample = [SamplePoints.clusters, .spots, .uniform, .lattice][Int(seed % 4)]
      let points = try PointSet(sample.columns(count: 40, seed: seed))
      // Most centres far from every point: they start without any.
      let centers = (0..<1 + seed % 7).map { _ in
        WorldPoint(x: UInt32(truncatingIfNeeded: random.next()), y: UInt32(truncatingIfNeeded: random.next()))
      }
      let plain = KMeansOracle(points: points, tolerance: 0)
        .settle(Array(points.sections[0].range), from: centers)
      let found = try Self.settled(points, from: centers)
      #expect(found.clusters == plain.clusters && found.inertias == plain.inertias, "seed \(seed)")
      reseeds += plain.reseeds
    }
    #expect(reseeds > 100)
  }

  @Test(
    "of points equally far from their centres, the lowest id gets a centre that lost its points",
    arguments: 0..<4)
  func reseedingTies(lowest: Int) throws {
    // The corners of a square, from whose middle all are equally far; the lowest id is at any of them.
    let ids: [Int64] = (0..<4).map { $0 == lowest ? 3 : 9 - Int64($0) }
    let columns = PointColumns(
      longitude: [100, 100, 300, 300], latitude: [100, 300, 100, 300], ids: .integers(ids))
    let points = try PointSet(
      columns, projection: .planar(PlanarExtent(minX: 0, minY: 0, side: 0x1p32)))
    let middle = WorldPoint(x: 200, y: points.position(0).y / 2 + points.position(3).y / 2)
    let found = try Self.settled(
      points, from: [middle, WorldPoint(x: 200, y: 0)], maxIterations: 2)
    let lone = try #require(found.clusters.first { $0.count == 1 })
    #expect(points.id(lone[0]) == .integer(3))
  }

  @Test("points midway between centres go to the centre of the lowest number, whatever cell they are in")
  func ties() throws {
    let extent = PlanarExtent(minX: 0, minY: 0, side: 0x1p32)
    for seed in 0..<300 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      func place() -> Double { Double(random.below(16)) }
      let columns = PointColumns(
        longitude: (0..<60).map { _ in place() }, latitude: (0..<60).map { _ in 0x1p32 - 1 - place() })
      let points = try PointSet(columns, projection: .planar(extent))
      let centers = (0..<4).map { _ in WorldPoint(x: UInt32(place()), y: UInt32(place())) }
      let plain = KMeansOracle(points: points, maxIterations: 1).settle(Array(0..<60), from: centers)
      let found = try Self.settled(points, from: centers, maxIterations: 1)
      #expect(found.clusters == plain.clusters, "seed \(seed)")
    }
  }

  @Test("the sum of squared distances never rises", arguments: SamplePoints.allCases)
  func inertia(sample: SamplePoints) throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let points = try PointSet(sample.columns(count: 120, seed: seed))
      guard points.count > 0 else { continue }
      var random = SplitMix64(seed: seed)
      let centers = (0..<9).map { _ in points.position(random.below(points.count)) }
      let inertias = try Self.settled(points, from: centers).inertias
      #expect(zip(inertias, inertias.dropFirst()).allSatisfy { $0 >= $1 }, "seed \(seed)")
    }
  }

  @Test("rounds end at their bound, or when they gain too little")
  func rounds() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 300, seed: 3))
    let centers = (0..<8).map { points.position($0) }
    #expect(try Self.settled(points, from: centers, maxIterations: 1).inertias.count == 1)
    #expect(try Self.settled(points, from: centers, maxIterations: 3).inertias.count == 3)
    let patient = try Self.settled(points, from: centers).inertias
    let hasty = try Self.settled(points, from: centers, tolerance: 0.05).inertias
    #expect(hasty.count < patient.count && hasty == Array(patient.prefix(hasty.count)))
    // The last round did not gain the share, the one before did.
    let gains = zip(hasty, hasty.dropFirst()).map { 1 - Double($1) / Double($0) }
    #expect(gains.dropLast().allSatisfy { $0 > 0.05 } && (gains.last ?? 1) <= 0.05)
  }

  @Test("one cluster takes all; as many clusters as positions, or more, take one position each")
  func extremes() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 50, seed: 2))
    #expect(try Self.clusters(points, Self.view(), 1).map(\.count) == [50])
    #expect(try Self.clusters(points, Self.view(), 50).count == 50)
    #expect(try Self.clusters(points, Self.view(), 4000).count == 50)
    let spots = try PointSet(SamplePoints.spots.columns(count: 200, seed: 2))
    let clusters = try Self.clusters(spots, Self.view(), 100)
    #expect(clusters.count == Set((0..<spots.count).map { spots.position($0) }).count)
    #expect(clusters.allSatisfy { cluster in Set(cluster.map { spots.position($0) }).count == 1 })
    let stack = try PointSet(SamplePoints.coincident.columns())
    #expect(try Self.clusters(stack, Self.view(), 32).count == 1)
  }

  @Test(
    "in the scope of the world all points are clustered once, and a view shows the clusters in it",
    arguments: SamplePoints.allCases, [false, true])
  func world(sample: SamplePoints, grouped: Bool) throws {
    let columns = sample.columns(count: 40, seed: 4)
    let points = try PointSet(grouped ? columns.decoratedWhole(seed: 4) : columns)
    let all = KMeansOracle(points: points)
    for count in [5, 32] {
      let strategy = KMeansStrategy(k: count, scope: .world)
      let index = try strategy.makeIndex(over: points, context: RunContext())
      let clusters = all.clusters(in: .world, count: count, seed: 1)
      for viewport in Viewport.samples(of: points, seed: 4) {
        let view = try ProjectedView(viewport, on: .mercator)
        let found = try index.grouping(in: view, context: RunContext()).members
        #expect(found == LinearScan(points).visible(clusters, in: view.rect), "\(count) clusters")
      }
    }
  }

  @Test("the world's clusters of a larger set lie in runs of neighbours, found where the view is")
  func worldOfMany() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 5000))
    let index = try KMeansStrategy(k: 40, scope: .world).makeIndex(over: points, context: RunContext())
    func members(_ viewport: Viewport) throws -> [[Int]] {
      try index.grouping(in: ProjectedView(viewport, on: .mercator), context: RunContext()).members
    }
    let all = try members(Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0))
    #expect(all.count == 40 && all.joined().sorted() == Array(0..<5000))
    for viewport in Viewport.samples(of: points, random: 30) {
      let rect = try ProjectedView(viewport, on: .mercator).rect
      #expect(try members(viewport) == LinearScan(points).visible(all, in: rect))
    }
  }

  @Test("every point in view is in one cluster, and no point out of view is in any")
  func scope() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 2000, seed: 3).decoratedWhole(seed: 3))
    let nonMergeable = Set(points.sections.filter { !$0.mergeable }.flatMap(\.range))
    for viewport in Viewport.samples(of: points, seed: 9) {
      let view = try ProjectedView(viewport, on: .mercator)
      let clusters = try Self.clusters(points, view, 16)
      let visible = (0..<points.count).filter {
        view.rect.contains(points.position($0)) && !nonMergeable.contains($0)
      }
      #expect(clusters.flatMap { $0 }.sorted() == visible)
      #expect(clusters.count <= 16)
    }
  }

  @Test("neighbours across the date line share a cluster, whose marker stands between them")
  func dateLine() throws {
    let points = try PointSet(
      PointColumns(longitude: [179.9, -179.9, 10, 10.001], latitude: [5, 5, 5, 5]))
    let frame = try Clusterer(KMeansStrategy(k: 2)).build(points)
      .frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0))
    let longitudes = (0..<frame.count).map { frame.coordinate(of: $0).longitude }
    #expect(longitudes.count == 2)
    #expect(
      longitudes.contains { abs(abs($0) - 180) < 1e-6 } && longitudes.contains { abs($0 - 10.0005) < 1e-6 })
  }

  @Test("markers of a view of the whole world stand in the middle of their members, wherever these are")
  func means() throws {
    for degrees in stride(from: -180.0, to: 180, by: 15) {
      var columns = PointColumns()
      for town in 0..<4 {
        for i in 0..<5 {
          let longitude = degrees + Double(town) * 90 + Double(i - 2) * 4
          columns.longitude.append(longitude.remainder(dividingBy: 360))
          columns.latitude.append(0)
        }
      }
      columns.weight = (0..<20).map { Double([1, 2, 3, 2, 1][$0 % 5]) }
      let frame = try Clusterer(KMeansStrategy(k: 4, seed: 3)).build(try PointSet(columns))
        .frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0))
      #expect(frame.count == 4)
      for cluster in 0..<frame.count where frame.memberCount(of: cluster) == 5 {
        let offset = (frame.coordinate(of: cluster).longitude - degrees).remainder(dividingBy: 90)
        #expect(abs(offset) < 1e-6, "\(degrees)")
      }
    }
  }

  @Test(
    "moving all points around the globe moves the clusters along",
    arguments: [SamplePoints.dateLine, .spots], [90.0, 180, 360, -123.75])
  func turning(sample: SamplePoints, degrees: Double) throws {
    let columns = sample.columns(seed: 21)
    let (here, there) = (try PointSet(columns), try PointSet(columns.moved(east: degrees)))
    // Draws go along the canonical order, so start from the same points, not from the same seed.
    let ids = (0..<8).map { here.ids[$0 * 30] }
    let centers = { (points: PointSet) in
      ids.compactMap { id in (0..<points.count).first { points.ids[$0] == id } }.map(points.position)
    }
    let first = try Self.settled(here, from: centers(here)).clusters
    let second = try Self.settled(there, from: centers(there)).clusters
    #expect(here.ids(of: first) == there.ids(of: second))
  }

  @Test("the order of the input changes nothing")
  func permutation() throws {
    let columns = SamplePoints.clusters.columns(count: 1000, seed: 6)
    let points = try PointSet(columns)
    let shuffled = try PointSet(columns.shuffled(seed: 100))
    let first = try Clusterer(KMeansStrategy()).build(points)
    let second = try Clusterer(KMeansStrategy()).build(shuffled)
    for viewport in Viewport.samples(of: points, seed: 5) {
      let (a, b) = (try first.frame(for: viewport), try second.frame(for: viewport))
      #expect(a.ids == b.ids && a.positions == b.positions)
    }
  }

  @Test("large views give the same on any number of threads", arguments: [2, 3])
  func threads(number: Int) throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 70_000, seed: 2))
    let index = try KMeansStrategy(k: 8).makeIndex(over: points, context: RunContext())
    let one = try index.grouping(in: Self.view(), context: RunContext(threads: 1))
    let others = try index.grouping(in: Self.view(), context: RunContext(threads: number))
    #expect(one.order.permutation == others.order.permutation && one.ranges == others.ranges)
  }

  @Test(
    "shares are whole, in proportion, at least one each",
    arguments: [
      (32, [10], [32]), (10, [1, 1], [5, 5]), (3, [1, 1], [1, 2]), (10, [70, 20, 10], [7, 2, 1]),
      (10, [97, 1, 1, 1], [7, 1, 1, 1]), (2, [5, 5, 5], [1, 1, 1]), (1, [9], [1]),
      (7, [3, 3, 1], [3, 3, 1]),
      // Quotas 2.4, 2.4, 1.2: the spare one goes to the last of the largest remainders, whose rank is lowest.
      (6, [2, 2, 1], [2, 3, 1]), (5, [1000, 1, 1000], [2, 1, 2]), (4, [], []),
    ])
  func shares(number: Int, sizes: [Int], expected: [Int]) {
    #expect(KMeansShares.of(number, amongst: sizes, ties: { UInt32(9 - $0) }) == expected)
  }

  @Test("shares add up to the number, and none is a whole one off its quota unless it is one")
  func quotas() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let sizes = (0..<1 + random.below(8)).map { _ in 1 + random.below(1 << random.below(12)) }
      let number = 1 + random.below(60)
      let shares = KMeansShares.of(number, amongst: sizes, ties: { UInt32($0) })
      #expect(shares.reduce(0, +) == max(number, sizes.count))
      #expect(shares.allSatisfy { $0 >= 1 })
      let total = sizes.reduce(0, +)
      let quotas = sizes.map { Double($0 * number) / Double(total) }
      #expect(zip(shares, quotas).allSatisfy { Double($0) < $1 + 1 || $0 == 1 })
    }
  }

  @Test("planar points at opposite edges are far apart, and extents of the whole plane do not overflow")
  func planar() throws {
    let extent = PlanarExtent(minX: 0, minY: 0, side: 1024)
    let points = try PointSet(
      PointColumns(longitude: [0, 1, 1024, 1023, 0, 1024], latitude: [0, 1, 0, 1, 1024, 1024]),
      projection: .planar(extent))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 512, latitude: 512), zoom: 0), on: points.projection)
    for count in 1...6 {
      let oracle = KMeansOracle(points: points).clusters(in: view.rect, count: count, seed: 4)
      #expect(try Self.clusters(points, view, count, seed: 4) == oracle)
    }
  }

  @Test("no cluster holds points of two groups, and each group in view has one")
  func groups() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 300, seed: 4).decoratedWhole(seed: 4))
    let sections = points.sections.filter(\.mergeable)
    for count in [1, 10] {
      let clusters = try Self.clusters(points, Self.view(), count)
      #expect(clusters.count == max(count, sections.count))
      #expect(
        clusters.allSatisfy { cluster in
          sections.contains { section in cluster.allSatisfy(section.range.contains) }
        })
    }
  }

  @Test("a cancelled query stops")
  func cancelled() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 100, seed: 1))
    let cancellation = Cancellation()
    cancellation.cancel()
    let index = try KMeansStrategy().makeIndex(over: points, context: RunContext())
    #expect(throws: ClusteringError.self) {
      try index.grouping(in: Self.view(), context: RunContext(cancellation: cancellation))
    }
  }

  @Test("the registry makes it, with its bounds")
  func registry() throws {
    let registration = try Registry.builtIn.find("kmeans", kind: .strategy)
    #expect(try registration(["k": .integer(7), "seed": .integer(3)]).clusterBudget == 7)
    #expect(throws: ParameterError.self) { try registration(["k": .integer(4097)]) }
    #expect(throws: ParameterError.self) { try registration(["tolerance": .number(-1)]) }
  }
}
