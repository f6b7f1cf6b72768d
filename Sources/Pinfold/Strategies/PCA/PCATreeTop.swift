/// The top of trees while they grow: the nodes divided so far. The points of each are contiguous.
///
/// The halves of a node depend on its points alone, not on their order, so they are the same whenever it is
/// divided; nodes stay divided if the call is stopped. Bound by passes over the points of nodes, two for each
/// node that a search reaches.
///
/// ``LazyPCATree`` gives one thread at a time access.
final class PCATreeTop {
  let points: PointSet

  /// The number of threads that share the points of a large node.
  let threads: Int

  let rule: SplitRule

  /// The points of all trees, x east of where the circle is cut.
  private let buffer: Column<TreePoint>

  /// Where the circle is cut for each tree.
  let cuts: [PointOrder.Cut]

  /// Owns the points, in the room that sums along the final order will take.
  let scratch: Scratch

  /// All nodes, the roots first and halves in pairs, with summaries where a search has come to them.
  private var parts: [PCAPart] = []

  /// The requested sums of nodes, by their places in the list.
  private var sums: [Int: PointSums] = [:]

  /// The completed part of the rest; nil until that begins. From then on no node is divided here.
  private var rest: Rest?

  /// Nodes of up to so many points are left to one thread.
  private static let sharedSize = 1 << 15

  /// The most nodes, beside the roots, before it is better to build the rest too.
  private static let limit = 1 << 10

  /// The roots of trees over the mergeable points of a set.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  init(over points: PointSet, rule: SplitRule, context: RunContext) throws(ClusteringError) {
    try context.check()
    var end = 0
    let sections = points.sections.filter { $0.mergeable }.map { $0.range }
    cuts = sections.map { section in
      let range = end..<end + section.count
      end = range.upperBound
      return PointOrder.Cut(range: range, origin: points.widestGapEnd(in: section))
    }
    scratch = Scratch(room: RunningSums.room * end)
    buffer = scratch.column(end)
    (self.points, self.rule, threads) = (points, rule, context.threads)
    for (section, cut) in zip(sections, cuts) {
      parts.append(try buffer.root(cut, from: points, at: section, context))
    }
  }

  var count: Int { buffer.count }

  /// Whether so little was divided that a search may divide more.
  var isOpen: Bool { rest == nil && parts.count <= cuts.count + Self.limit }

  /// The memory of the points and nodes, in bytes.
  var byteCount: Int {
    count * MemoryLayout<TreePoint>.stride + parts.count * MemoryLayout<PCAPart>.stride
      + sums.count * MemoryLayout<PointSums>.stride
  }

  private func divide(_ place: Int) {
    let threads = threads(for: parts[place].node.range.count)
    let (left, right) = buffer.halves(of: parts[place], rule, threads: threads)
    parts[place].node.left = UInt32(parts.count)
    parts += [left, right]
  }

  private func threads(for count: Int) -> Int { count > Self.sharedSize ? threads : 1 }

  /// The value over the points of a node, each thread's joined with the others'.
  private func gathered<Value: Sendable>(
    _ range: Range<Int>, _ value: @Sendable (TreePoints) -> Value, _ join: (Value, Value) -> Value
  ) -> Value {
    let (buffer, threads) = (buffer, threads(for: range.count))
    let shares = Parallel.shares(of: range, threads: threads)
    let values = Parallel.map(shares, threads: threads) { value(TreePoints(column: buffer, range: $0)) }
    return values.dropFirst().reduce(values[0], join)
  }
}

// MARK: - Searching

extension PCATreeTop: PCANodes {
  var roots: [PCATree.Node] { cuts.indices.map { summarized($0) } }

  func halves(
    of node: PCATree.Node, _ context: RunContext
  ) throws(ClusteringError) -> (left: PCATree.Node, right: PCATree.Node)? {
    guard node.squaredError > 0, let place = place(of: node.range) else { return nil }
    if parts[place].node.left == 0 {
      try context.check()
      divide(place)
    }
    let left = Int(parts[place].node.left)
    return (summarized(left), summarized(left + 1))
  }

