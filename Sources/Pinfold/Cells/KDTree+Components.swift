// What hangs together within a radius, and how many lie within one, without a list of all pairs.

extension KDTree {
  /// For each item, the lowest item of its component: items within a radius of each other share one.
  ///
  /// A node whose box lies within the radius of one item is joined at once, and not entered again by items of
  /// its component; of coincident items one is looked at. So crowds cost no more than what is scattered.
  ///
  /// - Parameters:
  ///   - check: throws where the call should stop; called every few thousand items.
  /// - Complexity: O(*n* log *n*) unless components run alongside each other just beyond the radius.
  package func components<Failure: Error>(
    within radius: Double, check: () throws(Failure) -> Void
  ) throws(Failure) -> [UInt32] {
    let limit = radius * radius
    // Of offsets of entries, as neighbors in the tree are neighbors on the map.
    var sets = DisjointSets(count: entries.count)
    var isJoined = [Bool](repeating: false, count: nodes.count)
    for (offset, entry) in entries.enumerated() {
      if offset & 0xFFF == 0 { try check() }
      if offset > 0, entries[offset - 1].x == entry.x, entries[offset - 1].y == entry.y {
        sets.join(offset, offset - 1)
        continue
      }
      forEachImage(of: entry.x) { x in
        visit(x, entry.y) { index, node in
          guard node.nearest(x, entry.y) <= limit else { return false }
          if isJoined[index], sets.root(of: Int(node.start)) == sets.root(of: offset) { return false }
          if node.farthest(x, entry.y) <= limit, isMetOnce(node, from: x) {
            if !isJoined[index] {
              for other in node.range { sets.join(Int(node.start), other) }
              isJoined[index] = true
            }
            sets.join(offset, Int(node.start))
            return false
          }
          guard node.right == 0 else { return true }
          for other in node.range where isWithin(limit, entries[other], x, entry.y) {
            sets.join(offset, other)
          }
          return false
        }
      }
    }
    var lowest = [UInt32](repeating: .max, count: entries.count)
    for (offset, entry) in entries.enumerated() {
      let root = sets.root(of: offset)
      lowest[root] = min(lowest[root], entry.item)
    }
    var result = [UInt32](repeating: 0, count: entries.count)
    for (offset, entry) in entries.enumerated() { result[Int(entry.item)] = lowest[sets.root(of: offset)] }
    return result
  }

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

  /// Whether all entries of a node count at the image of a position.
  private func isMetOnce(_ node: Node, from x: Double) -> Bool {
    eastOffsets.contains(node.west - x) && eastOffsets.contains(node.east - x)
  }

  private func isWithin(_ limit: Double, _ entry: Entry, _ x: Double, _ y: Double) -> Bool {
    eastOffsets.contains(entry.x - x) && squared(entry.x - x, entry.y - y) <= limit
  }
}

/// Sets that are joined two at a time, by halving paths to their roots (R. E. Tarjan, J. van Leeuwen,
/// "Worst-case analysis of set union algorithms", JACM 1984).
private struct DisjointSets {
  private var parents: [UInt32]

  init(count: Int) { parents = Array(0..<UInt32(count)) }

  mutating func root(of element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[Int(parents[element])]
      element = Int(parents[element])
    }
    return element
  }

  /// Joins the sets of two elements under the lower root.
  mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (root(of: a), root(of: b))
    parents[max(a, b)] = UInt32(min(a, b))
  }
}
