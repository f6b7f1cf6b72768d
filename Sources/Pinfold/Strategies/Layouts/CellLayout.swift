/// A division of the world, or of the part of it that a view shows, into cells in rows and columns.
protocol CellLayout {
  /// A meridian that no cell crosses; every position given lies east of it by less than the world.
  var origin: UInt32 { get }

  /// A number that identifies the cell of a position.
  mutating func key(of position: WorldPoint) -> UInt64

  /// The cell of a key; on the plane it may reach past the eastern edge.
  func rect(of key: UInt64) -> WorldRect
}

extension CellLayout {
  /// One cluster for each cell that holds a point in a rectangle around a view; those without a point in the
  /// view are candidates.
  ///
  /// - Parameter rect: which points take part: those in the view, or in the cells that it touches.
  /// - Complexity: O(*k* + *e* log *n*), where *k* is the number of points in the rectangle and *e* that of
  ///   the Morton cells that its edges cut; sorting the *c* cells adds O(*c* log *c*).
  func grouping(
    of points: PointSet, in rect: WorldRect, around view: WorldRect, _ context: RunContext
  ) throws(ClusteringError) -> Grouping {
    var layout = self
    let (xs, ys) = (points.x, points.y)
    var permutation: [UInt32] = []
    var ranges: [Range<Int>] = []
    var cells: [WorldRect] = []
    var candidates: [Int] = []
    try context.check()
    for section in points.sections where section.mergeable {
      let found = points.indices(in: rect, of: section)
      var items: [RadixSort.Item] = []
      items.reserveCapacity(found.count)
      for index in found {
        if items.count & 0xFFFF == 0xFFFF { try context.check() }
        let position = WorldPoint(x: xs[Int(index)], y: ys[Int(index)])
        items.append(RadixSort.Item(key: layout.key(of: position), index: index))
      }
      // Stable, so the points of a cell stay in canonical order.
      items = RadixSort.sorted(items)
      try context.check()
      var bins: [Range<Int>] = []
      var start = 0
      while start < items.count {
        let end = items[start...].firstIndex { $0.key != items[start].key } ?? items.count
        bins.append(start..<end)
        start = end
      }
      bins.sort { items[$0.lowerBound].index < items[$1.lowerBound].index }
      for bin in bins {
        let isInView = items[bin].contains { view.contains(x: xs[Int($0.index)], y: ys[Int($0.index)]) }
        if !isInView { candidates.append(ranges.count) }
        ranges.append(permutation.count..<permutation.count + bin.count)
        var cell = layout.rect(of: items[bin.lowerBound].key)
        if !points.projection.wraps { cell.width = min(cell.width, (1 << 32) - UInt64(cell.west)) }
        cells.append(cell)
        for item in items[bin] { permutation.append(item.index) }
      }
    }
    var grouping = Grouping(
      order: points.order(permutation, origin: layout.origin), ranges: ranges, cells: cells)
    grouping.candidates = candidates
    return grouping
  }
}
