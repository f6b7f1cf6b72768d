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
  private let cells: MortonCells
  // The points, in canonical order, in parts that cores share.
  private let parts: [[Range<Int>]]
  private let idRanks: [UInt32]

  /// Prepares to move centres.
  ///
  /// - Parameter ranges: the points, in canonical order.
  init(
    space: KMeansSpace, cells: MortonCells, ranges: [Range<Int>], idRanks: [UInt32], centers: [WorldPoint]
  ) {
    self.space = space
    self.cells = cells
    self.idRanks = idRanks
    self.centers = centers
    parts = Self.parts(of: ranges)
  }

  /// Ranges cut and gathered into parts of so many points, the last of fewer.
  private static func parts(of ranges: [Range<Int>]) -> [[Range<Int>]] {
    let size = 1 << 16
    var parts: [[Range<Int>]] = [[]]
    var room = size
    for range in ranges {
      var rest = range
      while !rest.isEmpty {
        if room == 0 {
          parts.append([])
          room = size
        }
        let piece = rest.prefix(room)
        parts[parts.count - 1].append(piece)
        room -= piece.count
        rest = piece.upperBound..<rest.upperBound
      }
    }
    return parts
  }

  /// Assigns points and moves centres until the inertia drops by no more than a share of itself.
  mutating func settle(
    maxIterations: Int, tolerance: Double, context: RunContext
  ) throws(ClusteringError) {
    for iteration in 1...maxIterations {
      let accumulators = try accumulated(context)
      let inertia = accumulators.reduce(0) { $0 + $1.inertia }
      defer { inertias.append(inertia) }
      let empty = accumulators.indices.filter { accumulators[$0].count == 0 }
      if empty.isEmpty, let last = inertias.last {
        if Double(nearest: last - inertia) <= tolerance * Double(nearest: last) { return }
      }
      if iteration == maxIterations { return }
      let farthest = empty.isEmpty ? [] : farthestPositions(empty.count)
      for i in centers.indices where accumulators[i].count > 0 {
        centers[i] = accumulators[i].mean(around: centers[i])
      }
      for (i, position) in zip(empty, farthest) { centers[i] = position }
    }
  }

  /// The moments of each centre's points around it. Sums are exact, so it does not matter who adds up what.
  private func accumulated(_ context: RunContext) throws(ClusteringError) -> [KMeansAccumulator] {
    // The keys outlive the call, and nobody writes to them.
    nonisolated(unsafe) let cells = cells
    let (space, centers) = (space, centers)
    let none = [KMeansAccumulator](repeating: KMeansAccumulator(), count: centers.count)
    return try Parallel.map(parts, context) { (part) throws(ClusteringError) in
      try context.check()
      // Columns of its own for each core: counting references to shared ones would have them wait for each
      // other.
      let centers = centers.map { $0 }
      var accumulators = none
      var assignment = KMeansAssignment(space: space, cells: cells, centers: centers)
      for range in part {
        assignment.forEachRange(of: range) {
          accumulators[$1] += space.accumulated(over: $0, around: centers[$1])
        }
      }
      return accumulators
    }.reduce(into: none) { sums, accumulators in
      for center in sums.indices { sums[center] += accumulators[center] }
    }
  }

  /// Calls `body` with ranges of points, in canonical order, and the number of the centre that each is
  /// nearest to.
  func forEachRange(_ body: (Range<Int>, Int) -> Void) {
    var assignment = KMeansAssignment(space: space, cells: cells, centers: centers)
    for range in parts.joined() { assignment.forEachRange(of: range, body) }
  }

  /// Positions of the points farthest from their centres, ties by the lowest id.
  private func farthestPositions(_ count: Int) -> [WorldPoint] {
    var points: [(distance: UInt128, index: Int)] = []
    forEachRange { range, center in
      for index in range {
        points.append((space.squaredDistance(space.position(index), centers[center]), index))
      }
    }
    points.sort { ($1.distance, idRanks[$0.index]) < ($0.distance, idRanks[$1.index]) }
    var positions: [WorldPoint] = []
    var seen: Set<WorldPoint> = []
    for point in points {
      if positions.count == count { break }
      if seen.insert(space.position(point.index)).inserted { positions.append(space.position(point.index)) }
    }
    return positions
  }
}
