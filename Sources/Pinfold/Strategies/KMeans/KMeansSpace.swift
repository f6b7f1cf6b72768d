/// The points of a run in canonical order, with a tree of boxes over them.
///
/// Consecutive points in Z-order are near each other. So eight of them make a block, four blocks a node of
/// the level above, and so on up to one root: a node is a number and a box. Prefix sums over blocks give the
/// sums of any node. Positions are moved by the grid phase, so that no box wraps.
///
/// Columns of a scratch rather than arrays: counting references to four arrays would cost more than reading a
/// node.
struct KMeansSpace: BitwiseCopyable, Sendable {
  private let positions: Column<WorldPoint>
  private let wraps: Bool

  /// The canonical index of each point, ascending.
  private let indices: Column<UInt32>

  /// By node, level by level from the blocks up to the root.
  private let boxes: Column<Box>

  /// The first box of each level, and the number of all.
  private let starts: Column<Int>

  /// The weight of each point, less than 2⁵¹; nil if all are 1.
  private let weights: Column<UInt64>?

  /// The sums over the points before each block, and over all.
  private let sums: Column<Sums>

  /// Sums of weights, and of positions and their squares times weights.
  private struct Sums: BitwiseCopyable {
    var weight: UInt64 = 0
    var x: UInt128 = 0
    var y: UInt128 = 0
    var squares: UInt128 = 0
  }

  struct Node: BitwiseCopyable {
    /// 0 for a block.
    var level: Int

    /// Its index among the nodes of its level.
    var number: Int
  }

  /// The binary logarithm of the number of points in a block.
  private static let blockBits = 3

  /// Gathers the points that take part.
  ///
  /// - Parameters:
  ///   - ranges: their canonical indices, ascending and of one section; not empty.
  ///   - weights: nil if all are 1. If those of all points are 0, points count alike.
  /// - Complexity: O(*n*), where *n* is the number of points that take part.
  init(
    _ points: PointSet, _ ranges: [Range<Int>], _ weights: KMeansWeights?, in scratch: Scratch,
    _ context: RunContext
  ) throws(ClusteringError) {
    wraps = points.projection.wraps
    let count = ranges.reduce(0) { $0 + $1.count }
    var sizes = [(count + 1 << Self.blockBits - 1) >> Self.blockBits]
    while let last = sizes.last, last > 1 { sizes.append((last + 3) / 4) }
    positions = scratch.column(count)
    indices = scratch.column(count)
    let isWeighted = weights.map { weights in ranges.joined().contains { weights[$0] > 0 } }
    self.weights = isWeighted == true ? scratch.column(count) : nil
    sums = scratch.column(sizes[0] + 1)
    boxes = scratch.column(sizes.reduce(0, +))
    starts = scratch.column(sizes.count + 1)
    starts[0] = 0
    for (level, size) in sizes.enumerated() { starts[level + 1] = starts[level] + size }
    try gather(points, ranges, weights, context)
    try sumUp(context)
    for level in sizes.indices.dropFirst() {
      for node in nodes(ofLevel: level) {
        var box = Box.empty
        forEachChild(of: node) { box.formUnion(self.box(of: $0)) }
        boxes[place(of: node)] = box
      }
    }
  }

  private func gather(
    _ points: PointSet, _ ranges: [Range<Int>], _ given: KMeansWeights?, _ context: RunContext
  ) throws(ClusteringError) {
    let phase = points.projection.gridPhase
    let (xs, ys) = (points.x, points.y)
    var next = 0
    for range in ranges {
      for index in range {
        if next & (Parallel.stretch &- 1) == 0 { try context.check() }
        positions[next] = WorldPoint(x: xs[index] &+ phase, y: ys[index])
        indices[next] = UInt32(truncatingIfNeeded: index)
        if let weights, let given { weights[next] = given[index] }
        next &+= 1
      }
    }
  }

  /// Sets the blocks' boxes and sums.
  private func sumUp(_ context: RunContext) throws(ClusteringError) {
    var total = Sums()
    for node in nodes(ofLevel: 0) {
      if node.number << Self.blockBits & (Parallel.stretch - 1) == 0 { try context.check() }
      sums[node.number] = total
      var box = Box.empty
      for point in points(of: node) {
        let (x, y) = (positions[point].x, positions[point].y)
        box.insert(x: x, y: y)
        let weight = weight(of: point)
        total.weight &+= weight
        total.x &+= UInt128(weight) &* UInt128(x)
        total.y &+= UInt128(weight) &* UInt128(y)
        total.squares &+=
          UInt128(weight) &* (UInt128(UInt64(x) * UInt64(x)) + UInt128(UInt64(y) * UInt64(y)))
      }
      boxes[node.number] = box
    }
    sums[starts[1]] = total
  }

