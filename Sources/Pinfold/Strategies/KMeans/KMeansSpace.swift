/// The points of a run, side by side in canonical order, with a tree of boxes over them: what *k*-means
/// measures with.
///
/// Points that follow each other in Z-order are near each other. So eight of them make a block, four blocks a
/// node of the level above, and so on up to one root: a node is a number and a box. Sums up to each block
/// give those of any node. Positions are moved by the grid phase, so that no box wraps.
///
/// In columns of a scratch rather than arrays, as counting references to four arrays per node would cost more
/// than reading the node.
struct KMeansSpace: BitwiseCopyable, Sendable {
  private let positions: Column<WorldPoint>
  private let wraps: Bool

  /// The canonical index of each point, ascending.
  private let indices: Column<UInt32>

  /// The boxes of all nodes, level by level from the blocks up to the root.
  private let boxes: Column<Box>

  /// Where the boxes of each level begin, and where the last ends.
  private let starts: Column<Int>

  /// The sums over the points before each block, and at last over all.
  private let sums: Column<Sums>

  private struct Sums: BitwiseCopyable {
    var x: UInt64 = 0
    var y: UInt64 = 0
    var squares: UInt128 = 0
  }

  /// A node of the tree.
  struct Node: BitwiseCopyable {
    /// 0 for a block.
    var level: Int

    /// Its place among the nodes of its level.
    var number: Int
  }

  /// The number of points in a block, as a power of two.
  private static let blockBits = 3

  /// Gathers points.
  ///
  /// - Parameters:
  ///   - points: the set.
  ///   - ranges: those that take part, in canonical order and of one section; not empty.
  ///   - scratch: owns the memory.
  /// - Throws: as the context asks.
  /// - Complexity: O(*n*), where *n* is the number of points that take part.
  init(
    _ points: PointSet, _ ranges: [Range<Int>], in scratch: Scratch, _ context: RunContext
  ) throws(ClusteringError) {
    wraps = points.projection.wraps
    let count = ranges.reduce(0) { $0 + $1.count }
    var sizes = [(count + 1 << Self.blockBits - 1) >> Self.blockBits]
    while let last = sizes.last, last > 1 { sizes.append((last + 3) / 4) }
    positions = scratch.column(count)
    indices = scratch.column(count)
    sums = scratch.column(sizes[0] + 1)
    boxes = scratch.column(sizes.reduce(0, +))
    starts = scratch.column(sizes.count + 1)
    starts[0] = 0
    for (level, size) in sizes.enumerated() { starts[level + 1] = starts[level] + size }
    try gather(points, ranges, context)
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
    _ points: PointSet, _ ranges: [Range<Int>], _ context: RunContext
  ) throws(ClusteringError) {
    let phase = points.projection.gridPhase
    let (xs, ys) = (points.x, points.y)
    var next = 0
    for range in ranges {
      for index in range {
        if next & (Parallel.stretch &- 1) == 0 { try context.check() }
        positions[next] = WorldPoint(x: xs[index] &+ phase, y: ys[index])
        indices[next] = UInt32(truncatingIfNeeded: index)
        next &+= 1
      }
    }
  }

  /// Makes the blocks' boxes and sums.
  private func sumUp(_ context: RunContext) throws(ClusteringError) {
    var total = Sums()
    for node in nodes(ofLevel: 0) {
      if node.number << Self.blockBits & (Parallel.stretch - 1) == 0 { try context.check() }
      sums[node.number] = total
      var box = Box.empty
      for point in points(of: node) {
        let (x, y) = (positions[point].x, positions[point].y)
        box.insert(x: x, y: y)
        total.x &+= UInt64(x)
        total.y &+= UInt64(y)
        total.squares &+= UInt128(UInt64(x) * UInt64(x)) + UInt128(UInt64(y) * UInt64(y))
      }
      boxes[node.number] = box
    }
    sums[starts[1]] = total
  }

  // MARK: Nodes

  /// The number of points.
  var count: Int { positions.count }

  private var levelCount: Int { starts.count - 1 }

  /// The node of all points.
  var root: Node { Node(level: levelCount - 1, number: 0) }

  /// The number of all nodes.
  var nodeCount: Int { starts[levelCount] }

  /// All nodes of a level, or the root where there is no such level.
  func nodes(ofLevel level: Int) -> some Sequence<Node> {
    let level = min(level, levelCount - 1)
    return (0..<size(ofLevel: level)).lazy.map { Node(level: level, number: $0) }
  }

  @inline(__always)
  private func size(ofLevel level: Int) -> Int { starts[level &+ 1] &- starts[level] }

  /// Where a node stands among all.
  @inline(__always)
  func place(of node: Node) -> Int { starts[node.level] &+ node.number }

