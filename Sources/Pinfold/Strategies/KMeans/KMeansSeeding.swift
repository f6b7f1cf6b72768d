/// The first centres of *k*-means: one after the other, each the best of some points drawn with a chance in
/// proportion to their squared distance from the nearest centre so far. The best leaves the least sum of
/// squared distances; of equal ones the first drawn is taken.
///
/// Points are looked at in blocks of neighbours; a block that lies farther from a new centre than all its
/// points lie from an older one is passed over. Sums are exact, so this changes no draw.
///
/// Source: D. Arthur, S. Vassilvitskii, "k-means++: the advantages of careful seeding", SODA 2007, in its
/// greedy variant, with 2 + ⌊ln *k*⌋ candidates a centre as in scikit-learn.
struct KMeansSeeding {
  private let space: KMeansSpace
  private var blocks: [Block] = []
  private let count: Int

  private struct Block {
    let points: Range<Int>
    let box: Box
    var nearest: [UInt128]
    var farthest = UInt128.max
    var sum: UInt128 = 0
  }

  /// Prepares to draw from ranges of points.
  init(space: KMeansSpace, from ranges: [Range<Int>]) {
    self.space = space
    count = ranges.reduce(0) { $0 + $1.count }
    for range in ranges {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: 512) {
        let points = start..<min(start + 512, range.upperBound)
        let xs = space.x[points]
        let ys = space.y[points]
        // Neighbours in the canonical order; moved by the grid phase, x does not wrap between them.
        let (west, east) = (xs.min() ?? 0, xs.max() ?? 0)
        let (north, south) = (ys.min() ?? 0, ys.max() ?? 0)
        blocks.append(
          Block(
            points: points,
            box: Box(west: west, east: east, north: north, south: south),
            nearest: [UInt128](repeating: .max, count: points.count)))
      }
    }
  }

  /// Draws centres, fewer than wanted where there are fewer positions.
  mutating func centers(
    _ wanted: Int, _ random: inout SplitMix64, _ context: RunContext
  ) throws(ClusteringError) -> [WorldPoint] {
    var centers = [position(random.below(count))]
    let candidates = 2 + Int(Double.log(Double(wanted)))
    while centers.count < wanted {
      try context.check()
      approach(centers[centers.count - 1])
      let total = blocks.reduce(0) { $0 + $1.sum }
      guard total > 0 else { break }
      centers.append(bestDrawn(of: candidates, total: total, &random))
    }
    return centers
  }

  /// The point that leaves the least sum of squared distances, of some drawn.
  ///
  /// - Parameter total: the sum of squared distances so far.
  private func bestDrawn(of candidates: Int, total: UInt128, _ random: inout SplitMix64) -> WorldPoint {
    func draw() -> WorldPoint {
      position(atSum: min(UInt128(random.unit() * Double(nearest: total)), total - 1))
    }
    var best = draw()
    var least = sum(withCenter: best)
    for _ in 1..<candidates {
      let candidate = draw()
      let sum = sum(withCenter: candidate)
      if sum < least { (best, least) = (candidate, sum) }
    }
    return best
  }

  /// The sum of squared distances if there were one more centre.
  private func sum(withCenter center: WorldPoint) -> UInt128 {
    var sum = UInt128(0)
    for block in blocks {
      guard space.squaredDistance(of: block.box, from: center) < block.farthest else {
        sum += block.sum
        continue
      }
      for (distance, index) in zip(block.nearest, block.points) {
        sum += min(distance, space.squaredDistance(space.position(index), center))
      }
    }
    return sum
  }

  /// Updates the distances for a new centre.
  private mutating func approach(_ center: WorldPoint) {
    for i in blocks.indices where space.squaredDistance(of: blocks[i].box, from: center) < blocks[i].farthest
    {
      var (farthest, sum) = (UInt128(0), UInt128(0))
      for (offset, index) in blocks[i].points.enumerated() {
        let distance = min(
          blocks[i].nearest[offset], space.squaredDistance(space.position(index), center))
        blocks[i].nearest[offset] = distance
        farthest = max(farthest, distance)
        sum += distance
      }
      (blocks[i].farthest, blocks[i].sum) = (farthest, sum)
    }
  }

  private func position(_ number: Int) -> WorldPoint {
    var number = number
    for block in blocks {
      if number < block.points.count { return space.position(block.points.lowerBound + number) }
      number -= block.points.count
    }
    preconditionFailure("there are not so many points")
  }

  /// The position of the point at which the running sum of squared distances passes a value.
  private func position(atSum target: UInt128) -> WorldPoint {
    var target = target
    for block in blocks {
      guard target >= block.sum else {
        for (index, distance) in zip(block.points, block.nearest) {
          if target < distance { return space.position(index) }
          target -= distance
        }
        break
      }
      target -= block.sum
    }
    preconditionFailure("the sums do not add up")
  }
}

extension KMeansSpace {
  /// The squared distance of a position from the nearest position of a box.
  fileprivate func squaredDistance(of box: Box, from position: WorldPoint) -> UInt128 {
    var nearest = position
    if position.x &- box.west > box.width {
      let westward = eastward(box.west, from: position.x).magnitude
      nearest.x = westward < eastward(box.east, from: position.x).magnitude ? box.west : box.east
    }
    nearest.y = max(box.north, min(position.y, box.south))
    return squaredDistance(position, nearest)
  }
}
