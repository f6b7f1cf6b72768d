/// One run of *k*-means over some points of a section, until it converges.
///
/// Centers are whole fixed-point units, as all positions are. The mean rounded to them is still the best
/// position for its points, so the inertia never rises, and every step is exact.
///
/// Source: S. Lloyd, "Least squares quantization in PCM", IEEE Transactions on Information Theory, 1982.
struct KMeansRun {
  let space: KMeansSpace
  let idRanks: [UInt32]

  /// The centers that the points were last assigned to.
  private(set) var centers: [WorldPoint]

  /// The sum of squared distances times weights at each iteration.
  private(set) var inertias: [UInt128] = []

  /// The sum of squared distances from ``centers``, once the run has ended.
  var inertia: UInt128 { inertias.last ?? .max }

  /// Assigns points and moves centers until the inertia drops by no more than a share of itself.
  mutating func settle(
    maxIterations: Int, tolerance: Double, context: RunContext
  ) throws(ClusteringError) {
    for iteration in 1...maxIterations {
      let moments = try moments(context)
      let inertia = moments.reduce(0) { $0 + $1.inertia }
      defer { inertias.append(inertia) }
      let empty = moments.indices.filter { moments[$0].weight == 0 }
      if empty.isEmpty, let last = inertias.last {
        if Double(nearest: last - inertia) <= tolerance * Double(nearest: last) { return }
      }
      if iteration == maxIterations { return }
      let farthest = empty.isEmpty ? [] : farthestPositions(empty.count)
      for i in centers.indices where moments[i].weight > 0 {
        centers[i] = moments[i].mean(around: centers[i])
      }
      for (i, position) in zip(empty, farthest) { centers[i] = position }
    }
  }

  /// The moments of each center's points around it; sums are exact, in any order.
  private func moments(_ context: RunContext) throws(ClusteringError) -> [KMeansMoments] {
    let (space, centers) = (space, centers)
    let none = [KMeansMoments](repeating: KMeansMoments(), count: centers.count)
    return try Parallel.map(Array(space.nodes(ofLevel: 6)), context) { (part) throws(ClusteringError) in
      try context.check()
      // A copy for each thread: counting references to shared ones would make threads wait.
      let centers = centers.map { $0 }
      var moments = none
      var assignment = KMeansAssignment(space: space, centers: centers)
      assignment.forEachShare(of: part) { share, number in
        switch share {
        case .node(let node): moments[number] += space.moments(of: node, around: centers[number])
        case .point(let point): moments[number] += space.moments(of: point, around: centers[number])
        }
      }
      return moments
    }.reduce(into: none) { sums, moments in
      for number in sums.indices { sums[number] += moments[number] }
    }
  }

  /// Calls `body` with ranges of canonical indices, ascending, and the number of the center nearest to each.
  func forEachRange(_ body: (Range<Int>, Int) -> Void) {
    forEachRun { points, number in
      space.forEachCanonicalRange(of: points) { body($0, number) }
    }
  }

  /// Calls `body` likewise with ranges of the space's points.
  private func forEachRun(_ body: (Range<Int>, Int) -> Void) {
    var assignment = KMeansAssignment(space: space, centers: centers)
    assignment.forEachShare(of: space.root) { share, number in
      switch share {
      case .node(let node): body(space.points(of: node), number)
      case .point(let point): body(point..<point + 1, number)
      }
    }
  }

  /// Different positions of the points with weight farthest from their centers, ties by the lowest id.
  private func farthestPositions(_ count: Int) -> [WorldPoint] {
    var points: [(distance: UInt128, point: Int)] = []
    forEachRun { range, number in
      for point in range where space.weight(of: point) > 0 {
        points.append((space.squaredDistance(space.position(point), centers[number]), point))
      }
    }
    points.sort {
      ($1.distance, idRanks[space.index($0.point)]) < ($0.distance, idRanks[space.index($1.point)])
    }
    var positions: [WorldPoint] = []
    var seen: Set<WorldPoint> = []
    for point in points {
      if positions.count == count { break }
      if seen.insert(space.position(point.point)).inserted { positions.append(space.position(point.point)) }
    }
    return positions
  }
}

/// The assignment step of *k*-means: finds the nearest center of each point, ties by the lowest number.
///
/// Descends a tree of boxes and drops the centers that are nearest to no position of a box. If one is left,
/// no point is read, and the moments of the box are a difference of sums. All comparisons use integers, so
/// the result equals that of comparing every point with every center.
///
/// Source: T. Kanungo et al., "An efficient k-means clustering algorithm: analysis and implementation", TPAMI
/// 2002.
struct KMeansAssignment: ~Copyable {
  private let space: KMeansSpace
  /// The centers left for the current node, after those of the nodes around it.
  private var left = GrowingBuffer<Candidate>()

  // Not private: debug builds of Swift 6.3 crash if the argument of a noncopyable generic type is.
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

  /// Points that share the nearest center.
  enum Share {
    /// All points of a node, which lie on one side of the meridian opposite the center.
    case node(KMeansSpace.Node)

    case point(Int)
  }

  /// Calls `body` with nodes and points that together make up a node, in order, and the number of the center
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

  /// Whether every position of a box prefers `best` to another center.
  @inline(__always)
  private func isNever(_ other: Candidate, nearerThan best: Candidate, in box: Box) -> Bool {
    guard other.number != best.number,
      let least = space.excess(of: other.center, over: best.center, in: box)?.least
    else { return false }
    return least > 0 || least == 0 && best.number < other.number
  }
}
