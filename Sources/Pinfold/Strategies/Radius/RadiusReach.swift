/// Which items are near enough to be taken.
struct RadiusReach {
  let radius: UInt32
  let squared: Int64
  let wraps: Bool
  let minPoints: Int

  /// The logarithm of a side of at least two radii: whoever is within a radius is in one of two columns and rows.
  let cellShift: UInt32

  /// The number of bits of a key that differ in a cell.
  var bits: UInt64 { UInt64(2 * cellShift) }

  init(radius: Double, wraps: Bool, minPoints: Int) {
    let radius = min(radius, 0x1p31)
    self.radius = UInt32(radius)
    squared = Int64(radius * radius)
    self.wraps = wraps
    self.minPoints = minPoints
    cellShift = UInt32(64 - (2 * UInt64(radius) - 1).leadingZeroBitCount)
  }

  /// Whether two items are within the radius.
  @inline(__always)
  func holds(_ item: RadiusItem, from origin: RadiusItem) -> Bool {
    let east = wraps ? Int64(Int32(bitPattern: item.x &- origin.x)) : Int64(item.x) - Int64(origin.x)
    let south = Int64(item.y) - Int64(origin.y)
    // Longer ones could overflow when squared.
    guard abs(east) <= Int64(radius), abs(south) <= Int64(radius) else { return false }
    return east * east + south * south <= squared
  }

  /// Calls `body` with the cells that may hold positions within the radius of an item's.
  @inline(__always)
  func forEachCell(around item: RadiusItem, _ body: (_ column: UInt32, _ row: UInt32) -> Void) {
    let (x, y) = (item.x, item.y)
    let west = (wraps ? x &- radius : x - min(x, radius)) >> cellShift
    let east = (wraps ? x &+ radius : x + min(.max - x, radius)) >> cellShift
    let north = (y - min(y, radius)) >> cellShift
    let south = (y + min(.max - y, radius)) >> cellShift
    body(west, north)
    if east != west { body(east, north) }
    if south != north {
      body(west, south)
      if east != west { body(east, south) }
    }
  }

  @inline(__always)
  func insert(_ item: RadiusItem, into filter: inout CellFilter) {
    filter.insert(column: item.x >> cellShift, row: item.y >> cellShift)
  }

  /// The cells that hold items.
  func filter(_ items: RadiusItems.Access, _ context: RunContext) throws(ClusteringError) -> CellFilter {
    let half = items.count / 2
    let parts = try Parallel.map([0..<half, half..<items.count], context) {
      (part) throws(ClusteringError) in
      var filter = CellFilter(cells: items.count)
      for place in part { insert(items[place], into: &filter) }
      return filter
    }
    var filter = parts[0]
    filter.formUnion(parts[1])
    return filter
  }
}