  func node(at place: UInt32) -> PCATree.Node { summarized(Int(place)) }

  func holdsPoint(of range: Range<Int>, in rect: WorldRect) -> Bool {
    let origin = place(of: range).map { parts[$0].node.origin } ?? 0
    return TreePoints(column: buffer, range: range).contains { rect.contains(x: $0.x &+ origin, y: $0.y) }
  }

  private func summarized(_ place: Int) -> PCATree.Node {
    if parts[place].node.summary.isUnknown {
      let (origin, idRanks) = (parts[place].node.origin, points.idRanks)
      parts[place].node.summary = gathered(parts[place].node.range) {
        PCATree.Summary(of: $0, origin: origin, idRanks: idRanks)
      } _: {
        $0.joined(with: $1, origin: origin)
      }
    }
    return parts[place].node
  }

  /// The place of the node with a range of the order; nil where there is none so far.
  private func place(of range: Range<Int>) -> Int? {
    let place = place(above: range.lowerBound) { $0.range == range }
    return place.flatMap { parts[$0].node.range == range ? $0 : nil }
  }

  /// The place of the highest node over an offset that satisfies a condition or has no halves.
  private func place(above offset: Int, where isFound: (PCATree.Node) -> Bool) -> Int? {
    var place = cuts.indices.partitioningIndex { cuts[$0].range.upperBound > offset }
    guard place < cuts.count else { return nil }
    while !isFound(parts[place].node), parts[place].node.left > 0 {
      let left = Int(parts[place].node.left)
      place = offset < parts[left].node.range.upperBound ? left : left + 1
    }
    return place
  }
}

// MARK: - Order

// The queries of frames for the order of nodes.
extension PCATreeTop {
  /// Whether the points of a range are coincident; nil for a range that is no node's.
  func isCoincident(_ range: Range<Int>) -> Bool? {
    place(of: range).map { parts[$0].node.squaredError == 0 }
  }

  /// The canonical index of the first point of a stack; nil for other offsets.
  func index(at offset: Int) -> Int? {
    guard let place = place(above: offset, where: { _ in false }), parts[place].node.squaredError == 0,
      parts[place].node.range.lowerBound == offset
    else { return nil }
    return Int(summarized(place).summary.first)
  }

  /// The sums over a range, the same as along the final order; nil if the range is not a node's.
  func sums(of range: Range<Int>) -> PointSums? {
    guard let place = place(of: range) else { return nil }
    if let sums = sums[place] { return sums }
    let (moments, origin) = (parts[place].moments, Int64(parts[place].node.origin))
    let (hashes, weights, scale) = (points.idHashes, points.weight, points.order.scale)
    let (hash, weighted) = gathered(range) { points in
      points.reduce(into: (0 as UInt64, WeightedSum())) { sums, point in
        let index = Int(point.index)
        sums.0 &+= hashes[index]
        if let scale, let weights {
          sums.1 =
            sums.1 + WeightedSum(scale.units(weights[index]), x: origin + Int64(point.x), y: Int64(point.y))
        }
      }
    } _: {
      ($0.0 &+ $1.0, $0.1 + $1.1)
    }
    let made = PointSums(
      hash: hash,
      positions: PositionSum(
        count: range.count, x: Int64(moments.x) + Int64(range.count) * origin, y: Int64(moments.y)),
      scale: scale, weighted: weighted)
    sums[place] = made
    return made
  }
}

// MARK: - The rest

extension PCATreeTop {
  /// The rest of trees below the top, while it is built: all nodes in one column, those of the top first.
  ///
  /// A call that is stopped keeps finished subtrees for the next call.
  struct Rest {
    /// The number of nodes below each of the top's; nil where they are not all there yet.
    fileprivate var counts: [Int?]

