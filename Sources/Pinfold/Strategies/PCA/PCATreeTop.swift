/// The top of trees while they grow: the nodes that were divided so far. The points of each lie together.
///
/// The halves of a node depend on its points alone, not on their order, so they are the same whenever it is
/// divided; and nodes stay divided when the call that asked for it is stopped. Bound by passes over the
/// points of nodes, two for each node that a search reaches.
///
/// ``LazyPCATree`` lets one thread at a time use it.
final class PCATreeTop {
  /// The points.
  let points: PointSet

  /// The number of threads that share the points of a large node.
  let threads: Int

  let rule: SplitRule

  /// The points of all trees, x east of where the circle is cut.
  let buffer: Column<TreePoint>

  /// Where the circle is cut for each tree.
  let cuts: [PointOrder.Cut]

  /// Owns the points, in the room that sums along the final order will take.
  let scratch: Scratch

  /// All nodes, the roots first and halves in pairs.
  private(set) var parts: [Part]

  /// What is done of the rest; nil until that begins. From then on nothing is divided here.
  var rest: PCATreeRest?

  /// A node, with what its halves and its sums come from.
  struct Part {
    let task: PCATreeGrowth.Task

    /// The place of the first of its halves among the parts; 0 for none so far.
    var left: Int { Int(node.left) }

    /// The node; its summary is not known until a search comes to it.
    fileprivate(set) var node: PCATree.Node

    fileprivate var sums: PointSums?

    init(_ task: PCATreeGrowth.Task) {
      self.task = task
      node = PCATree.Node(of: task)
    }
  }

  /// Nodes of up to so many points are left to one thread.
  static let sharedSize = 1 << 15

  /// The most nodes, beside the roots, before it is better to build the rest too.
  static let limit = 1 << 10

  /// The roots of trees over the mergeable points of a set.
  ///
  /// - Parameter rule: how nodes are divided.
  /// - Complexity: O(*n*), where *n* is the number of points.
  init(over points: PointSet, rule: SplitRule, context: RunContext) throws(ClusteringError) {
    try context.check()
    var end = 0
    let sections = points.sections.filter(\.mergeable).map(\.range)
    cuts = sections.map { section in
      let range = end..<end + section.count
      end = range.upperBound
      return PointOrder.Cut(range: range, origin: points.widestGapEnd(in: section))
    }
    scratch = Scratch(room: RunningSums.room * end)
    buffer = scratch.column(end)
    (self.points, self.rule, threads) = (points, rule, context.threads)
    parts = []
    for (section, cut) in zip(sections, cuts) {
      parts.append(Part(try buffer.root(cut, from: points, at: section, node: parts.count, context)))
    }
  }

  /// The number of mergeable points.
  var count: Int { buffer.count }

  /// Whether so little was divided that a search may divide more.
  var isOpen: Bool { rest == nil && parts.count <= cuts.count + Self.limit }

  /// The memory of the points and nodes, in bytes.
  var byteCount: Int {
    count * MemoryLayout<TreePoint>.stride + parts.count * MemoryLayout<Part>.stride
  }

  /// Divides nodes until those left are for one thread each, or there are many more.
  func divideLarge(_ context: RunContext) throws(ClusteringError) {
    let most = parts.count + Self.limit
    // Halves come after their node.
    var place = 0
    while place < parts.count, parts.count < most {
      let part = parts[place]
      if part.left == 0, part.task.range.count > Self.sharedSize, part.node.squaredError > 0 {
        try context.check()
        divide(place)
      }
      place += 1
    }
  }

  private func divide(_ place: Int) {
    let task = parts[place].task
    var (left, right) = buffer.halves(of: task, rule, threads: threads(for: task.range.count))
    (left.node, right.node) = (parts.count, parts.count + 1)
    parts[place].node.left = UInt32(left.node)
    parts += [Part(left), Part(right)]
  }

  private func threads(for count: Int) -> Int { count > Self.sharedSize ? threads : 1 }

  /// The value over the points of a node, each thread's joined with the others'.
  private func gathered<Value: Sendable>(
    _ range: Range<Int>, _ value: @Sendable (TreePoints) -> Value,
    _ join: (Value, Value) -> Value
  ) -> Value {
    let threads = threads(for: range.count)
    guard threads > 1 else { return value(TreePoints(column: buffer, range: range)) }
    let ends = (0...threads).map { range.lowerBound + range.count * $0 / threads }
    let shares = zip(ends, ends.dropFirst()).map { $0..<$1 }
    let buffer = buffer
    let values = Parallel.map(shares, threads: threads) { value(TreePoints(column: buffer, range: $0)) }
    return values.dropFirst().reduce(values[0], join)
  }
}

