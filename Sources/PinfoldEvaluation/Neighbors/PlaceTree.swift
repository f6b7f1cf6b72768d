import Pinfold

/// A k-d tree over places of the plane, or of a plane whose x repeats (Bentley 1975).
///
/// Nodes halve their places along the longer side of their tight box, so the depth is log₂ *n* whatever the
/// places. Of a heap of places on one spot a search meets the two lowest items only, which is enough to find
/// the nearest other than a given one: a million places on one spot cost no more than two.
struct PlaceTree {
  private var entries: [Entry]
  private var nodes: [Node] = []
  private let period: Double?

  /// The most places of a leaf, but for those on one spot.
  private static let leafSize = 8

  /// Builds a tree over columns of places; an item is an index into them.
  ///
  /// - Parameter period: the distance after which x repeats; nil where nothing does.
  /// - Complexity: O(*n* log *n*).
  init(x: [Double], y: [Double], period: Double? = nil, context: RunContext) throws(ClusteringError) {
    self.period = period
    entries = x.indices.map { item in
      Entry(x: Self.wrapped(x[item], period), y: y[item], item: Int32(item))
    }
    nodes.reserveCapacity(entries.count / 2)
    var random = SplitMix64(seed: 0)
    if !entries.isEmpty { try build(0..<entries.count, &random, context) }
  }

  /// Searches around a place; what it meets, nearest parts first, shrinks the search.
  ///
  /// - Complexity: O(log *n*) for the nearest place, on average.
  func search<Search: PlaceSearch>(x: Double, y: Double, _ search: inout Search) {
    guard !nodes.isEmpty else { return }
    let home = Self.wrapped(x, period)
    descend(x: home, y: y, &search)
    guard let period else { return }
    descend(x: home + period, y: y, &search)
    descend(x: home - period, y: y, &search)
  }

  private static func wrapped(_ x: Double, _ period: Double?) -> Double {
    guard let period else { return x }
    return x - (x / period).rounded(.down) * period
  }

  private func descend<Search: PlaceSearch>(x: Double, y: Double, _ search: inout Search) {
    if nodes[0].squaredDistance(x, y) <= search.bound { descend(from: 0, x: x, y: y, &search) }
  }

  private func descend<Search: PlaceSearch>(from root: Int, x: Double, y: Double, _ search: inout Search) {
    var place = root
    while true {
      let node = nodes[place]
      guard node.right > 0 else {
        for entry in entries[Int(node.start)..<Int(node.end)] {
          let (east, south) = (entry.x - x, entry.y - y)
          search.meet(entry.item, squaredDistance: east * east + south * south)
        }
        return
      }
      let (left, right) = (place + 1, Int(node.right))
      let toLeft = nodes[left].squaredDistance(x, y)
      let toRight = nodes[right].squaredDistance(x, y)
      let isLeftNearer = toLeft <= toRight
      if min(toLeft, toRight) <= search.bound {
        descend(from: isLeftNearer ? left : right, x: x, y: y, &search)
      }
      guard max(toLeft, toRight) <= search.bound else { return }
      place = isLeftNearer ? right : left
    }
  }

  private mutating func build(
    _ range: Range<Int>, _ random: inout SplitMix64, _ context: RunContext
  ) throws(ClusteringError) {
    if range.count > 4096 { try context.check() }
    let place = nodes.count
    var node = Node(around: entries[range])
    node.start = Int32(range.lowerBound)
    node.end = Int32(range.upperBound)
    nodes.append(node)
    if node.isSpot {
      keepLowestTwo(of: range)
      nodes[place].end = Int32(min(range.upperBound, range.lowerBound + 2))
      return
    }
    guard range.count > Self.leafSize else { return }
    let middle = range.lowerBound + range.count / 2
    if node.isWide {
      select(middle, in: range, by: { $0.x }, &random)
    } else {
      select(middle, in: range, by: { $0.y }, &random)
    }
    try build(range.lowerBound..<middle, &random, context)
    nodes[place].right = Int32(nodes.count)
    try build(middle..<range.upperBound, &random, context)
  }

  /// Brings the two lowest items of a range to its front.
  private mutating func keepLowestTwo(of range: Range<Int>) {
    for front in range.prefix(2) {
      var lowest = front
      for place in front..<range.upperBound where entries[place].item < entries[lowest].item {
        lowest = place
      }
      entries.swapAt(front, lowest)
    }
  }

  /// Moves entries so that none before `middle` is larger and none after it smaller (Hoare 1961).
  ///
  /// Pivots are drawn at random, so no order of the input makes it slow.
  @inline(__always)
  private mutating func select(
    _ middle: Int, in range: Range<Int>, by key: (Entry) -> Double, _ random: inout SplitMix64
  ) {
    entries.withUnsafeMutableBufferPointer { entries in
      var low = range.lowerBound
      var high = range.upperBound - 1
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

  private struct Entry {
    var x: Double
    var y: Double
    var item: Int32
  }

  /// A node in preorder: its left part follows it, its right part is where `right` says; 0 for a leaf.
  private struct Node {
    var west = Double.infinity
    var east = -Double.infinity
    var north = Double.infinity
    var south = -Double.infinity
    var start: Int32 = 0
    var end: Int32 = 0
    var right: Int32 = 0

    init(around entries: ArraySlice<Entry>) {
      for entry in entries {
        west = min(west, entry.x)
        east = max(east, entry.x)
        north = min(north, entry.y)
        south = max(south, entry.y)
      }
    }

    var isSpot: Bool { west == east && north == south }
    var isWide: Bool { east - west > south - north }

    /// From a place to the nearest of the box; never more than to what is in it, rounding included.
    func squaredDistance(_ x: Double, _ y: Double) -> Double {
      let across = max(west - x, 0, x - east)
      let along = max(north - y, 0, y - south)
      return across * across + along * along
    }
  }
}

/// What a search of a tree looks for.
protocol PlaceSearch {
  /// The squared distance beyond which nothing is of interest.
  var bound: Double { get }

  /// Takes note of an item.
  mutating func meet(_ item: Int32, squaredDistance: Double)
}

/// A search for the nearest item other than a given one; of items equally far the lowest.
struct NearestSearch: PlaceSearch {
  /// The item that does not count; −1 where all do.
  let excluded: Int32

  /// What was found; −1 where there is nothing else.
  private(set) var item: Int32 = -1

  /// The squared distance to it; infinite where there is nothing else.
  private(set) var bound = Double.infinity

  init(excluding item: Int32) { excluded = item }

  mutating func meet(_ item: Int32, squaredDistance: Double) {
    guard item != excluded, squaredDistance < bound || squaredDistance == bound && item < self.item else {
      return
    }
    bound = squaredDistance
    self.item = item
  }
}
