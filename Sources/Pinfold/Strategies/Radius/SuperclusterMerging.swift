/// Merges the items of one group, zoom by zoom, as mapbox/supercluster does: in the order of the input, in
/// floating point, with longitudes as they are; see ``RadiusStrategy/Order/input``.
///
/// At each zoom every item that was not visited yet absorbs the unvisited ones within the radius. If they
/// have too few points together, they all stay as they are and count as visited at this zoom. A new cluster
/// absorbs nothing more at its zoom, even if other items are near its mean.
///
/// Source: V. Agafonkin, "Clustering millions of points on a map with Supercluster", Mapbox, 2016. The
/// original keeps the positions that it searches as 32-bit floats; here they have all their bits. It lists
/// neighbours in the order of its tree; here they are in the order of the items.
struct SuperclusterMerging {
  private struct Item {
    let node: Int
    let count: Int
    let x: Double
    let y: Double
  }

  private var items: [Item]
  private let minPoints: Int

  /// Starts with the points of a section, each of which is a leaf of its own.
  ///
  /// - Parameters:
  ///   - section: the points.
  ///   - leaves: the same points as leaves, in the same order.
  init(section: Range<Int>, of points: PointSet, leaves: Range<Int>, minPoints: Int) {
    self.minPoints = minPoints
    let rows = points.rows
    items = section.sorted { rows[$0] < rows[$1] }.map { point in
      let (x, y) = points.projection.unreducedUnit(points.coordinate(point))
      return Item(node: leaves.lowerBound + point - section.lowerBound, count: 1, x: x, y: y)
    }
  }

  /// Visits every item once.
  ///
  /// - Parameters:
  ///   - radius: a share of the world's width.
  ///   - time: the time of the merges in the dendrogram.
  mutating func merge(
    within radius: Double, at time: Int32, in builder: inout DendrogramBuilder, context: RunContext
  ) throws(ClusteringError) {
    try context.check()
    // The side is two radii, so whatever is within the radius lies in two columns and two rows.
    func cell(_ x: Double, _ y: Double) -> CellGrid.Cell {
      CellGrid.Cell(
        column: Int((x / (2 * radius)).rounded(.down)), row: Int((y / (2 * radius)).rounded(.down)))
    }
    var grid = CellGrid(capacity: items.count, around: nil)
    for (index, item) in items.enumerated() { grid.insert(index, in: cell(item.x, item.y)) }
    var isVisited = [Bool](repeating: false, count: items.count)
    var merged: [Item] = []
    var neighbors: [Int] = []
    for index in items.indices where !isVisited[index] {
      if index & 0xFFF == 0 { try context.check() }
      isVisited[index] = true
      let seed = items[index]
      neighbors.removeAll(keepingCapacity: true)
      let first = cell(seed.x - radius, seed.y - radius)
      let last = cell(seed.x + radius, seed.y + radius)
      for row in first.row...last.row {
        for column in first.column...last.column {
          grid.removeAll(in: CellGrid.Cell(column: column, row: row)) { other in
            if isVisited[other] { return true }
            let (east, south) = (items[other].x - seed.x, items[other].y - seed.y)
            if east * east + south * south <= radius * radius { neighbors.append(other) }
            return false
          }
        }
      }
      neighbors.sort()
      for other in neighbors { isVisited[other] = true }
      let count = neighbors.reduce(seed.count) { $0 + items[$1].count }
      guard !neighbors.isEmpty, count >= minPoints else {
        merged.append(seed)
        for other in neighbors { merged.append(items[other]) }
        continue
      }
      var x = seed.x * Double(seed.count)
      var y = seed.y * Double(seed.count)
      for other in neighbors {
        x += items[other].x * Double(items[other].count)
        y += items[other].y * Double(items[other].count)
      }
      let node = builder.merge([seed.node] + neighbors.map { items[$0].node }, at: time)
      merged.append(Item(node: node, count: count, x: x / Double(count), y: y / Double(count)))
    }
    items = merged
  }
}

extension Projection {
  /// A coordinate as shares of the world's width and height, longitudes not reduced: past 0 or 1 beyond
  /// ±180°.
  fileprivate func unreducedUnit(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    switch self {
    case .mercator:
      let sine = Double.sin(coordinate.latitude * .pi / 180)
      let y = 0.5 - 0.25 * Double.log((1 + sine) / (1 - sine)) / .pi
      return (coordinate.longitude / 360 + 0.5, max(0, min(y, 1)))
    case .planar(let extent): return extent.unit(coordinate)
    }
  }
}
