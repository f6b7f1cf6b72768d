import TestSupport
import Testing

@testable import Pinfold

@Suite struct PCAStrategyTests {
  private static func grouping(
    _ points: PointSet, _ view: ProjectedView, budget: Int = 32, threads: Int = 1
  ) throws -> Grouping {
    let context = RunContext(threads: threads)
    return try PCAStrategy(budget: budget).makeIndex(over: points, context: context)
      .grouping(in: view, context: context)
  }

  @Test(
    "clusters are those of plain recursion over lists", arguments: SamplePoints.allCases, [false, true])
  func oracle(sample: SamplePoints, grouped: Bool) throws {
    for seed in [1, 2] as [UInt64] {
      let columns = sample.columns(count: 50 * Int(seed), seed: seed)
      let points = try PointSet(grouped ? columns.decorated(seed: seed) : columns)
      // The rotation rounds otherwise, so it decides otherwise about points exactly on a line.
      let irregular = [SamplePoints.uniform, .clusters, .dateLine, .poles, .seam].contains(sample)
      let oracle = PCAOracle(points: points) {
        irregular ? PCAOracle.jacobi($0, $1, $2) : PCAOracle.formula($0, $1, $2)
      }
      for budget in [1, 2, 7, 32, 1000] {
        let index = try PCAStrategy(budget: budget).makeIndex(over: points, context: RunContext())
        for viewport in Viewport.samples(of: points, seed: seed) {
          let view = try ProjectedView(viewport, on: .mercator)
          let found = try index.grouping(in: view, context: RunContext()).members
          let same = found == oracle.clusters(in: view.rect, budget: budget)
          #expect(same, "seed \(seed), budget \(budget), zoom \(view.viewport.zoom)")
        }
      }
    }
  }

