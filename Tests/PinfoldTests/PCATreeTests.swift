import TestSupport
import Testing

@testable import Pinfold

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct PCATreeTests {
  /// An axis of no direction, which puts every point on the line.
  private static let useless = SplitRule(axis: { _ in SplitAxis(x: 0, y: 0) })

  private static func moments(_ positions: [(UInt32, UInt32)]) -> Moments {
    var moments = Moments()
    for (x, y) in positions { moments.add(x: x, y: y) }
    return moments
  }

  private static func degrees(_ axis: SplitAxis) -> Double {
    let angle = atan2(axis.y, axis.x) * 180 / .pi
    return angle < 0 ? angle + 180 : angle
  }

  /// Angles and errors by `numpy.linalg.eigh(numpy.cov(points, bias=True))`.
  @Test(
    "the main direction and the squared error are numpy's",
    arguments: [
      (
        [(1000, 2000), (4000, 2500), (7000, 9000), (1500, 8000), (9000, 9500)], 47.295586394400274,
        101_300_000.0
      ),
      (
        [
          (4_294_967_295, 0), (0, 4_294_967_295), (4_000_000_000, 100), (3, 4_294_000_000),
          (2_147_483_648, 2_147_483_000),
        ], 134.04084727714334, 3.5692063615173243e+19
      ),
      (
        [(4_294_967_000, 17), (4_294_967_001, 19), (4_294_967_003, 18), (4_294_967_010, 30)],
        53.61502635696988, 171.0
      ),
      ([(0, 0), (0, 10), (1_000_000, 5), (1_000_000, 15)], 0.00028647889757849043, 1_000_000_000_125.0),
    ] as [([(UInt32, UInt32)], Double, Double)])
  func golden(positions: [(UInt32, UInt32)], angle: Double, error: Double) {
    let moments = Self.moments(positions)
    #expect(abs(Self.degrees(.principal(of: moments)) - angle) < 1e-9)
    #expect(abs(moments.squaredError / error - 1) < 1e-12)
  }

  @Test("the main direction is the one that a Jacobi rotation finds")
  func jacobi() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<2000 {
      let (width, height) = (1 << (1 + random.below(31)), 1 << (1 + random.below(31)))
      let moments = Self.moments(
        (0..<3 + random.below(20)).map { _ in (UInt32(random.below(width)), UInt32(random.below(height))) })
      let (xx, yy, xy) = moments.spread
      guard moments.squaredError > 0, abs(Double(xx - yy)) + abs(Double(xy)) > 1e-6 * Double(xx + yy) else {
        continue
      }
      let expected = PCAOracle.jacobi(Double(xx), Double(yy), Double(xy))
      let axis = SplitAxis.principal(of: moments)
      let length = (axis.x * axis.x + axis.y * axis.y).squareRoot()
      #expect(abs(expected.x * axis.y - expected.y * axis.x) / length < 1e-9)
    }
  }

  @Test("the main direction of lines is along them, and east where there is none")
  func lines() {
    #expect(SplitAxis.principal(of: Self.moments([(5, 7), (9, 7), (6, 7)])).y == 0)
    #expect(SplitAxis.principal(of: Self.moments([(5, 7), (5, 9), (5, 90)])).x == 0)
    #expect(Self.degrees(.principal(of: Self.moments([(0, 0), (1, 1), (5, 5)]))) == 45)
    #expect(Self.degrees(.principal(of: Self.moments([(0, 5), (1, 4), (5, 0)]))) == 135)
    #expect(SplitAxis.principal(of: Self.moments([(0, 0), (9, 0), (0, 9), (9, 9)])) == SplitAxis(x: 1, y: 0))
  }

  @Test("points at the corner of the world keep every digit of their spread")
  func exact() {
    var moments = Moments()
    for i in 0..<100_000 as Range<UInt32> { moments.add(x: .max - i % 2, y: .max - i / 2 % 2) }
    #expect(moments.squaredError == 50_000)
    #expect(moments.spread.xy == 0)
  }

  @Test(
    "a point exactly on the line belongs to the east, or to the south of a steep axis",
    arguments: [[(0, 0), (10, 10), (20, 20)], [(0, 20), (10, 15), (20, 10)], [(9, 0), (8, 10), (7, 20)]]
      as [[(UInt32, UInt32)]])
  func onTheLine(positions: [(UInt32, UInt32)]) {
    let points = positions.enumerated().map { TreePoint(x: $1.0, y: $1.1, index: UInt32($0)) }
    let line = SplitLine(dividing: points, Moments(of: points), SplitRule())
    #expect(points.map(line.isLeft) == [true, false, false])
  }

  @Test("a side left empty is filled from the median, by index, without dividing a stack")
  func median() {
    func sides(_ xs: [UInt32]) -> [Bool] {
      let points = xs.enumerated().map { TreePoint(x: $0.element, y: 0, index: UInt32($0.offset)) }
      let line = SplitLine(dividing: points, Moments(of: points), Self.useless)
      return points.map(line.isLeft)
    }
    #expect(sides([1, 2, 3, 4]) == [true, true, false, false])
    #expect(sides([1, 2, 2, 2, 5]) == [true, false, false, false, false])
    #expect(sides([2, 2, 2, 5]) == [true, true, true, false])
    #expect(sides([1, 2]) == [true, false])
  }

  @Test("sides by plain arithmetic are those of the projection that decides, at the line too")
  func sides() {
    var random = SplitMix64(seed: 6)
    for round in 0..<3000 {
      // Few positions, so that many points lie on the line, or all over the world.
      let (west, width) = (random.below(1 << 31), round % 2 == 0 ? 1 + random.below(4) : 1 << 31)
      let points = (0..<2 + random.below(63)).map { index in
        TreePoint(
          x: UInt32(west + random.below(width)), y: UInt32(west + random.below(width)), index: UInt32(index))
      }
      let rule = round % 3 == 0 ? SplitRule(axis: { .widest(of: $0) }, gamma: 2) : SplitRule()
      let line = SplitLine(through: points, Moments(of: points), rule)
      let sides = points.withColumn { line.sides(of: $0) }
      #expect(points.indices.map { sides >> UInt64($0) & 1 == 1 } == points.map(line.isLeft))
    }
  }

  @Test("coincident points stay in canonical order")
  func stacks() throws {
    let points = try PointSet(SamplePoints.spots.columns(count: 3000, seed: 8))
    let tree = try PCATree(over: points, context: RunContext(), rule: SplitRule())
    let indices = (0..<points.count).map { tree.order.index(at: $0) }
    for (a, b) in zip(indices, indices.dropFirst()) where points.position(a) == points.position(b) {
      #expect(a < b)
    }
  }

  @Test("trees of an axis that never divides are still finished, each node between two spots")
  func uselessAxis() throws {
    let points = try PointSet(SamplePoints.spots.columns(count: 500, seed: 3))
    let tree = try PCATree(over: points, context: RunContext(), rule: Self.useless)
    var open = Array(tree.roots)
    var leaves = 0
    while let node = open.popLast() {
      if let (left, right) = tree.halves(of: node) {
        open += [left, right]
      } else {
        leaves += 1
        #expect(Set(node.range.map { points.position(tree.order.index(at: $0)) }).count == 1)
      }
    }
    #expect(leaves == Set((0..<points.count).map { points.position($0) }).count)
  }

  @Test(
    "halves make up their node, and summaries are those of its points", arguments: SamplePoints.allCases)
  func summaries(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 400, seed: 5).decorated(seed: 5))
    let tree = try PCATree(over: points, context: RunContext(), rule: SplitRule())
    var open = Array(tree.roots)
    while let node = open.popLast() {
      let members = node.range.map { tree.order.index(at: $0) }
      #expect(node.summary.lowestRank == members.map { points.idRanks[$0] }.min())
      #expect(node.summary.first == members.min().map(UInt32.init))
      let bounds = points.bounds(of: members)
      let box = node.summary.bounds
      #expect(UInt64(box.width) + 1 >= bounds.width && UInt64(box.height) + 1 == bounds.height)
      #expect(members.allSatisfy { points.x[$0] &- box.west <= box.width && points.y[$0] >= box.north })
      #expect(members.contains { points.x[$0] == box.west })
      #expect(members.contains { points.x[$0] == box.west &+ box.width })
      guard let (left, right) = tree.halves(of: node) else { continue }
      #expect(left.range.lowerBound == node.range.lowerBound && !left.range.isEmpty)
      #expect(left.range.upperBound == right.range.lowerBound && !right.range.isEmpty)
      #expect(right.range.upperBound == node.range.upperBound)
      #expect(max(left.squaredError, right.squaredError) < node.squaredError)
      open += [left, right]
    }
  }

  @Test("the circle is cut at the widest gap, the lowest x on a tie", arguments: 0..<200 as Range<UInt64>)
  func cuts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var columns = PointColumns()
    let step = [360.0 / 8, 360.0 / 4096, 1e-7][random.below(3)]
    for _ in 0..<1 + random.below(12) {
      columns.longitude.append(Double(random.below(9)) * step + (seed % 2 == 0 ? 170 : -30))
      columns.latitude.append(0)
    }
    let points = try PointSet(columns)
    let oracle = PCAOracle(points: points, axis: PCAOracle.formula)
    #expect(points.widestGapEnd(in: 0..<points.count) == oracle.cut(Array(0..<points.count)))
  }

  @Test(
    "of many points, too, whether the widest gap is narrow or wide", arguments: [0, 1, 16, 1 << 20, 1 << 30])
  func cutsOfMany(gap: UInt32) {
    // Steps of a width that no sector shows, but for one gap, from a start anywhere; two gaps tie.
    for start in [0, 7, 1 << 31, .max - 1 << 20] as [UInt32] {
      let step = UInt32(1 << 18)
      let xs = (0..<10_000 as Range<UInt32>).map { start &+ $0 * step / 4 &+ ($0 < 6000 ? 0 : gap) }
      let sorted = xs.sorted()
      let gaps = zip(sorted, [sorted[sorted.count - 1]] + sorted.dropLast()).map { $0 &- $1 }
      #expect(xs.widestGapEnd() == gaps.firstIndex(of: gaps.max() ?? 0).map { sorted[$0] })
    }
  }

  @Test("and of points all around the globe, but for a hole", arguments: [0, 1, 60, 100_000])
  func cutsAllAround(hole: Int) {
    let xs = (0..<200_000).filter { $0 < 1000 || $0 >= 1000 + hole }.map { UInt32($0 << 32 / 200_000) }
    let gaps = zip(xs, [xs[xs.count - 1]] + xs.dropLast()).map { $0 &- $1 }
    #expect(xs.shuffled().widestGapEnd() == gaps.firstIndex(of: gaps.max() ?? 0).map { xs[$0] })
  }

  @Test("boxes lie outside, inside or across a rectangle as their corners and positions do")
  func relations() {
    var random = SplitMix64(seed: 8)
    let unit: UInt64 = 1 << 28
    for _ in 0..<5000 {
      let north = random.below(16)
      let rect = WorldRect(
        west: UInt32(random.below(16)) << 28, width: UInt64(1 + random.below(16)) * unit,
        north: UInt32(north) << 28, height: UInt64(1 + random.below(16 - north)) * unit)
      let top = random.below(16)
      let west = UInt32(random.below(16)) << 28
      let box = Box(
        west: west, east: west &+ UInt32(random.below(16)) << 28, north: UInt32(top) << 28,
        south: UInt32(top + random.below(16 - top)) << 28)
      var held: Set<Bool> = []
      for east in 0...box.width >> 28 {
        for south in 0...box.height >> 28 {
          held.insert(rect.contains(x: box.west &+ east << 28, y: box.north + south << 28))
        }
      }
      // On a lattice of whole units every box that touches the rectangle has a position in it.
      let expected: Relation = held.count == 2 ? .across : held == [true] ? .inside : .outside
      let found = rect.relation(to: box)
      // Where both ends of a box reach into the rectangle around the globe, it is still only across.
      let careful = found == .across && rect.width + UInt64(box.width) > 1 << 32
      #expect(found == expected || careful, "\(rect) \(box)")
    }
  }

  @Test("a heap gives back its elements from the greatest to the least")
  func heap() {
    var random = SplitMix64(seed: 4)
    for size in 0..<60 {
      var heap = Heap<Int>()
      let elements = (0..<size).map { _ in random.below(20) }
      for element in elements { heap.push(element) }
      var popped: [Int] = []
      while let element = heap.popMax() { popped.append(element) }
      #expect(popped == elements.sorted(by: >))
    }
  }

  @Test("wide integers become the doubles that Swift makes of them")
  func wide() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      var bits = UInt128(random.next()) << 64 | UInt128(random.next())
      if random.below(2) == 0 { bits &= UInt128.max << UInt128(random.below(128)) }
      bits >>= UInt128(random.below(128))
      #expect(Double(nearest: bits) == Double(bits))
      #expect(Double(nearest: Int128(truncatingIfNeeded: bits)) == Double(Int128(truncatingIfNeeded: bits)))
    }
    #expect(Double(nearest: UInt128.max) == 0x1p128)
    #expect(Double(nearest: Int128.min) == -0x1p127)
  }
}