  /// The box around a node's points.
  @inline(__always)
  func box(of node: Node) -> Box { boxes[place(of: node)] }

  /// The points of a node.
  @inline(__always)
  func points(of node: Node) -> Range<Int> {
    let bits = Self.blockBits &+ 2 &* node.level
    let start = node.number << bits
    return start..<min(start &+ 1 << bits, count)
  }

  /// Calls `body` with the nodes that a node consists of.
  ///
  /// - Precondition: it is no block.
  @inline(__always)
  func forEachChild(of node: Node, _ body: (Node) -> Void) {
    let first = 4 &* node.number
    for number in first..<min(first &+ 4, size(ofLevel: node.level &- 1)) {
      body(Node(level: node.level &- 1, number: number))
    }
  }

  /// Calls `body` with the canonical indices of some points, in ranges as long as they can be.
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

  // MARK: Distances

  /// The position of a point.
  @inline(__always)
  func position(_ point: Int) -> WorldPoint { positions[point] }

  /// The canonical index of a point.
  @inline(__always)
  func index(_ point: Int) -> Int { Int(indices[point]) }

  /// Returns the distance of an x east of a centre, by the short way around the globe.
  @inline(__always)
  private func eastward(_ x: UInt32, from center: UInt32) -> Int64 {
    wraps ? Int64(Int32(bitPattern: x &- center)) : Int64(x) - Int64(center)
  }

  /// The squared distance of two positions.
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

  /// Returns how far a box' western edge lies east of a centre; nil where the meridian opposite the centre
  /// divides the box.
  @inline(__always)
  private func span(of box: Box, from center: WorldPoint) -> Int64? {
    let west = eastward(box.west, from: center.x)
    return eastward(box.east, from: center.x) == west + Int64(box.width) ? west : nil
  }

  /// Whether a box lies on one side of the meridian opposite a centre.
  @inline(__always)
  func isWhole(_ box: Box, from center: WorldPoint) -> Bool { span(of: box, from: center) != nil }

  /// No less than the squared distance of any position of a box from a centre; nil where the meridian
  /// opposite the centre divides the box.
  @inline(__always)
  func squaredReach(of box: Box, from center: WorldPoint) -> UInt128? {
    guard let west = span(of: box, from: center) else { return nil }
    let x = UInt128(max(west.magnitude, (west + Int64(box.width)).magnitude))
    let north = Int64(box.north) - Int64(center.y)
    let y = UInt128(max(north.magnitude, (north + Int64(box.height)).magnitude))
    return x * x + y * y
  }

  /// The least and the most of (*p* − *a*)² − (*p* − *b*)² over the positions *p* of a box: where the least
  /// is above 0, all are nearer to *b* than to *a*. Nil where the meridian opposite one of them divides the
  /// box.
  @inline(__always)
  func excess(of a: WorldPoint, over b: WorldPoint, in box: Box) -> (least: Int128, most: Int128)? {
    guard let toA = span(of: box, from: a), let toB = span(of: box, from: b) else { return nil }
    // It is linear in p, so along each axis it is least at one end and most at the other.
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

  /// Returns the moments of a node's points around a centre.
  ///
  /// - Precondition: they all lie on one side of the meridian opposite the centre.
  @inline(__always)
  func moments(of node: Node, around center: WorldPoint) -> KMeansMoments {
    let points = points(of: node)
    let count = Int64(points.count)
    // The centre in the coordinates of the points, which is outside the world where the short way crosses its
    // edge.
    let first = positions[points.lowerBound].x
    let x = Int64(first) - eastward(first, from: center.x)
    let y = Int64(center.y)
    let start = sums[points.lowerBound >> Self.blockBits]
    let end = sums[(points.upperBound &+ 1 << Self.blockBits &- 1) >> Self.blockBits]
    let (east, south) = (end.x &- start.x, end.y &- start.y)
    let products = Int128(x) * Int128(east) + Int128(y) * Int128(south)
    return KMeansMoments(
      count: points.count,
      // The terms may overflow; their difference, less than 2³² a point, does not.
      east: Int64(truncatingIfNeeded: east) &- count &* x,
      south: Int64(truncatingIfNeeded: south) &- count &* y,
      inertia: UInt128(
        Int128(end.squares - start.squares) - 2 * products
          + Int128(count) * (Int128(x) * Int128(x) + Int128(y) * Int128(y))))
  }

  /// Returns the moments of one point around a centre.
  @inline(__always)
  func moments(of point: Int, around center: WorldPoint) -> KMeansMoments {
    let position = position(point)
    return KMeansMoments(
      count: 1, east: eastward(position.x, from: center.x), south: Int64(position.y) - Int64(center.y),
      inertia: squaredDistance(position, center))
  }
}