    /// All nodes, as far as they are divided.
    let nodes: FrozenColumn<PCATree.Node>
    fileprivate let newNodes: Column<PCATree.Node>

    /// The canonical indices in the final order, likewise, and their owner.
    let permutation: Column<UInt32>
    let scratch = Scratch()

    var nodeCount: Int { counts.count + counts.reduce(0) { $0 + ($1 ?? 0) } }

    fileprivate init(below top: [PCATree.Node], pointCount: Int) {
      // Between them divisions make fewer nodes than twice the points, and most often a sixth of that.
      let room = Scratch(isSparse: true)
      newNodes = room.column(top.count + 2 * pointCount)
      newNodes.copy(top)
      nodes = FrozenColumn(newNodes, in: room)
      permutation = scratch.column(pointCount)
      counts = top.map { $0.left > 0 ? 0 : nil }
    }
  }

  /// Divides all nodes to the end, each thread some subtrees, and lists their points.
  func divideRest(_ context: RunContext) throws(ClusteringError) -> Rest {
    if rest == nil { try divideLarge(context) }
    var rest = rest ?? Rest(below: parts.map { $0.node }, pointCount: count)
    let (nodes, permutation, first) = (rest.newNodes, rest.permutation, parts.count)
    let (buffer, rule, idRanks, parts) = (buffer, rule, points.idRanks, parts)
    let waiting = parts.indices.filter { rest.counts[$0] == nil }
    let results = Parallel.map(waiting, threads: context.threads) { place -> Result<Int, ClusteringError> in
      Result { () throws(ClusteringError) in
        let range = parts[place].node.range
        let places = try Self.grow(
          parts[place], at: place, into: nodes, from: first + 2 * range.lowerBound, buffer, rule, context)
        buffer.summarize(nodes, at: places, idRanks: idRanks)
        for offset in range { permutation[offset] = buffer[offset].index }
        return places.count
      }
    }
    for (place, result) in zip(waiting, results) { rest.counts[place] = try? result.get() }
    self.rest = rest
    for result in results { _ = try result.get() }
    buffer.summarize(nodes, at: parts.indices, idRanks: idRanks)
    return rest
  }

  /// Divides nodes until those left are for one thread each, or there are many more.
  private func divideLarge(_ context: RunContext) throws(ClusteringError) {
    let most = parts.count + Self.limit
    // Halves come after their node.
    var place = 0
    while place < parts.count, parts.count < most {
      let node = parts[place].node
      if node.left == 0, node.range.count > Self.sharedSize, node.squaredError > 0 {
        try context.check()
        divide(place)
      }
      place += 1
    }
  }

  /// Divides a node until nothing is left to divide, and arranges the points of nodes too small to be stored.
  ///
  /// Iterative, with a list of nodes, so the depth of a tree is not limited.
  ///
  /// - Parameter start: where the new nodes go, halves in pairs and after the node that they make up.
  /// - Returns: their places.
  private static func grow(
    _ part: PCAPart, at place: Int, into nodes: Column<PCATree.Node>, from start: Int,
    _ points: Column<TreePoint>, _ rule: SplitRule, _ context: RunContext
  ) throws(ClusteringError) -> Range<Int> {
    var (pending, end) = ([(place, part)], start)
    while let (place, part) = pending.popLast() {
      let range = part.node.range
      guard range.count > PCATree.leafSize else {
        points.arrangeLeaf(range, part.moments, rule)
        continue
      }
      guard part.node.squaredError > 0 else {
        points.arrangeStack(range)
        continue
      }
      if range.count > 4096 { try context.check() }
      let (left, right) = points.halves(of: part, rule, threads: 1)
      nodes[place].left = UInt32(end)
      nodes[end] = left.node
      nodes[end + 1] = right.node
      pending.append((end + 1, right))
      pending.append((end, left))
      end += 2
    }
    return start..<end
  }
}
