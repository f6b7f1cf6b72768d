/// The neighbourhood query of one zoom: which items are within its radius, and which cells may hold them.
struct RadiusQuery {
  let radius: UInt32
  let squared: UInt64
  let wraps: Bool
  let minPoints: Int

  /// The binary logarithm of a cell's side, which is at least two radii: a neighbourhood touches two columns
  /// and two rows at most.
  let cellShift: UInt32

  /// The number of bits of a key that differ in a cell.
  var bits: UInt64 { UInt64(2 * cellShift) }

  init(radius: Double, wraps: Bool, minPoints: Int) {
    let radius = min(radius, 0x1p31)
    self.radius = UInt32(radius)
    squared = UInt64(radius * radius)
    self.wraps = wraps
    self.minPoints = minPoints
    cellShift = UInt32(64 - (2 * UInt64(radius) - 1).leadingZeroBitCount)
  }

  /// Whether two items are within the radius.
  @inline(__always)
  func holds(_ item: RadiusItem, from origin: RadiusItem) -> Bool {
    let (east, south) = item.position.offsets(from: origin.position, wraps: wraps)
    // Longer ones could overflow when squared.
    guard east <= radius, south <= radius else { return false }
    return UInt64(east) * UInt64(east) + UInt64(south) * UInt64(south) <= squared
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
      for index in part { insert(items[index], into: &filter) }
      return filter
    }
    var filter = parts[0]
    filter.formUnion(parts[1])
    return filter
  }
}
