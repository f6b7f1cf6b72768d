/// A k-d tree over positions of the plane, or of a plane whose x repeats.
///
/// Nodes halve their positions along the longer side of their box, so the depth is log₂ *n* for any
/// positions. Coincident positions share a leaf, in ascending order of their items, so that a search for the
/// nearest may stop at the first.
///
/// Source: J. L. Bentley, "Multidimensional binary search trees used for associative searching", CACM 1975.
package struct KDTree: Sendable {
  @usableFromInline
  struct Entry: BitwiseCopyable, Sendable {
    @usableFromInline var x: Double
    @usableFromInline var y: Double
    @usableFromInline var item: UInt32
  }

  /// A node in preorder: its left child follows it, its right child is at `right`, which is 0 for a leaf.
  @usableFromInline
  struct Node: Sendable {
    @usableFromInline var west = Double.infinity
    @usableFromInline var east = -Double.infinity
    @usableFromInline var north = Double.infinity
    @usableFromInline var south = -Double.infinity
    @usableFromInline var start: UInt32
    @usableFromInline var end: UInt32
    @usableFromInline var lowestItem = UInt32.max
    @usableFromInline var right: UInt32 = 0

    init(around entries: ArraySlice<Entry>) {
      start = UInt32(entries.startIndex)
      end = UInt32(entries.endIndex)
      for entry in entries {
        west = min(west, entry.x)
        east = max(east, entry.x)
        north = min(north, entry.y)
        south = max(south, entry.y)
        lowestItem = min(lowestItem, entry.item)
      }
    }

    @inlinable var range: Range<Int> { Int(start)..<Int(end) }

    /// Whether all positions are coincident.
    @inlinable var isStack: Bool { west == east && north == south }

    /// The longer side of the box.
    @inlinable var extent: Double { max(east - west, south - north) }

    /// The squared distance to the nearest position of the box; never more than to an entry, also as rounded.
    @inlinable
    func nearest(_ x: Double, _ y: Double) -> Double {
      squared(max(west - x, 0, x - east), max(north - y, 0, y - south))
    }
  }

  @usableFromInline var entries: [Entry]
  @usableFromInline var nodes: [Node] = []
  @usableFromInline let period: Double?

  /// The offsets in x at which an entry counts, so that each is found once although x repeats.
  @usableFromInline let eastOffsets: Range<Double>

  /// The most entries of a leaf unless they are coincident.
  private static let leafSize = 16

  package static let bytesPerPosition = MemoryLayout<Entry>.stride + MemoryLayout<Node>.stride / 4

  /// Builds a tree over columns of coordinates; an item is an index into them.
  ///
  /// A search finds an item where it is nearest, and maybe again a period farther away.
  ///
  /// - Parameters:
  ///   - period: the distance after which x repeats; nil if it does not.
  ///   - check: throws if the call should stop; called every few thousand steps.
  /// - Complexity: O(*n* log *n*).
  package init<Failure: Error>(
    x: [Double], y: [Double], period: Double? = nil, check: () throws(Failure) -> Void
  ) throws(Failure) {
    entries = x.indices.map { Entry(x: Self.reduced(x[$0], period), y: y[$0], item: UInt32($0)) }
    self.period = period
    eastOffsets = -.infinity ..< .infinity
    try build(check)
  }

  /// Builds a tree over positions of the world. An item is an index into them; a search finds each item once.
  ///
  /// Offsets are integers, so distances are the same in both directions.
  ///
  /// - Parameters:
  ///   - wraps: whether x goes around the globe.
  ///   - check: throws to stop the call; called every few thousand steps.
  /// - Complexity: O(*n* log *n*).
  package init<Failure: Error>(
    _ positions: [WorldPoint], wraps: Bool, check: () throws(Failure) -> Void
  ) throws(Failure) {
    entries = positions.enumerated().map { Entry(x: Double($1.x), y: Double($1.y), item: UInt32($0)) }
    period = wraps ? WorldPoint.worldSize : nil
    let half = wraps ? WorldPoint.worldSize / 2 : .infinity
    eastOffsets = -half..<half
    try build(check)
  }

  @usableFromInline
  static func reduced(_ x: Double, _ period: Double?) -> Double {
    guard let period else { return x }
    return x - (x / period).rounded(.down) * period
  }
}

/// The goal of a search of a ``KDTree``.
package protocol KDTreeSearch {
  /// Whether items with at least this index and squared distance may be of interest.
  func mayWant(_ squaredDistance: Double, from lowestItem: UInt32) -> Bool

  /// Records an item, and returns whether higher ones at the same position may be of interest.
  mutating func meet(_ item: UInt32, at squaredDistance: Double) -> Bool
}

// MARK: - Searching

