/// The cells within a radius of a position, where cells are at least two radii wide: one, two, or two by two.
struct CellReach: BitwiseCopyable, Sendable {
  let radius: UInt32
  let wraps: Bool

  /// The binary logarithm of a cell's side.
  let sideBits: UInt32

  /// The cells of ``mask(around:in:)``.
  private let table: Column<UInt64>

  /// - Parameter radius: in fixed-point units, from 1 to half the world.
  init(radius: UInt32, wraps: Bool) {
    self.radius = radius
    self.wraps = wraps
    sideBits = UInt32(64 - (2 * UInt64(radius) - 1).leadingZeroBitCount)
    // A world of less than eight columns wraps around inside a block.
    table = sideBits > 29 ? Self.nothing : Self.inBlocks
  }

  /// The cells in reach as bits of the position's block of eight by eight cells; 0 if some are in another.
  ///
  /// - Parameter cell: the position's cell, its place in the block in Morton order.
  @inline(__always)
  func mask(around position: WorldPoint, in cell: Int) -> UInt64 {
    let inside = UInt32.max &>> (32 &- sideBits)
    let (x, y) = (position.x & inside, position.y & inside)
    let rest = inside &- radius
    let east = (x > rest ? 1 : 0) &- (x < radius ? 1 : 0)
    let south = (y > rest ? 1 : 0) &- (y < radius ? 1 : 0)
    return table[(cell &* 3 &+ south &+ 1) &* 3 &+ east &+ 1]
  }

  @inline(__always)
  func forEachCell(around position: WorldPoint, _ body: (UInt64) -> Void) {
    let (x, y) = (position.x, position.y)
    let west = (wraps ? x &- radius : x - min(x, radius)) >> sideBits
    let east = (wraps ? x &+ radius : x + min(.max - x, radius)) >> sideBits
    let north = (y - min(y, radius)) >> sideBits
    let south = (y + min(.max - y, radius)) >> sideBits
    body(Morton.key(x: west, y: north))
    if east != west { body(Morton.key(x: east, y: north)) }
    if south != north {
      body(Morton.key(x: west, y: south))
      if east != west { body(Morton.key(x: east, y: south)) }
    }
  }

  private static let nothing = table { _, _, _, _ in 0 }

  private static let inBlocks = table { column, row, east, south in
    let (otherColumn, otherRow) = (column + east, row + south)
    guard 0..<8 ~= otherColumn, 0..<8 ~= otherRow else { return 0 }
    var mask: UInt64 = 0
    for column in [column, otherColumn] {
      for row in [row, otherRow] { mask |= 1 << Morton.key(x: UInt32(column), y: UInt32(row)) }
    }
    return mask
  }

  /// A value for every cell of a block and each of nine directions.
  private static func table(
    _ value: (_ column: Int, _ row: Int, _ east: Int, _ south: Int) -> UInt64
  ) -> Column<UInt64> {
    let table = Column<UInt64>.allocate(64 * 9)
    for cell in 0..<64 as Range<UInt64> {
      for direction in 0..<9 {
        table[Int(cell) * 9 + direction] = value(
          Int(Morton.x(cell)), Int(Morton.y(cell)), direction % 3 - 1, direction / 3 - 1)
      }
    }
    return table
  }
}

/// The cells of any size that a square touches; columns go on through ±180° if the world wraps.
struct CellSquare: BitwiseCopyable {
  private let firstColumn: UInt64
  private let columnCount: UInt64

  /// The last column of the world.
  private let lastColumn: UInt64
  private let rows: (first: UInt64, last: UInt64)

  /// - Parameters:
  ///   - center: the middle of the square.
  ///   - radius: half its side, at most half the world.
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

  @inline(__always)
  func forEachCell(_ body: (_ column: UInt64, _ row: UInt64) -> Void) {
    for row in rows.first...rows.last {
      for step in 0..<columnCount { body((firstColumn &+ step) & lastColumn, row) }
    }
  }
}
