/// One run of *k*-means over some points of a section, until it settles.
///
/// Centres are whole fixed-point units, as all positions are, and the mean rounded to them is still the best
/// position for its points; so the inertia never rises, and every step is exact.
///
/// Source: S. Lloyd, "Least squares quantization in PCM", IEEE Transactions on Information Theory, 1982.
struct KMeansRun {
  /// The centres that the points were last assigned to.
  private(set) var centers: [WorldPoint]

  /// The sum of squared distances at each iteration.
  private(set) var inertias: [UInt128] = []

  /// The sum of squared distances from ``centers``, once the run has settled.
  var inertia: UInt128 { inertias.last ?? .max }

  private let space: KMeansSpace
  private let idRanks: [UInt32]

  /// Prepares to move centres.
  init(space: KMeansSpace, idRanks: [UInt32], centers: [WorldPoint]) {
    self.space = space
    self.idRanks = idRanks
    self.centers = centers
  }

  /// Assigns points and moves centres until the inertia drops by no more than a share of itself.
  mutating func settle(
    maxIterations: Int, tolerance: Double, context: RunContext
  ) throws(ClusteringError) {
    for iteration in 1...maxIterations {
      let moments = try moments(context)
      let inertia = moments.reduce(0) { $0 + $1.inertia }
      defer { inertias.append(inertia) }
      let empty = moments.indices.filter { moments[$0].count == 0 }
      if empty.isEmpty, let last = inertias.last {
        if Double(nearest: last - inertia) <= tolerance * Double(nearest: last) { return }
      }
      if iteration == maxIterations { return }
      let farthest = empty.isEmpty ? [] : farthestPositions(empty.count)
      for i in centers.indices where moments[i].count > 0 {
        centers[i] = moments[i].mean(around: centers[i])
      }
      for (i, position) in zip(empty, farthest) { centers[i] = position }
    }
  }

  /// The moments of each centre's points around it. Sums are exact, so it does not matter who adds up what.
  private func moments(_ context: RunContext) throws(ClusteringError) -> [KMeansMoments] {
    let (space, centers) = (space, centers)
    let none = [KMeansMoments](repeating: KMeansMoments(), count: centers.count)
    return try Parallel.map(Array(space.nodes(ofLevel: 6)), context) { (part) throws(ClusteringError) in
      try context.check()
      // Columns of its own for each core: counting references to shared ones would have them wait for each
      // other.
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

  /// Calls `body` with ranges of points, in canonical order, and the number of the centre that each is
  /// nearest to.
  func forEachRange(_ body: (Range<Int>, Int) -> Void) {
    forEachRun { points, number in
      space.forEachCanonicalRange(of: points) { body($0, number) }
    }
  }

  private func forEachRun(_ body: (Range<Int>, Int) -> Void) {
    var assignment = KMeansAssignment(space: space, centers: centers)
    assignment.forEachShare(of: space.root) { share, number in
      switch share {
      case .node(let node): body(space.points(of: node), number)
      case .point(let point): body(point..<point + 1, number)
      }
    }
  }

  /// Positions of the points farthest from their centres, ties by the lowest id.
  private func farthestPositions(_ count: Int) -> [WorldPoint] {
    var points: [(distance: UInt128, point: Int)] = []
    forEachRun { range, number in
      for point in range {
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
