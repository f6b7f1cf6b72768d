import Lua
import Pinfold

/// A k-d tree over positions in fixed point (Bentley 1975), on a globe that wraps or on a plane.
///
/// Nodes halve their positions along the longer side of their tight box, so the depth is log₂ *n* whatever the positions;
/// a spot with many points is one leaf. Distances are computed from whole numbers, so they are the same from either end
/// and wherever the view stands.
struct NeighborTree {
  /// A position, and whose it is.
  struct Entry {
    var x: Int64
    var y: Int64
    var item: UInt32
  }

  /// A node in preorder: its left part follows it, its right part is where `right` says; 0 for a leaf.
  private struct Node {
    var west = Int64.max
    var east = Int64.min
    var north = Int64.max
    var south = Int64.min
    var range: Range<Int>
    var lowest = UInt32.max
    var right = 0

    var isSpot: Bool { west == east && north == south }

    /// The squared distance from a position to the nearest of the box.
    func nearest(_ x: Int64, _ y: Int64) -> Double {
      squared(max(west - x, 0, x - east), max(north - y, 0, y - south))
    }

    /// The squared distance from a position to the farthest corner of the box.
    func farthest(_ x: Int64, _ y: Int64) -> Double {
      squared(max(x - west, east - x), max(y - north, south - y))
    }
  }

  private var entries: [Entry]
  private var nodes: [Node] = []
  private let wraps: Bool

  /// The ways east that go less than half around the globe, so that each item is met once; on a plane all.
  private let shortWays: Range<Int64>

  private static let leafSize = 16
  private static let turn: Int64 = 1 << 32

  /// Builds a tree; an item is a place in `positions`.
  ///
  /// - Complexity: O(*n* log *n*).
  init(_ positions: [WorldPoint], wraps: Bool, _ call: LuaCall) throws {
    try call.reserve(bytes: positions.count * (MemoryLayout<Entry>.stride + 16))
    self.wraps = wraps
    shortWays = wraps ? -Self.turn / 2..<Self.turn / 2 : -Self.turn..<Self.turn
    entries = positions.enumerated().map { Entry(x: Int64($1.x), y: Int64($1.y), item: UInt32($0)) }
    nodes.reserveCapacity(positions.count / 4)
    var random = SplitMix64(seed: 0)
    if !entries.isEmpty { try build(0..<entries.count, &random, call) }
  }

  // MARK: Searching

  /// Calls `body` with every item within a distance of a position, in no particular order.
  func forEach(within radius: Double, of position: WorldPoint, _ body: (UInt32) -> Void) {
    let limit = radius * radius
    forEachHome(of: position) { x, y in
      visit(x, y) { node in
        guard node.nearest(x, y) <= limit else { return false }
        guard node.right == 0 else { return true }
        for entry in entries[node.range]
        where shortWays.contains(entry.x - x) && squared(entry.x - x, entry.y - y) <= limit {
          body(entry.item)
        }
        return false
      }
    }
  }

  /// The number of items within a distance of a position; nodes that lie inside are not gone through.
  func count(within radius: Double, of position: WorldPoint) -> Int {
    let limit = radius * radius
    var count = 0
    forEachHome(of: position) { x, y in
      visit(x, y) { node in
        guard node.nearest(x, y) <= limit else { return false }
        let isShort = shortWays.contains(node.west - x) && shortWays.contains(node.east - x)
        if isShort, node.farthest(x, y) <= limit {
          count += node.range.count
          return false
        }
        guard node.right == 0 else { return true }
        for entry in entries[node.range]
        where shortWays.contains(entry.x - x) && squared(entry.x - x, entry.y - y) <= limit {
          count += 1
        }
        return false
      }
    }
    return count
  }

  /// Offers items to a search, those of nearer parts first, as long as they may be of interest.
  func search(around position: WorldPoint, _ search: inout NearestItems) {
    forEachHome(of: position) { x, y in
      visit(x, y) { node in
        guard search.wants(node.nearest(x, y), item: node.lowest) else { return false }
        guard node.right == 0 else { return true }
        for entry in entries[node.range] where shortWays.contains(entry.x - x) {
          let isWanted = search.offer(squared(entry.x - x, entry.y - y), item: entry.item)
          // On a spot items ascend, so none after one that is not wanted is.
          if !isWanted, node.isSpot { break }
        }
        return false
      }
    }
  }

