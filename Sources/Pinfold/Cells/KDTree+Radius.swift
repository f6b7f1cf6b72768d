// How many lie within a radius, and which is the nearest of them, without a list of all.

extension KDTree {
  /// For each item, the number of items within a distance of it, itself among them, or `most` where there are
  /// more; of coincident items one is looked at.
  ///
  /// - Parameters:
  ///   - check: throws where the call should stop; called every few hundred items.
  /// - Complexity: O(*n* log *n* + *b*), where *b* is the number of items near the edges of all circles.
  package func counts<Failure: Error>(
    within radius: Double, most: Int = .max, check: () throws(Failure) -> Void
  ) throws(Failure) -> [Int] {
    var result = [Int](repeating: 0, count: entries.count)
    for (offset, entry) in entries.enumerated() {
      if offset & 0xFF == 0 { try check() }
      if offset > 0, entries[offset - 1].x == entry.x, entries[offset - 1].y == entry.y {
        result[Int(entry.item)] = result[Int(entries[offset - 1].item)]
      } else {
        result[Int(entry.item)] = count(within: radius, x: entry.x, y: entry.y, most: most)
      }
    }
    return result
  }

  /// The number of items within a distance of a position, or `most` where there are more; the entries of
  /// nodes that lie inside are not looked at.
  package func count(within radius: Double, x: Double, y: Double, most: Int = .max) -> Int {
    let limit = radius * radius
    var count = 0
    forEachImage(of: x) { x in
      visit(x, y) { _, node in
        guard count < most, node.nearest(x, y) <= limit else { return false }
        if node.farthest(x, y) <= limit, isMetOnce(node, from: x) {
          count += node.range.count
          return false
        }
        guard node.right == 0 else { return true }
        for entry in entries[node.range] where isWithin(limit, entry, x, y) { count += 1 }
        return false
      }
    }
    return min(count, most)
  }

  /// The item nearest to a position within a distance, the lowest of several; nil where there is none.
  package func nearest(within radius: Double, x: Double, y: Double) -> UInt32? {
    var search = NearestSearch(limit: radius * radius)
    self.search(x: x, y: y, &search)
    return search.item
  }

  /// Whether all entries of a node count at the image of a position.
  private func isMetOnce(_ node: Node, from x: Double) -> Bool {
    eastOffsets.contains(node.west - x) && eastOffsets.contains(node.east - x)
  }

  private func isWithin(_ limit: Double, _ entry: Entry, _ x: Double, _ y: Double) -> Bool {
    eastOffsets.contains(entry.x - x) && squared(entry.x - x, entry.y - y) <= limit
  }
}

/// The nearest item within a squared distance, of several the lowest.
private struct NearestSearch: KDTreeSearch {
  var item: UInt32?
  private var squaredDistance: Double

  init(limit: Double) { squaredDistance = limit }

  func mayWant(_ squaredDistance: Double, from lowestItem: UInt32) -> Bool {
    (squaredDistance, lowestItem) < (self.squaredDistance, item ?? .max)
  }

  mutating func meet(_ item: UInt32, at squaredDistance: Double) -> Bool {
    guard mayWant(squaredDistance, from: item) else { return false }
    (self.item, self.squaredDistance) = (item, squaredDistance)
    // At the same position, those that follow are higher.
    return false
  }
}