extension KDTree {
  /// Passes items to a search, those of nearer nodes first.
  ///
  /// - Complexity: O(log *n*) for the nearest position, on average.
  @inlinable
  package func search(x: Double, y: Double, _ search: inout some KDTreeSearch) {
    forEachImage(of: x) { x in
      visit(x, y) { _, node in
        guard search.mayWant(node.nearest(x, y), from: node.lowestItem) else { return false }
        guard node.right == 0 else { return true }
        for entry in entries[node.range] where eastOffsets.contains(entry.x - x) {
          let mayWantHigher = search.meet(entry.item, at: squared(entry.x - x, entry.y - y))
          if !mayWantHigher && node.isStack { break }
        }
        return false
      }
    }
  }

  /// Calls `body` with every item within a distance of a position, in no particular order.
  @inlinable
  package func forEach(within radius: Double, x: Double, y: Double, _ body: (UInt32) -> Void) {
    let limit = radius * radius
    forEachImage(of: x) { x in
      visit(x, y) { _, node in
        guard node.nearest(x, y) <= limit else { return false }
        guard node.right == 0 else { return true }
        for entry in entries[node.range]
        where eastOffsets.contains(entry.x - x) && squared(entry.x - x, entry.y - y) <= limit {
          body(entry.item)
        }
        return false
      }
    }
  }

  /// Calls `body` with an x and, if it repeats, with the same a period to the east and to the west.
  @inlinable
  @inline(__always)
  func forEachImage(of x: Double, _ body: (Double) -> Void) {
    let x = Self.reduced(x, period)
    body(x)
    guard let period else { return }
    body(x + period)
    body(x - period)
  }

  /// Visits nodes with their indices from the root down, the nearer child first; `enter` returns whether to
  /// visit the children of a node.
  @inlinable
  @inline(__always)
  func visit(_ x: Double, _ y: Double, _ enter: (Int, Node) -> Bool) {
    guard !nodes.isEmpty else { return }
    // At most 32 halvings, each of which leaves one child for later.
    withTemporaryColumn(of: Int.self, count: 64) { stack in
      stack[0] = 0
      var depth = 1
      while depth > 0 {
        depth -= 1
        let index = stack[depth]
        guard enter(index, nodes[index]) else { continue }
        let (left, right) = (index + 1, Int(nodes[index].right))
        let isLeftNearer = nodes[left].nearest(x, y) <= nodes[right].nearest(x, y)
        stack[depth] = isLeftNearer ? right : left
        stack[depth + 1] = isLeftNearer ? left : right
        depth += 2
      }
    }
  }
}

// MARK: - Within a radius

extension KDTree {
  /// The item nearest to a position within a distance, the lowest of several; nil if there is none.
  package func nearest(within radius: Double, x: Double, y: Double) -> UInt32? {
    var search = NearestSearch(limit: radius * radius)
    self.search(x: x, y: y, &search)
    return search.item
  }
}

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
    // Later ones at the same position are higher.
    return false
  }
}

// MARK: - Building

extension KDTree {
  private mutating func build<Failure: Error>(_ check: () throws(Failure) -> Void) throws(Failure) {
    guard !entries.isEmpty else { return }
    nodes.reserveCapacity(entries.count / 4)
    // Pivots are drawn at random, so no order of the input makes it slow.
    var random = SplitMix64(seed: 0)
    try build(entries.indices, &random, check)
  }

  private mutating func build<Failure: Error>(
    _ range: Range<Int>, _ random: inout SplitMix64, _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    if range.count > 4096 { try check() }
    let index = nodes.count
    let node = Node(around: entries[range])
    nodes.append(node)
    if node.isStack {
      entries[range].sort { $0.item < $1.item }
      return
    }
    guard range.count > Self.leafSize else { return }
    let middle = range.lowerBound + range.count / 2
    if node.east - node.west > node.south - node.north {
      select(middle, in: range, by: { $0.x }, &random)
    } else {
      select(middle, in: range, by: { $0.y }, &random)
    }
    try build(range.lowerBound..<middle, &random, check)
    nodes[index].right = UInt32(nodes.count)
    try build(middle..<range.upperBound, &random, check)
  }

  /// Moves entries so that none before `middle` is larger and none after it smaller (C. A. R. Hoare,
  /// "Algorithm 65: Find", CACM 1961).
  @inline(__always)
  private mutating func select(
    _ middle: Int, in range: Range<Int>, by key: (Entry) -> Double, _ random: inout SplitMix64
  ) {
    entries.withMutableColumn { entries in
      var (low, high) = (range.lowerBound, range.upperBound - 1)
      while low < high {
        let pivot = key(entries[low + random.below(high - low + 1)])
        var (i, j) = (low, high)
        while i <= j {
          while key(entries[i]) < pivot { i += 1 }
          while key(entries[j]) > pivot { j -= 1 }
          if i <= j {
            (entries[i], entries[j]) = (entries[j], entries[i])
            i += 1
            j -= 1
          }
        }
        if middle <= j { high = j } else if middle >= i { low = i } else { return }
      }
    }
  }
}

@inlinable
@inline(__always)
func squared(_ x: Double, _ y: Double) -> Double { x * x + y * y }
