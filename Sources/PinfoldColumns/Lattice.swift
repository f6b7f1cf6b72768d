import Lua

/// Square or hexagonal cells over the world, from its north-west corner, in screen points.
///
/// On a world that wraps, the pitch is stretched so that a whole number of cells goes around, and cells are
/// shifted east so that ±180° lies inside of them: in the middle of squares, a quarter from a side of
/// hexagons.
struct Lattice {
  /// The shape of a cell.
  enum Shape {
    case square
    case hexagon
  }

  private let shape: Shape
  private let pitch: Double
  private let rowPitch: Double
  private let columns: Int64
  private let phase: Double

  /// Lays cells; widths are in screen points.
  init(_ shape: Shape, width: Double, world: Double, wraps: Bool) {
    self.shape = shape
    // No finer than positions are, so that keys fit 64 bits at the deepest zooms.
    let width = max(width, world * 0x1p-31)
    columns = wraps ? max(1, Int64((world / width).rounded())) : 1 << 31
    pitch = wraps ? world / Double(columns) : width
    phase = wraps ? pitch / (shape == .square ? 2 : 4) : 0
    rowPitch = shape == .square ? pitch : pitch * 3.0.squareRoot() / 2
  }

  /// The key of each position's cell: row after row from the north, `columns` keys a row.
  func keys(x: LuaColumn, y: LuaColumn, _ call: LuaCall) throws -> LuaColumn {
    switch shape {
    case .square:
      return try cells(x, y, call) { x, y in
        key(column: Self.floored((x + phase) / pitch), row: Self.floored(y / rowPitch))
      }
    case .hexagon: return try cells(x, y, call) { hexagon(x: $0, y: $1) }
    }
  }

  @inline(__always)
  private func cells(
    _ x: LuaColumn, _ y: LuaColumn, _ call: LuaCall, _ key: @escaping (Double, Double) -> Int64
  ) throws -> LuaColumn {
    unsafe try Operand.combine(.column(x), .column(y), call, rowwise(key))
  }

  /// Rounds down; for numbers that fit.
  @inline(__always)
  private static func floored(_ value: Double) -> Int64 {
    let whole = Int64(value)
    return Double(whole) > value ? whole - 1 : whole
  }

  /// The hexagon around a position: the nearest of the two candidate centers, one in the row above and one in
  /// the row below. Odd rows are shifted by half a cell.
  private func hexagon(x: Double, y: Double) -> Int64 {
    let upper = Self.floored(y / rowPitch)
    let first = nearest(in: upper, x: x, y: y)
    let second = nearest(in: upper + 1, x: x, y: y)
    return first.distance <= second.distance
      ? key(column: first.column, row: upper) : key(column: second.column, row: upper + 1)
  }

  private func nearest(in row: Int64, x: Double, y: Double) -> (column: Int64, distance: Double) {
    let shift = (row & 1 == 0 ? 0 : pitch / 2) - phase
    let column = ((x - shift) / pitch).rounded()
    let east = x - (column * pitch + shift)
    let south = y - Double(row) * rowPitch
    return (Int64(column), east * east + south * south)
  }

  @inline(__always)
  private func key(column: Int64, row: Int64) -> Int64 {
    // A division takes longer than all the rest, and most positions need no wrapping.
    if column >= 0, column < columns { return row * columns + column }
    let wrapped = column % columns
    return row * columns + (wrapped < 0 ? wrapped + columns : wrapped)
  }
}