  @Test(
    "every point in view has one marker, and there are no more than the budget", arguments: [1, 5, 32, 400])
  func budget(budget: Int) throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 3000, seed: 9))
    for viewport in Viewport.samples(of: points, seed: 31) {
      let view = try ProjectedView(viewport, on: .mercator)
      let clusters = try Self.grouping(points, view, budget: budget).members
      #expect(clusters.count <= budget)
      let members = clusters.flatMap { $0 }
      #expect(Set(members).count == members.count)
      let visible = (0..<points.count).filter { view.rect.contains(points.position($0)) }
      #expect(Set(members).isSuperset(of: visible))
      #expect(clusters.allSatisfy { $0.contains { view.rect.contains(points.position($0)) } })
      let spots = Set(visible.map { points.position($0) }).count
      if spots >= budget { #expect(clusters.count == budget) }
    }
  }

  @Test("zooming in on a part of a view never joins what was apart")
  func zoomingIn() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 2000, seed: 12))
    let index = try PCAStrategy(budget: 20).makeIndex(over: points, context: RunContext())
    var random = SplitMix64(seed: 77)
    for _ in 0..<10 {
      let center = points.coordinate(random.below(points.count))
      var home = [Int](repeating: 0, count: points.count)
      for zoom in stride(from: 0.0, to: 14, by: 0.7) {
        let view = try ProjectedView(Viewport(center: center, zoom: zoom), on: .mercator)
        let clusters = try index.grouping(in: view, context: RunContext()).members
        let together = clusters.allSatisfy { cluster in cluster.allSatisfy { home[$0] == home[cluster[0]] } }
        #expect(together, "zoom \(zoom)")
        for (number, cluster) in clusters.enumerated() {
          for member in cluster { home[member] = Int(zoom * 10) * 1000 + number }
        }
      }
    }
  }

  @Test("neighbours across the date line share a cluster, whose marker stands between them")
  func dateLine() throws {
    let points = try PointSet(
      PointColumns(longitude: [179.999, -179.999, 10, 10.001], latitude: [5, 5, 5, 5]))
    let map = try Clusterer(PCAStrategy(budget: 2)).build(points)
    let frame = try map.frame(for: Viewport(center: Coordinate(longitude: 90, latitude: 0), zoom: 0))
    #expect(
      frame.partition
        == [[.integer(0), .integer(1)], [.integer(2), .integer(3)]])
    for cluster in 0..<2 {
      let longitude = frame.coordinate(of: cluster).longitude
      #expect(abs(abs(longitude) - 180) < 1e-6 || abs(longitude - 10.0005) < 1e-6)
    }
  }

  @Test(
    "moving all points and the view around the globe moves the clusters along",
    arguments: [SamplePoints.clusters, .uniform, .dateLine, .spots], [90.0, 180, 360, -123.75])
  func turning(sample: SamplePoints, degrees: Double) throws {
    let columns = sample.columns(count: 500, seed: 21)
    let (here, there) = (try PointSet(columns), try PointSet(columns.moved(east: degrees)))
    for zoom in [0.0, 2, 5.5, 9] {
      let center = Coordinate(longitude: columns.longitude[7], latitude: columns.latitude[7])
      var shifted = center
      shifted.longitude = (center.longitude + degrees).remainder(dividingBy: 360)
      let first = try Self.grouping(here, ProjectedView(Viewport(center: center, zoom: zoom), on: .mercator))
      let second = try Self.grouping(
        there, ProjectedView(Viewport(center: shifted, zoom: zoom), on: .mercator))
      let same = here.ids(of: first.members) == there.ids(of: second.members)
      #expect(same, "zoom \(zoom)")
    }
  }

  @Test("weights move markers and no line; in a box clusters have the points in it alone")
  func weightsAndBoxes() throws {
    let columns = SamplePoints.clusters.columns(count: 400, seed: 3)
    var weighted = columns
    weighted.weight = columns.longitude.indices.map { Double(1 + $0 * $0 % 50) }
    let (points, heavy) = (try PointSet(columns), try PointSet(weighted))
    let (map, other) = (
      try Clusterer(.pca(budget: 9)).build(points), try Clusterer(.pca(budget: 9)).build(heavy)
    )
    let box = CoordinateBounds(west: -60, south: -30, east: 70, north: 50)
    let view = try Viewport(bounds: box, zoom: 2)
    let (frame, heavyFrame) = (try map.frame(for: view), try other.frame(for: view))
    #expect(frame.partition == heavyFrame.partition && frame.positions != heavyFrame.positions)
    let inside = (0..<points.count).filter { frame.view.contains(points.position($0)) }
    #expect(Set(frame.partition.joined()) == Set(inside.map { points.id($0) }) && inside.count < 400)
    #expect((0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) } == inside.count)
  }

  @Test("the order of the input and the number of threads change nothing", arguments: [false, true])
  func permutation(grouped: Bool) throws {
    let bare = SamplePoints.clusters.columns(count: 3000, seed: 6)
    let columns = grouped ? bare.decorated(seed: 6) : bare
    let points = try PointSet(columns)
    let shuffled = try PointSet(columns.shuffled(seed: 100))
    let first = try Clusterer(PCAStrategy()).build(points)
    let second = try Clusterer(PCAStrategy()).build(shuffled, context: RunContext(threads: 2))
    for viewport in Viewport.samples(of: points, seed: 5) {
      let (a, b) = (try first.frame(for: viewport), try second.frame(for: viewport))
      #expect(a.ids == b.ids && a.positions == b.positions && a.weights == b.weights)
    }
  }

  @Test("large sets give the same tree on any number of threads", arguments: [false, true])
  func threads(grouped: Bool) throws {
    let columns = SamplePoints.clusters.columns(count: 120_000, seed: 2)
    let points = try PointSet(grouped ? columns.decorated(seed: 2) : columns)
    let trees = try [1, 2, 3].map {
      try PCATree(over: points, context: RunContext(threads: $0), rule: SplitRule())
    }
    for tree in trees.dropFirst() {
      #expect(tree.order.permutation == trees[0].order.permutation)
      #expect(tree.byteCount == trees[0].byteCount)
      var open = Array(zip(trees[0].roots, tree.roots))
      while let (node, other) = open.popLast() {
        guard node.range == other.range, node.squaredError == other.squaredError,
          node.summary.lowestRank == other.summary.lowestRank, node.summary.bounds == other.summary.bounds
        else {
          Issue.record("\(node.range)")
          break
        }
        guard node.left > 0, let halves = trees[0].halves(of: node), let others = tree.halves(of: other)
        else { continue }
        open += [(halves.left, others.left), (halves.right, others.right)]
      }
    }
  }

  @Test("no cluster holds points of two groups, and each visible group has one, whatever the budget")
  func groups() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 600, seed: 4).decorated(seed: 4))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0), on: .mercator)
    let sections = points.sections.filter(\.mergeable)
    for budget in [1, 3, 10] {
      let clusters = try Self.grouping(points, view, budget: budget).members
      #expect(clusters.count == max(budget, sections.count))
      for section in sections {
        #expect(
          Set(clusters.filter { section.range.contains($0[0]) }.flatMap { $0 }) == Set(section.range))
      }
    }
  }

  @Test("a hundred thousand coincident points are one stack")
  func coincident() throws {
    let count = 100_000
    let points = try PointSet(
      PointColumns(
        longitude: [Double](repeating: 2.35, count: count), latitude: [Double](repeating: 48.85, count: count)
      ))
    let map = try Clusterer(PCAStrategy()).build(points)
    let frame = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 20))
    #expect(frame.count == 1 && frame.isStack(0) && frame.memberCount(of: 0) == count)
  }

  @Test("means that peel off one point at a time do not make the tree too deep")
  func deep() throws {
    var columns = PointColumns()
    for i in 0..<20_000 {
      let scale = 1 / Double(1 << (i % 40))
      columns.longitude.append(-180 + 359 * scale)
      columns.latitude.append(80 * scale * (i % 7 == 0 ? 1 : -1))
    }
    let points = try PointSet(columns)
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0), on: .mercator)
    let clusters = try Self.grouping(points, view, budget: 100_000).members
    #expect(clusters.count == Set((0..<points.count).map { points.position($0) }).count)
  }

  @Test("planar points at opposite edges are far apart")
  func planar() throws {
    let extent = PlanarExtent(minX: 0, minY: 0, side: 1024)
    let points = try PointSet(
      PointColumns(longitude: [0, 1, 1023, 1022], latitude: [5, 6, 5, 6]), projection: .planar(extent))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 512, latitude: 512), zoom: 0), on: points.projection)
    let clusters = try Self.grouping(points, view, budget: 2).members
    #expect(
      points.ids(of: clusters) == [[.integer(0), .integer(1)], [.integer(2), .integer(3)]])
  }

  @Test("a cancelled build and a cancelled query stop")
  func cancelled() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 1000, seed: 1))
    let cancellation = Cancellation()
    let context = RunContext(cancellation: cancellation)
    let index = try PCAStrategy().makeIndex(over: points, context: context)
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0), on: .mercator)
    cancellation.cancel()
    #expect(throws: ClusteringError.self) { try PCAStrategy().makeIndex(over: points, context: context) }
    #expect(throws: ClusteringError.self) { try index.grouping(in: view, context: context) }
  }

  @Test("the registry makes it, with its bounds")
  func registry() throws {
    let registration = try Registry.builtIn.find("pca", kind: .strategy)
    #expect(try registration(["budget": .integer(7)]).clusterBudget == 7)
    #expect(throws: ParameterError.self) { try registration(["budget": .integer(0)]) }
  }
}