  /// The position; on a globe also the same one a turn to the west and to the east.
  @inline(__always)
  private func forEachHome(of position: WorldPoint, _ body: (Int64, Int64) -> Void) {
    let (x, y) = (Int64(position.x), Int64(position.y))
    body(x, y)
    if wraps {
      body(x - Self.turn, y)
      body(x + Self.turn, y)
    }
  }

  /// Goes down from the root; `enters` handles a node and says whether its parts, if it has any, are of interest.
  @inline(__always)
  private func visit(_ x: Int64, _ y: Int64, _ enters: (Node) -> Bool) {
    guard !nodes.isEmpty else { return }
    // No deeper than 64 halvings, and each leaves one part behind.
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 128) { stack in
      stack[0] = 0
      var depth = 1
      while depth > 0 {
        depth -= 1
        let place = stack[depth]
        let node = nodes[place]
        guard enters(node) else { continue }
        let (left, right) = (place + 1, node.right)
        let leftIsNearer = nodes[left].nearest(x, y) <= nodes[right].nearest(x, y)
        stack[depth] = leftIsNearer ? right : left
        stack[depth + 1] = leftIsNearer ? left : right
        depth += 2
      }
    }
  }

  // MARK: Building

  private mutating func build(_ range: Range<Int>, _ random: inout SplitMix64, _ call: LuaCall) throws {
    if range.count > 4096 { try call.checkStop() }
    let place = nodes.count
    var node = Node(range: range)
    for entry in entries[range] {
      node.west = min(node.west, entry.x)
      node.east = max(node.east, entry.x)
      node.north = min(node.north, entry.y)
      node.south = max(node.south, entry.y)
      node.lowest = min(node.lowest, entry.item)
    }
    nodes.append(node)
    if node.isSpot { entries[range].sort { $0.item < $1.item } }
    guard !node.isSpot, range.count > Self.leafSize else { return }
    let middle = range.lowerBound + range.count / 2
    if node.east - node.west > node.south - node.north {
      select(middle, in: range, by: { $0.x }, &random)
    } else {
      select(middle, in: range, by: { $0.y }, &random)
    }
    try build(range.lowerBound..<middle, &random, call)
    nodes[place].right = nodes.count
    try build(middle..<range.upperBound, &random, call)
  }

  /// Moves entries so that none before `middle` is larger and none after it smaller (Hoare 1961); pivots are drawn at
  /// random, so no order of the input makes it slow.
  @inline(__always)
  private mutating func select(
    _ middle: Int, in range: Range<Int>, by key: (Entry) -> Int64, _ random: inout SplitMix64
  ) {
    entries.withUnsafeMutableBufferPointer { entries in
      var (low, high) = (range.lowerBound, range.upperBound - 1)
      while low < high {
        let pivot = key(entries[low + random.below(high - low + 1)])
        var (i, j) = (low, high)
        while i <= j {
          while key(entries[i]) < pivot { i += 1 }
          while key(entries[j]) > pivot { j -= 1 }
          if i <= j {
            entries.swapAt(i, j)
            i += 1
            j -= 1
          }
        }
        if middle <= j { high = j } else if middle >= i { low = i } else { return }
      }
    }
  }
}

/// The square of a length that is given by two whole numbers below 2³³.
@inline(__always)
private func squared(_ x: Int64, _ y: Int64) -> Double { Double(x) * Double(x) + Double(y) * Double(y) }

/// The nearest items that a search has met; of items equally far the lowest.
struct NearestItems {
  private let excluded: UInt32
  private let capacity: Int

  /// What was found, nearest first.
  private(set) var found: [(distance: Double, item: UInt32)] = []

  /// Looks for so many items other than a given one.
  init(_ capacity: Int, excluding item: UInt32) {
    self.capacity = capacity
    excluded = item
    found.reserveCapacity(min(capacity, 1024) + 1)
  }

  /// Whether an item at a distance, or one from there on, would be among the nearest.
  @inline(__always)
  func wants(_ distance: Double, item: UInt32) -> Bool {
    guard found.count == capacity, let last = found.last else { return true }
    return (distance, item) < (last.distance, last.item)
  }

  /// Takes an item if it is among the nearest so far; answers whether it was wanted.
  @inline(__always)
  mutating func offer(_ distance: Double, item: UInt32) -> Bool {
    if item == excluded { return true }
    guard wants(distance, item: item) else { return false }
    if found.count == capacity { found.removeLast() }
    var place = found.count
    while place > 0, (distance, item) < (found[place - 1].distance, found[place - 1].item) { place -= 1 }
    found.insert((distance, item), at: place)
    return true
  }
}