  // MARK: Nodes

  var count: Int { positions.count }

  private var levelCount: Int { starts.count - 1 }

  var root: Node { Node(level: levelCount - 1, number: 0) }

  var nodeCount: Int { starts[levelCount] }

  /// All nodes of a level; the root if the tree is lower.
  func nodes(ofLevel level: Int) -> some Sequence<Node> {
    let level = min(level, levelCount - 1)
    return (0..<size(ofLevel: level)).lazy.map { Node(level: level, number: $0) }
  }

  @inline(__always)
  private func size(ofLevel level: Int) -> Int { starts[level &+ 1] &- starts[level] }

  /// The index of a node among all.
  @inline(__always)
  func place(of node: Node) -> Int { starts[node.level] &+ node.number }

  @inline(__always)
  func box(of node: Node) -> Box { boxes[place(of: node)] }

  @inline(__always)
  func points(of node: Node) -> Range<Int> {
    let bits = Self.blockBits &+ 2 &* node.level
    let start = node.number << bits
    return start..<min(start &+ 1 << bits, count)
  }

  /// Calls `body` with the children of a node above the blocks.
  @inline(__always)
  func forEachChild(of node: Node, _ body: (Node) -> Void) {
    let first = 4 &* node.number
    for number in first..<min(first &+ 4, size(ofLevel: node.level &- 1)) {
      body(Node(level: node.level &- 1, number: number))
    }
  }

  /// Calls `body` with the canonical indices of some points, in the longest ranges.
  func forEachCanonicalRange(of points: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = points.lowerBound
    while start < points.upperBound {
      let first = Int(indices[start])
      let rest = points.upperBound - start
      let isOne = Int(indices[points.upperBound - 1]) - first == rest - 1
      let length = isOne ? rest : (1..<rest).first { Int(indices[start + $0]) != first + $0 } ?? rest
      body(first..<first + length)
      start += length
    }
  }

  // MARK: Weights

  @inline(__always)
  func weight(of point: Int) -> UInt64 { weights.map { $0[point] } ?? 1 }

  /// The sum of all weights.
  var weight: Int { Int(sums[starts[1]].weight) }

  /// The point at which the running sum of weights passes a value less than the sum of all.
  func point(atWeight target: Int) -> Int {
    guard weights != nil else { return target }
    let target = UInt64(target)
    let block = (0..<starts[1]).partitioningIndex { sums[$0 + 1].weight > target }
    var sum = sums[block].weight
    return points(of: Node(level: 0, number: block)).first {
      sum += weight(of: $0)
      return sum > target
    } ?? count - 1
  }

  // MARK: Distances

  @inline(__always)
  func position(_ point: Int) -> WorldPoint { positions[point] }

  /// The canonical index of a point.
  @inline(__always)
  func index(_ point: Int) -> Int { Int(indices[point]) }

  /// The distance of an x east of a center, by the short way around the globe.
  @inline(__always)
  private func eastward(_ x: UInt32, from center: UInt32) -> Int64 {
    wraps ? Int64(Int32(bitPattern: x &- center)) : Int64(x) - Int64(center)
  }

  @inline(__always)
  func squaredDistance(_ a: WorldPoint, _ b: WorldPoint) -> UInt128 {
    a.squaredDistance(from: b, wraps: wraps)
  }

  /// The squared distance of a position from the nearest position of a box.
  @inline(__always)
  func squaredDistance(of box: Box, from position: WorldPoint) -> UInt128 {
    var nearest = position
    if position.x &- box.west > box.width {
      let westward = eastward(box.west, from: position.x).magnitude
      nearest.x = westward < eastward(box.east, from: position.x).magnitude ? box.west : box.east
    }
    nearest.y = max(box.north, min(position.y, box.south))
    return squaredDistance(position, nearest)
  }

  /// The distance of a box' western edge east of a center; nil if the meridian opposite the center divides
  /// the box.
  @inline(__always)
  private func span(of box: Box, from center: WorldPoint) -> Int64? {
    let west = eastward(box.west, from: center.x)
    return eastward(box.east, from: center.x) == west + Int64(box.width) ? west : nil
  }

  /// Whether a box lies on one side of the meridian opposite a center.
  @inline(__always)
  func isWhole(_ box: Box, from center: WorldPoint) -> Bool { span(of: box, from: center) != nil }

