import TestSupport
import Testing

@testable import Pinfold

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The axes, searches and means that are not the defaults.
@Suite struct PCAOptionTests {
  /// Samples without points exactly on dividing lines, about which other roundings may decide otherwise.
  private static let irregular = [SamplePoints.uniform, .clusters, .dateLine, .poles, .seam, .outlier, .two]

  private static func moments(_ positions: [(UInt32, UInt32)]) -> Moments {
    var moments = Moments()
    for (x, y) in positions { moments.add(x: x, y: y) }
    return moments
  }

  /// The angle between two directions, in degrees.
  private static func angle(_ a: SplitAxis, _ b: SplitAxis) -> Double {
    let degrees = abs(atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)) * 180 / .pi
    return min(degrees, 180 - degrees)
  }

  @Test(
    "other axes and means divide as plain recursion does", arguments: irregular,
    [(PCAStrategy.Axis.applidium, 1.0), (.widest, 1), (.principal, 0.25), (.principal, 3), (.widest, 1.5)])
  func oracle(sample: SamplePoints, option: (axis: PCAStrategy.Axis, gamma: Double)) throws {
    let points = try PointSet(sample.columns(count: 70, seed: 3).decorated(seed: 3))
    let oracle = PCAOracle(
      points: points,
      axis: { xx, yy, xy in
        switch option.axis {
        case .principal: PCAOracle.jacobi(xx, yy, xy)
        case .applidium: PCAOracle.applidium(xx, yy, xy)
        case .widest: xx >= yy ? (1, 0) : (0, 1)
        }
      }, gamma: option.gamma)
    for budget in [2, 7, 32, 1000] {
      let strategy = PCAStrategy(budget: budget, axis: option.axis, gamma: option.gamma)
      let index = try strategy.makeIndex(over: points, context: RunContext())
      for viewport in Viewport.samples(of: points, seed: 3) {
        let view = try ProjectedView(viewport, on: .mercator)
        let found = try index.grouping(in: view, context: RunContext()).members
        #expect(found == oracle.clusters(in: view.rect, budget: budget), "budget \(budget), \(viewport)")
      }
    }
  }

  @Test("breadth first shows the deepest level that is not too many", arguments: SamplePoints.allCases)
  func levels(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 60, seed: 5).decorated(seed: 5))
    let irregular = Self.irregular.contains(sample)
    let oracle = PCAOracle(points: points) {
      irregular ? PCAOracle.jacobi($0, $1, $2) : PCAOracle.formula($0, $1, $2)
    }
    for budget in [1, 3, 12, 32] {
      let strategy = PCAStrategy(budget: budget, search: .breadthFirst)
      let index = try strategy.makeIndex(over: points, context: RunContext())
      for viewport in Viewport.samples(of: points, random: 3, seed: 5) {
        let view = try ProjectedView(viewport, on: .mercator)
        let found = try index.grouping(in: view, context: RunContext()).members
        #expect(found == oracle.levels(in: view.rect, budget: budget), "budget \(budget), \(viewport)")
      }
    }
  }

  @Test("breadth first uses more than half of the budget, best first all of it")
  func use() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 3000, seed: 9))
    var fewest = 32
    for viewport in Viewport.samples(of: points, seed: 31) {
      let view = try ProjectedView(viewport, on: .mercator)
      func count(_ search: PCAStrategy.Search) throws -> Int {
        try PCAStrategy(budget: 32, search: search).makeIndex(over: points, context: RunContext())
          .grouping(in: view, context: RunContext()).ranges.count
      }
      let spots = Set(LinearScan(points).points(in: view.rect, mergeable: true).map { points.position($0) })
      guard spots.count >= 32 else { continue }
      #expect(try count(.bestFirst) == 32)
      #expect(try count(.breadthFirst) > 16 - 1)
      fewest = min(fewest, try count(.breadthFirst))
    }
    #expect(fewest < 32)
  }

  @Test("a level of exactly the budget is shown, one more is taken back")
  func rollback() throws {
    // Eight points in a row that halve evenly three times.
    let points = try PointSet(
      PointColumns(longitude: (0..<8).map { Double($0) }, latitude: [0, 0, 0, 0, 0, 0, 0, 0]))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 4, latitude: 0), zoom: 4), on: .mercator)
    func counts(_ search: PCAStrategy.Search) throws -> [Int] {
      try (1...9).map { budget in
        try PCAStrategy(budget: budget, search: search).makeIndex(over: points, context: RunContext())
          .grouping(in: view, context: RunContext()).ranges.count
      }
    }
    #expect(try counts(.breadthFirst) == [1, 2, 2, 4, 4, 4, 4, 8, 8])
    #expect(try counts(.bestFirst) == [1, 2, 3, 4, 5, 6, 7, 8, 8])
  }

  /// Angles worked out from λ = ½[(Sxx+Syy) + √((Sxx+Syy)² + 4Sxy²)] and the direction (Sxy, λ − Sxx) by
  /// hand.
  @Test("Applidium's axis is its formula, to the last digit where plain arithmetic loses them")
  func applidium() {
    // Sxx = 8, Syy = 2, Sxy = 4: λ = 5 + √41, the direction (4, √41 − 3).
    let tilted = Self.moments([(0, 0), (2, 1), (4, 2)])
    #expect(Self.angle(.applidium(of: tilted), SplitAxis(x: 4, y: 41.0.squareRoot() - 3)) < 1e-9)
    #expect(abs(Self.angle(.principal(of: tilted), SplitAxis(x: 2, y: 1))) < 1e-9)
    // Where x and y do not vary together, whichever varies more.
    #expect(SplitAxis.applidium(of: Self.moments([(5, 7), (9, 7), (6, 7)])).y == 0)
    #expect(SplitAxis.applidium(of: Self.moments([(5, 7), (5, 9), (5, 90)])).x == 0)
    // Sxx is 10²⁰ times Syy: λ − Sxx in doubles would be 0 or noise; it is Syy + Sxy²/(Sxx + Syy) or so.
    let flat = Self.moments([(0, 0), (4_000_000_000, 0), (0, 1), (4_000_000_000, 0)])
    let axis = SplitAxis.applidium(of: flat)
    let (xx, yy, xy) = flat.spread
    let expected = (Double(yy) + Double(xy) * Double(xy) / Double(xx)) / Double(xy)
    #expect(abs(axis.y / axis.x / expected - 1) < 1e-9)
  }

  @Test(
    "the widest axis is the one in which points spread more, east on a tie, whatever outliers do to the bounds"
  )
  func widest() {
    let (east, south) = (SplitAxis(x: 1, y: 0), SplitAxis(x: 0, y: 1))
    #expect(SplitAxis.widest(of: Self.moments([(0, 0), (3, 2)])) == east)
    #expect(SplitAxis.widest(of: Self.moments([(0, 0), (2, 3)])) == south)
    #expect(SplitAxis.widest(of: Self.moments([(0, 3), (3, 0)])) == east)
    // Four wide and three high, but most points lie at the northern and southern ends.
    #expect(SplitAxis.widest(of: Self.moments([(0, 0), (4, 3), (2, 0), (2, 0), (2, 3), (2, 3)])) == south)
  }

  @Test("outliers draw the mean where gamma is above 1, and give way where it is below")
  func gamma() {
    // At 0, 2 and 10 the mean is 4; the weights of gamma 2 are 4/6, 2/6 and 6/6.
    let points = [0, 2, 10].enumerated().map { TreePoint(x: $1, y: 0, index: UInt32($0)) }
    let moments = Moments(of: points)
    func mean(_ gamma: Double) -> Double { moments.outlierDeviation(of: points, gamma: gamma).x / 3 + 4 }
    #expect(abs(mean(2) - (2.0 / 6 * 2 + 10) / 2) < 1e-4)
    // Those of gamma 0 are 6/4, 6/2 and 1.
    #expect(abs(mean(0) - (3.0 * 2 + 10) / 5.5) < 1e-4)
    #expect(mean(1) == 4)
  }

  @Test(
    "no weight is infinite, and every tree is finished, even with points exactly at the mean",
    arguments: [0, 0.5, 0.99, 1.01, 4], SamplePoints.allCases)
  func finished(gamma: Double, sample: SamplePoints) throws {
    var columns = sample.columns(count: 81, seed: 2)
    if sample == .uniform {
      // A square and its centre: the mean is a point, at every level of what is left of it.
      columns = PointColumns(longitude: [0, 0, 8, 8, 4, 4], latitude: [0, 8, 0, 8, 4, 4])
    }
    let points = try PointSet(columns)
    let tree = try PCATree(over: points, context: RunContext(), rule: SplitRule(gamma: gamma))
    var open = Array(tree.roots)
    var leaves = 0
    while let node = open.popLast() {
      if let (left, right) = tree.halves(of: node) {
        #expect(!left.range.isEmpty && !right.range.isEmpty)
        open += [left, right]
      } else {
        leaves += 1
      }
    }
    #expect(leaves == Set((0..<points.count).map { points.position($0) }).count)
  }

  @Test("parameters come by name")
  func registry() throws {
    let registration = try Registry.builtIn.find("pca", kind: .strategy)
    let values: ParameterValues = [
      "axis": .choice("widest"), "search": .choice("breadth-first"), "gamma": .number(2),
    ]
    let strategy = try #require(try registration(values) as? PCAStrategy)
    #expect(strategy.axis == .widest && strategy.search == .breadthFirst && strategy.gamma == 2)
    #expect(throws: ParameterError.self) { try registration(["axis": .choice("diagonal")]) }
    #expect(throws: ParameterError.self) { try registration(["gamma": .number(-1)]) }
  }
}
