/// The cells that a square reaches, however many: columns from west to east, on through ±180° where the world
/// wraps.
struct CellSquare: BitwiseCopyable {
  private let firstColumn: UInt64
  private let columnCount: UInt64

  /// The last column of the world.
  private let lastColumn: UInt64
  private let rows: (first: UInt64, last: UInt64)

  /// - Parameters:
  ///   - center: the middle of the square.
  ///   - radius: half its side, at most half the world.
  ///   - sideBits: the binary logarithm of a cell's side.
  @inline(__always)
  init(around center: WorldPoint, within radius: UInt32, wraps: Bool, sideBits: UInt64) {
    let (x, y) = (center.x, center.y)
    let west = UInt64(wraps ? x &- radius : x - min(x, radius))
    let width = wraps ? 2 * UInt64(radius) : UInt64(x + min(.max - x, radius)) - west
    firstColumn = west &>> sideBits
    lastColumn = UInt64(1) &<< (32 &- sideBits) &- 1
    columnCount = min(lastColumn, (west + width) &>> sideBits &- firstColumn) + 1
    rows = (UInt64(y - min(y, radius)) &>> sideBits, UInt64(y + min(.max - y, radius)) &>> sideBits)
  }

  /// Calls `body` with the column and the row of each cell.
  @inline(__always)
  func forEachCell(_ body: (_ column: UInt64, _ row: UInt64) -> Void) {
    for row in rows.first...rows.last {
      for step in 0..<columnCount { body((firstColumn &+ step) & lastColumn, row) }
    }
  }
}
