import TestSupport
import Testing

@testable import Pinfold

@Suite struct KMeansSpaceTests {
  /// Calls `body` with the points of a set that are in a view, some ranges of them.
  private static func withSpace(_ points: PointSet, _ body: (KMeansSpace, [Int]) -> Void) throws {
    // Every third stretch of seven is left out.
    let ranges = stride(from: 0, to: points.count, by: 7).filter { $0 % 3 != 0 }
      .map { $0..<min($0 + 7, points.count) }
    guard !ranges.isEmpty else { return }
    let scratch = Scratch()
    try withExtendedLifetime(scratch) {
      let weights = KMeansWeights(of: points, [ranges])
      body(try KMeansSpace(points, ranges, weights, in: scratch, RunContext()), ranges.flatMap { $0 })
    }
  }

  private static func nodes(_ space: KMeansSpace) -> [KMeansSpace.Node] {
    (0...space.root.level).flatMap { Array(space.nodes(ofLevel: $0)) }
  }

  private static func center(_ random: inout SplitMix64, near points: PointSet) -> WorldPoint {
    let point = points.position(random.below(points.count))
    let reach = [1, 1 << 12, 1 << 31][random.below(3)]
    return WorldPoint(
      x: point.x &+ UInt32(random.below(reach)),
      y: UInt32(min(Int(UInt32.max), Int(point.y) + random.below(reach))))
  }

  @Test("nodes of a level are all points, in boxes around them", arguments: SamplePoints.allCases)
  func nodes(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 900, seed: 4))
    try Self.withSpace(points) { space, members in
      #expect((0..<space.count).map { space.index($0) } == members)
      #expect(Set(Self.nodes(space).map { space.place(of: $0) }).count == space.nodeCount)
      for level in 0...space.root.level {
        #expect(space.nodes(ofLevel: level).flatMap { space.points(of: $0) } == Array(0..<space.count))
      }
      for node in Self.nodes(space) {
        let positions = space.points(of: node).map { space.position($0) }
        let box = space.box(of: node)
        #expect(box.west == positions.map(\.x).min() && box.east == positions.map(\.x).max())
        #expect(box.north == positions.map(\.y).min() && box.south == positions.map(\.y).max())
        var listed: [Int] = []
        space.forEachCanonicalRange(of: space.points(of: node)) { listed += $0 }
        #expect(listed == space.points(of: node).map { members[$0] })
      }
    }
  }

  @Test(
    "sums, reaches and differences over a node are those of its points", arguments: SamplePoints.allCases,
    [0, 1, 1 << 40])
  func bounds(sample: SamplePoints, heaviest: Int) throws {
    var columns = sample.columns(count: 300, seed: 6)
    if heaviest > 0 { columns.weight = columns.longitude.indices.map { Double($0 * $0 % 7 * heaviest) } }
    let points = try PointSet(columns)
    var random = SplitMix64(seed: 9)
    try Self.withSpace(points) { space, _ in
      for node in Self.nodes(space) {
        let box = space.box(of: node)
        let members = space.points(of: node)
        let (a, b) = (Self.center(&random, near: points), Self.center(&random, near: points))
        let toA = members.map { space.squaredDistance(space.position($0), a) }
        let toB = members.map { space.squaredDistance(space.position($0), b) }
        #expect(space.squaredDistance(of: box, from: a) <= toA.min() ?? 0)
        if let reach = space.squaredReach(of: box, from: a) {
          #expect(reach >= toA.max() ?? 0)
          var sum = KMeansMoments()
          for point in members { sum += space.moments(of: point, around: a) }
          let whole = space.moments(of: node, around: a)
          #expect(whole.weight == sum.weight && whole.east == sum.east && whole.south == sum.south)
          #expect(
            whole.inertia == sum.inertia
              && sum.inertia == zip(members, toA).reduce(0) { $0 + UInt128(space.weight(of: $1.0)) * $1.1 })
        }
        if let excess = space.excess(of: a, over: b, in: box) {
          let differences = zip(toA, toB).map { Int128($0) - Int128($1) }
          #expect(differences.allSatisfy { excess.least <= $0 && $0 <= excess.most })
          // Of a box that is one position both are the difference itself.
          if box.width == 0, box.height == 0 { #expect(excess.least == excess.most) }
        }
      }
    }
  }
}