  /// An upper bound of the squared distances of a box' positions from a center; nil if the meridian opposite
  /// the center divides the box.
  @inline(__always)
  func squaredReach(of box: Box, from center: WorldPoint) -> UInt128? {
    guard let west = span(of: box, from: center) else { return nil }
    let x = UInt128(max(west.magnitude, (west + Int64(box.width)).magnitude))
    let north = Int64(box.north) - Int64(center.y)
    let y = UInt128(max(north.magnitude, (north + Int64(box.height)).magnitude))
    return x * x + y * y
  }

  /// The minimum and maximum of (*p* − *a*)² − (*p* − *b*)² over the positions *p* of a box: if the minimum
  /// is above 0, all are nearer to *b* than to *a*. Nil if the meridian opposite one of them divides the box.
  @inline(__always)
  func excess(of a: WorldPoint, over b: WorldPoint, in box: Box) -> (least: Int128, most: Int128)? {
    guard let toA = span(of: box, from: a), let toB = span(of: box, from: b) else { return nil }
    // It is linear in p, so the extremes of each axis are at its ends.
    @inline(__always)
    func ends(_ toA: Int64, _ toB: Int64, _ extent: UInt32) -> (least: Int128, most: Int128) {
      let between = toA &- toB
      let first = Int128(between) &* Int128(toA &+ toB)
      let last = Int128(between) &* Int128(toA &+ toB &+ 2 &* Int64(extent))
      return between < 0 ? (last, first) : (first, last)
    }
    let x = ends(toA, toB, box.width)
    let y = ends(Int64(box.north) - Int64(a.y), Int64(box.north) - Int64(b.y), box.height)
    return (x.least &+ y.least, x.most &+ y.most)
  }

  /// The moments around a center of a node's points, all on one side of the meridian opposite the center.
  @inline(__always)
  func moments(of node: Node, around center: WorldPoint) -> KMeansMoments {
    let points = points(of: node)
    // In the coordinates of the points: outside the world if the short way crosses its edge.
    let first = positions[points.lowerBound].x
    let x = Int128(Int64(first) - eastward(first, from: center.x))
    let y = Int128(center.y)
    let start = sums[points.lowerBound >> Self.blockBits]
    let end = sums[(points.upperBound &+ 1 << Self.blockBits &- 1) >> Self.blockBits]
    // Weights add up to less than 2⁵¹, so no sum exceeds 2¹¹⁹.
    let weight = end.weight &- start.weight
    let (wide, east, south) = (Int128(weight), Int128(end.x &- start.x), Int128(end.y &- start.y))
    return KMeansMoments(
      weight: Int(weight), east: east &- wide &* x, south: south &- wide &* y,
      inertia: UInt128(
        Int128(end.squares &- start.squares) &- 2 &* (x &* east &+ y &* south) &+ wide &* (x &* x &+ y &* y))
    )
  }

  @inline(__always)
  func moments(of point: Int, around center: WorldPoint) -> KMeansMoments {
    let (position, weight) = (position(point), Int64(weight(of: point)))
    return KMeansMoments(
      weight: Int(weight), east: Int128(weight) &* Int128(eastward(position.x, from: center.x)),
      south: Int128(weight) &* Int128(Int64(position.y) - Int64(center.y)),
      inertia: UInt128(weight) &* squaredDistance(position, center))
  }
}

/// The moments of some points around a center.
struct KMeansMoments: BitwiseCopyable {
  /// The sum of their weights.
  var weight = 0

  /// The sums of their distances east and south, times their weights.
  var east: Int128 = 0
  var south: Int128 = 0

  /// The sum of their squared distances, times their weights.
  var inertia: UInt128 = 0

  @inline(__always)
  static func += (moments: inout KMeansMoments, other: KMeansMoments) {
    moments.weight += other.weight
    moments.east += other.east
    moments.south += other.south
    moments.inertia += other.inertia
  }

  /// The points' mean, in whole fixed-point units; halves are rounded to the south and east.
  func mean(around center: WorldPoint) -> WorldPoint {
    func mean(_ sum: Int128) -> UInt32 {
      let (quotient, remainder) = sum.quotientAndRemainder(dividingBy: Int128(weight))
      let floor = remainder < 0 ? quotient - 1 : quotient
      let rest = remainder < 0 ? remainder + Int128(weight) : remainder
      return UInt32(truncatingIfNeeded: 2 * rest >= Int128(weight) ? floor + 1 : floor)
    }
    return WorldPoint(x: center.x &+ mean(east), y: center.y &+ mean(south))
  }
}
