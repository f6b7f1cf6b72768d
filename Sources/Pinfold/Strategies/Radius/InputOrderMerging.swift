#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Merges the items of one group, zoom by zoom, as mapbox/supercluster does: in the order of the input, in plain numbers,
/// with longitudes as they are; see ``RadiusStrategy/Order/input``.
///
/// In each zoom every item not yet looked at takes those within the radius that are not either. If they have too few
/// points together, they all stay, and none is looked at again at this zoom. Items near a new cluster's mean stay too.
///
/// Source: V. Agafonkin, "Clustering millions of points on a map with Supercluster", Mapbox, 2016. The original keeps the
/// positions that it searches as 32-bit floats; here they have all their bits. It stores neighbours in the order of its
/// tree, here they are in the order of the list.
struct InputOrderMerging {
  private struct Item {
    let node: Int
    let count: Int
    let x: Double
    let y: Double
  }

  private var items: [Item]
  private let minPoints: Int

  /// Starts with the points of a section, which are a builder's leaves each by itself.
  ///
  /// - Parameters:
  ///   - section: the points.
  ///   - leaves: the same points as leaves, in the same order.
  init(section: Range<Int>, of points: PointSet, leaves: Range<Int>, minPoints: Int) {
    self.minPoints = minPoints
    let rows = points.rows
    items = section.sorted { rows[$0] < rows[$1] }.map { point in
      let place = points.projection.rawUnit(points.coordinate(point))
      return Item(node: leaves.lowerBound + point - section.lowerBound, count: 1, x: place.x, y: place.y)
    }
  }

  /// Goes through the items once.
  ///
  /// - Parameters:
  ///   - radius: as a share of the world.
  ///   - time: when the merges happen.
  mutating func merge(
    within radius: Double, at time: Int32, in builder: inout MergeForestBuilder, context: RunContext
  ) throws(ClusteringError) {
    try context.check()
    // Two columns and two rows of cells hold whatever is within the radius.
    func cell(_ value: Double) -> UInt32 { UInt32(truncatingIfNeeded: Int64(floor(value / (2 * radius)))) }
    var table = CellTable(capacity: items.count)
    for item in items.indices {
      table.insert(item, column: cell(items[item].x), row: cell(items[item].y))
    }
    var isDone = [Bool](repeating: false, count: items.count)
    var left: [Item] = []
    var family: [Int] = []
    for item in items.indices where !isDone[item] {
      if item & 0xFFF == 0 { try context.check() }
      isDone[item] = true
      let seed = items[item]
      family.removeAll(keepingCapacity: true)
      func look(_ column: UInt32, _ row: UInt32) {
        table.removeItems(column: column, row: row) { other in
          if isDone[other] { return true }
          let (east, south) = (items[other].x - seed.x, items[other].y - seed.y)
          if east * east + south * south <= radius * radius { family.append(other) }
          return false
        }
      }
      let (west, east) = (cell(seed.x - radius), cell(seed.x + radius))
      let (north, south) = (cell(seed.y - radius), cell(seed.y + radius))
      look(west, north)
      if east != west { look(east, north) }
      if south != north { look(west, south) }
      if east != west && south != north { look(east, south) }
      family.sort()
      for other in family { isDone[other] = true }
      let count = family.reduce(seed.count) { $0 + items[$1].count }
      guard !family.isEmpty, count >= minPoints else {
        left.append(seed)
        for other in family { left.append(items[other]) }
        continue
      }
      var x = seed.x * Double(seed.count)
      var y = seed.y * Double(seed.count)
      for other in family {
        x += items[other].x * Double(items[other].count)
        y += items[other].y * Double(items[other].count)
      }
      let node = builder.merge([seed.node] + family.map { items[$0].node }, at: time)
      left.append(Item(node: node, count: count, x: x / Double(count), y: y / Double(count)))
    }
    items = left
  }
}

extension Projection {
  /// A coordinate as shares of the world's width and height, longitudes not reduced: past 0 or 1 beyond ±180°.
  fileprivate func rawUnit(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    switch self {
    case .mercator:
      let sine = sin(coordinate.latitude * .pi / 180)
      let y = 0.5 - 0.25 * log((1 + sine) / (1 - sine)) / .pi
      return (coordinate.longitude / 360 + 0.5, max(0, min(y, 1)))
    case .planar(let extent): return extent.unit(coordinate)
    }
  }
}
