import Pinfold

/// The straight path of a marker from one frame to the next, in screen points.
package struct Segment: Hashable, Sendable {
  package var start: SIMD2<Double>
  package var end: SIMD2<Double>

  package init(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    self.start = start
    self.end = end
  }

  /// Whether two paths cross inside of both. The signs are exact where differences of coordinates are.
  package func crosses(_ other: Segment) -> Bool {
    side(of: other.start) * side(of: other.end) < 0 && other.side(of: start) * other.side(of: end) < 0
  }

  /// 1 on one side of the line through both ends, −1 on the other, 0 on it.
  private func side(of place: SIMD2<Double>) -> Double {
    let (way, to) = (end - start, place - start)
    // The rounding error of the second product is added back (Kahan), so that 0 is 0.
    let product = way.y * to.x
    let lost = product.addingProduct(-way.y, to.x)
    let sum = (-product).addingProduct(way.x, to.y) + lost
    return sum > 0 ? 1 : sum < 0 ? -1 : 0
  }
}

/// The paths of the markers between two frames: one for each old and new cluster that share points.
struct FlowPaths {
  /// The paths in screen points of the nearer view from its middle, each by the short way around.
  let segments: [Segment]
  let counts: [Int]

  init(_ pair: FramePair) {
    let projection = pair.first.points.projection
    let view =
      pair.first.view.unitsPerPoint < pair.second.view.unitsPerPoint ? pair.first.view : pair.second.view
    let (center, unit) = (view.center, view.unitsPerPoint)
    segments = pair.table.cells.map { cell in
      let (old, new) = (pair.first.positions[cell.first], pair.second.positions[cell.second])
      // From the middle to the end, and from the end back to the start: no path runs around the world.
      let end = SIMD2(
        Double(projection.eastward(from: center, to: new)), Double(new.y) - Double(center.y))
      let back = SIMD2(Double(projection.eastward(from: new, to: old)), Double(old.y) - Double(new.y))
      return Segment(from: (end + back) / unit, to: end / unit)
    }
    counts = pair.table.cells.map(\.count)
  }
}

/// Paths in the square cells that they run through: two that come near each other share a cell. ``CellGrid``
/// holds each thing in one cell, and a path runs through many.
struct SegmentCells {
  private typealias Cell = CellGrid.Cell

  private var lists: [Cell: [Int32]] = [:]
  private var cells: [[Cell]] = []

  /// The number of pairs that share a cell and meet a condition; nil where a search would compare more than
  /// `mostLooks`.
  static func countPairs(
    of segments: [Segment], reaches: [Double], mostLooks: Int, _ context: RunContext,
    where condition: (Int, Int) -> Bool
  ) throws(ClusteringError) -> Int? {
    let cells = try Self(segments, reaches: reaches, context: context)
    let looks = cells.lists.values.reduce(0) { $0 + $1.count * ($1.count - 1) / 2 }
    guard looks <= mostLooks else { return nil }
    var pairs = 0
    try cells.forEachPair(context) { if condition($0, $1) { pairs += 1 } }
    return pairs
  }

  /// Cells are about as large as paths are long.
  ///
  /// - Parameter reaches: the distance that each path reaches to its sides.
  private init(_ segments: [Segment], reaches: [Double], context: RunContext) throws(ClusteringError) {
    guard !segments.isEmpty else { return }
    var (low, high) = (segments[0].start, segments[0].start)
    var lengths = 0.0
    for (segment, reach) in zip(segments, reaches) {
      low = pointwiseMin(low, pointwiseMin(segment.start, segment.end))
      high = pointwiseMax(high, pointwiseMax(segment.start, segment.end))
      let way = segment.end - segment.start
      lengths += max(abs(way.x), abs(way.y)) + 2 * reach
    }
    let count = Double(segments.count)
    // Not so small that one long path runs through more cells than there are paths.
    let side = max(lengths / count, max(high.x - low.x, high.y - low.y) / count, 1e-6)
    cells.reserveCapacity(segments.count)
    for (place, (segment, reach)) in zip(segments, reaches).enumerated() {
      if place & 0xFFF == 0 { try context.check() }
      let own = Self.cells(of: segment, reach: reach, low: low, side: side)
      for cell in own { lists[cell, default: []].append(Int32(place)) }
      cells.append(own)
    }
  }

  private static func cells(
    of segment: Segment, reach: Double, low: SIMD2<Double>, side: Double
  ) -> [Cell] {
    func place(_ distance: Double) -> Int { Int((distance / side).rounded(.down)) }
    let slack = reach + side * 1e-6
    let (a, b) = (segment.start - low, segment.end - low)
    let (north, south) = a.y <= b.y ? (a, b) : (b, a)
    var cells: [Cell] = []
    for row in place(north.y - slack)...place(south.y + slack) {
      // The part of the path whose surroundings reach into this row.
      let top = max(Double(row) * side - slack, north.y)
      let bottom = min(Double(row + 1) * side + slack, south.y)
      let height = south.y - north.y
      func x(_ y: Double) -> Double {
        height > 0 ? north.x + (south.x - north.x) * max(0, min((y - north.y) / height, 1)) : north.x
      }
      let ends = height > 0 ? [x(top), x(bottom)] : [north.x, south.x]
      for column in place(min(ends[0], ends[1]) - slack)...place(max(ends[0], ends[1]) + slack) {
        cells.append(Cell(column: column, row: row))
      }
    }
    return cells
  }

  /// Calls `body` with every two paths that share a cell, once each.
  private func forEachPair(_ context: RunContext, _ body: (Int, Int) -> Void) throws(ClusteringError) {
    var met = [Int32](repeating: -1, count: cells.count)
    for (place, own) in cells.enumerated() {
      try context.check()
      for cell in own {
        for other in lists[cell] ?? [] {
          if other >= place { break }
          guard met[Int(other)] != place else { continue }
          met[Int(other)] = Int32(place)
          body(Int(other), place)
        }
      }
    }
  }
}
