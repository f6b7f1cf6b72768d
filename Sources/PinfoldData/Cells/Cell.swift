import Pinfold

/// The sums over the points of one cell and one group, in 128 bytes: there are millions, and properties in
/// another order would leave gaps.
package struct Cell: Hashable, Sendable {
  /// The name of the group; nil for none.
  package var group: String?

  /// The index of the cell east of 60° E, where ±180° is inside a cell at every zoom; and south of the
  /// world's north edge.
  package var column: UInt32
  package var row: UInt32
  package var count: Int
  package var weight: Millionths

  /// The sums of positions, each times its weight, or times one where none has a weight: x counted from
  /// 60° E, y from the north edge, in units of 2⁻³² of the world.
  package var x: Millionths
  package var y: Millionths

  /// The measures of the plan; nil where no point has a value.
  package var measures: [Millionths?]

  /// The part of the square, where the plan fits a strategy that cuts squares; 0 else, and at zooms before
  /// the deepest.
  package var part: UInt64 = 0

  /// The wrapping sum of the ids that points have as clusters by themselves; nil where points have no ids of
  /// their own.
  package var ids: UInt64?
  package var zoom: UInt8

  /// The box around the points, if the plan is for a strategy that needs it.
  package var box: CellBox?

  /// The divisor of those sums: the weight, or without it the number of points. 0 where files of older
  /// versions have no sums.
  var divisor: Int128 {
    weight.units > 0 ? weight.units : x.units | y.units == 0 ? 0 : Int128(count) * 1_000_000
  }

  func isInSquare(of other: Cell) -> Bool {
    column == other.column && row == other.row && zoom == other.zoom && isInGroup(of: other)
  }

  private func isInGroup(of other: Cell) -> Bool {
    group.map { ExactText($0) } == other.group.map { ExactText($0) }
  }

  /// Whether it precedes another in the order of files: by zoom, by group, and in Morton order, in which the
  /// cells of the next zoom follow each other; then by part.
  func precedes(_ other: Cell) -> Bool {
    if zoom != other.zoom { return zoom < other.zoom }
    if !isInGroup(of: other) {
      guard let group else { return true }
      guard let name = other.group else { return false }
      return group.utf8.lexicographicallyPrecedes(name.utf8)
    }
    let (x, y) = (column ^ other.column, row ^ other.row)
    if x | y == 0 { return part < other.part }
    // The greatest bit that differs decides, that of the row first.
    return x > y && x ^ y > y ? column < other.column : row < other.row
  }

  mutating func add(_ other: Cell, _ plan: CellPlan) -> Bool {
    let (count, isOver) = count.addingReportingOverflow(other.count)
    let isWeightless = weight.units == 0
    guard !isOver, let weight = weight.adding(other.weight), var x = x.adding(other.x),
      var y = y.adding(other.y)
    else { return false }
    if isWeightless != (other.weight.units == 0) {
      (x, y) = isWeightless ? (other.x, other.y) : (self.x, self.y)
    } else if divisor == 0 || other.divisor == 0 {
      (x, y) = (Millionths(), Millionths())
    }
    (self.count, self.weight, self.x, self.y) = (count, weight, x, y)
    box = box.flatMap { box in other.box.map(box.union) }
    ids = ids.flatMap { ids in other.ids.map { ids &+ $0 } }
    for (index, measure) in plan.measures.enumerated() {
      guard let theirs = other.measures[index] else { continue }
      guard let mine = measures[index] else {
        measures[index] = theirs
        continue
      }
      guard let joined = measure.joined(mine, theirs) else { return false }
      measures[index] = joined
    }
    return true
  }
}

/// The box around the points of a cell, its edges all inside; x counted from 60° E, y from the north edge, in
/// units of 2⁻³² of the world.
package struct CellBox: Hashable, Sendable {
  package var west: UInt32
  package var east: UInt32
  package var north: UInt32
  package var south: UInt32
  var edges: [UInt32] { [west, east, north, south] }

  /// Its first and its last corner: one, where all points stand on one spot.
  var corners: [(x: UInt32, y: UInt32)] {
    west == east && north == south ? [(west, north)] : [(west, north), (east, south)]
  }

  func union(_ other: CellBox) -> CellBox {
    CellBox(
      west: min(west, other.west), east: max(east, other.east), north: min(north, other.north),
      south: max(south, other.south))
  }
}
