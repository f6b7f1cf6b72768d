/// The assignment step of *k*-means: which centre each point is nearest to, ties going to the centre of the
/// lowest number.
///
/// It goes down the tree of boxes and drops the centres that are nearest to no position of a box; where one
/// is left, the points need not be looked at, and their sums are a difference. All comparisons are of whole
/// numbers, so the result is that of comparing every point with every centre.
///
/// What bounds it are the blocks that the borders between centres cross, about √(*n* *k*) of them, each a
/// look at eight points: arithmetic on what is in the cache, not memory.
///
/// Source: T. Kanungo et al., "An efficient k-means clustering algorithm: analysis and implementation", TPAMI
/// 2002.
struct KMeansAssignment: ~Copyable {
  private let space: KMeansSpace
  // The centres that are left for the node at hand, after those of the nodes around it.
  private var left = GrowingBuffer<Candidate>()

  // Not private: debug builds of Swift 6.3 crash where a private type is the argument of a noncopyable
  // generic type.
  struct Candidate: BitwiseCopyable {
    let center: WorldPoint
    let number: Int32
  }

  init(space: KMeansSpace, centers: [WorldPoint]) {
    self.space = space
    for (number, center) in centers.enumerated() {
      left.append(Candidate(center: center, number: Int32(number)))
    }
  }

  /// Points that go to one centre.
  enum Share {
    /// All points of a node, which lie on one side of the meridian opposite the centre.
    case node(KMeansSpace.Node)

    case point(Int)
  }

  /// Calls `body` with nodes and points that together are a node's, in order, and the number of the centre
  /// that each is nearest to.
  @inline(__always)
  mutating func forEachShare(of node: KMeansSpace.Node, _ body: (Share, Int) -> Void) {
    visit(node, among: 0..<left.count, body)
  }

  private mutating func visit(
    _ node: KMeansSpace.Node, among candidates: Range<Int>, _ body: (Share, Int) -> Void
  ) {
    let box = space.box(of: node)
    let best = nearest(
      to: WorldPoint(x: box.west + box.width / 2, y: box.north + box.height / 2), among: candidates)
    let start = left.count
    left.reserve(candidates.count)
    for i in candidates {
      let other = left[i]
      if !isNever(other, nearerThan: best, in: box) { left.append(other) }
    }
    let survivors = start..<left.count
    if survivors.count == 1, space.isWhole(box, from: best.center) {
      body(.node(node), Int(best.number))
    } else if node.level == 0 {
      for point in space.points(of: node) {
        body(.point(point), Int(nearest(to: space.position(point), among: survivors).number))
      }
    } else {
      space.forEachChild(of: node) { visit($0, among: survivors, body) }
    }
    left.count = start
  }

  @inline(__always)
  private func nearest(to position: WorldPoint, among candidates: Range<Int>) -> Candidate {
    var best = left[candidates.lowerBound]
    var bestDistance = space.squaredDistance(position, best.center)
    for i in candidates.dropFirst() {
      let other = left[i]
      let distance = space.squaredDistance(position, other.center)
      if distance < bestDistance { (best, bestDistance) = (other, distance) }
    }
    return best
  }

  /// Whether every position of a box goes to `best` rather than to another centre.
  @inline(__always)
  private func isNever(_ other: Candidate, nearerThan best: Candidate, in box: Box) -> Bool {
    guard other.number != best.number,
      let least = space.excess(of: other.center, over: best.center, in: box)?.least
    else { return false }
    return least > 0 || least == 0 && best.number < other.number
  }
}