extension PCATreeTop: PCANodes {
  var roots: [PCATree.Node] {
    cuts.indices.map { summarised($0) }
  }

  func halves(
    of node: PCATree.Node, _ context: RunContext
  ) throws(ClusteringError) -> (left: PCATree.Node, right: PCATree.Node)? {
    guard node.squaredError > 0, let place = place(of: node.range) else { return nil }
    if parts[place].left == 0 {
      try context.check()
      divide(place)
    }
    let left = parts[place].left
    return (summarised(left), summarised(left + 1))
  }

  func node(at place: UInt32) -> PCATree.Node { summarised(Int(place)) }

  func holdsPoint(of range: Range<Int>, in rect: WorldRect) -> Bool {
    let origin = place(of: range).map { parts[$0].task.origin } ?? 0
    return TreePoints(column: buffer, range: range).contains { rect.contains(x: $0.x &+ origin, y: $0.y) }
  }

  private func summarised(_ place: Int) -> PCATree.Node {
    if parts[place].node.summary.isUnknown {
      let (task, idRanks) = (parts[place].task, points.idRanks)
      parts[place].node.summary = gathered(task.range) {
        PCATree.Summary(of: $0, origin: task.origin, idRanks: idRanks)
      } _: {
        $0.joined(with: $1, origin: task.origin)
      }
    }
    return parts[place].node
  }

  /// The place of the node with a range of the order; nil where there is none so far.
  private func place(of range: Range<Int>) -> Int? {
    guard let place = place(above: range.lowerBound, where: { $0.task.range == range }) else { return nil }
    return parts[place].task.range == range ? place : nil
  }

  /// The place of the highest node over an offset that is as asked, or has no halves.
  private func place(above offset: Int, where isFound: (Part) -> Bool) -> Int? {
    var place = cuts.indices.partitioningIndex { cuts[$0].range.upperBound > offset }
    guard place < cuts.count else { return nil }
    while !isFound(parts[place]), parts[place].left > 0 {
      let left = parts[place].left
      place = offset < parts[left].task.range.upperBound ? left : left + 1
    }
    return place
  }
}

// What frames of the nodes ask of their order.
extension PCATreeTop {
  /// Whether the points of a range are coincident; nil for a range that is no node's.
  func isCoincident(_ range: Range<Int>) -> Bool? {
    place(of: range).map { parts[$0].node.squaredError == 0 }
  }

  /// The canonical index of the first point of a stack; nil for other offsets.
  func index(at offset: Int) -> Int? {
    guard let place = place(above: offset, where: { _ in false }), parts[place].node.squaredError == 0,
      parts[place].task.range.lowerBound == offset
    else { return nil }
    return Int(summarised(place).summary.first)
  }

  /// The sums over a range, as they are along the final order; nil for a range that is no node's.
  func sums(of range: Range<Int>) -> PointSums? {
    guard let place = place(of: range) else { return nil }
    if let sums = parts[place].sums { return sums }
    let task = parts[place].task
    let sums = PointSums(
      hash: hash(of: range),
      positions: PositionSum(
        count: range.count, x: Int64(task.moments.x) + Int64(range.count) * Int64(task.origin),
        y: Int64(task.moments.y)),
      scale: points.order.scale, weighted: weighted(range, origin: task.origin))
    parts[place].sums = sums
    return sums
  }

  private func hash(of range: Range<Int>) -> UInt64 {
    let hashes = points.idHashes
    return gathered(range) { points in
      points.reduce(0) { $0 &+ hashes[Int($1.index)] }
    } _: {
      $0 &+ $1
    }
  }

  private func weighted(_ range: Range<Int>, origin: UInt32) -> WeightedSum {
    guard let scale = points.order.scale, let weights = points.weight else { return WeightedSum() }
    return gathered(range) { points in
      points.reduce(WeightedSum()) { sum, point in
        sum
          + WeightedSum(
            scale.units(weights[Int(point.index)]), x: Int64(origin) + Int64(point.x), y: Int64(point.y))
      }
    } _: {
      $0 + $1
    }
  }
}
