/// Square cells of one size, laid east and south from a corner.
struct SquareCells: CellLayout {
  private let corner: WorldPoint
  private let columns: GridSpacing
  private let rows: GridSpacing

  /// Lays cells from a corner; positions to come lie east of it by less than the world, and not north of it.
  init(from corner: WorldPoint, pitch: GridSpacing) {
    self.corner = corner
    columns = pitch
    rows = pitch
  }

  /// Creates cells over the whole world, from its north edge.
  ///
  /// On the plane they begin at the west edge. On the globe they begin so far west of ±180° that the meridian
  /// is always a third of a cell from a border: neighbors across it share cells, and cells of half the side
  /// still divide these in four.
  ///
  /// - Parameter parts: the divisor of the world before it is halved; a multiple of that many cells goes
  ///   around the world. For 1, cells begin where Morton cells do, at 60° east.
  init(ofWorld projection: Projection, pitch: GridSpacing, parts: Int = 1) {
    let west = projection.wraps ? UInt32((1 << 32) / (3 * parts)) : 0
    corner = WorldPoint(x: 0 &- west, y: 0)
    columns = projection.wraps ? pitch.moved(toHoldThirdAt: west) : pitch
    rows = pitch
  }

  var origin: UInt32 { corner.x }

  func key(of position: WorldPoint) -> UInt64 {
    rows.step(at: position.y - corner.y) << 32 | columns.step(at: position.x &- corner.x)
  }

  func rect(of key: UInt64) -> WorldRect {
    let (row, column) = (key >> 32, key & 0xFFFF_FFFF)
    let world: UInt64 = 1 << 32
    let west = columns.start(of: column)
    let north = UInt64(corner.y) + rows.start(of: row)
    return WorldRect(
      west: corner.x &+ UInt32(west), width: min(columns.start(of: column + 1), world) - west,
      north: UInt32(north), height: min(UInt64(corner.y) + rows.start(of: row + 1), world) - north)
  }

  /// The whole cells that a rectangle touches.
  func cells(around rect: WorldRect) -> WorldRect {
    guard rect.width > 0, rect.height > 0 else { return rect }
    let world: UInt64 = 1 << 32
    let north = rows.start(of: rows.step(at: rect.north - corner.y)) + UInt64(corner.y)
    let last = UInt32(UInt64(rect.north) + rect.height - 1) - corner.y
    let south = min(rows.start(of: rows.step(at: last) + 1) + UInt64(corner.y), world)
    let west = columns.start(of: columns.step(at: rect.west &- corner.x))
    // East of the corner again if the rectangle extends around the globe past it.
    let distance = UInt64(rect.west &- corner.x) + rect.width - 1
    let end = min(columns.start(of: columns.step(at: UInt32(truncatingIfNeeded: distance)) + 1), world)
    let width = min(end + (distance >= world ? world : 0) - west, world)
    return WorldRect(
      west: corner.x &+ UInt32(west), width: width, north: UInt32(north), height: south - north)
  }
}

/// Steps of equal length along an axis of the world. Lengths are ratios of whole numbers, so that each
/// position has one step and the steps leave no gaps.
///
/// Steps of half the length have every border of these among their own.
struct GridSpacing {
  // A step is so many fixed-point units long, over so many; the upper number is a multiple of 3.
  private let units: UInt64
  private let divisor: UInt64

  /// The distance of the first step from the start, over ``divisor``; less than ``units``.
  private var offset: UInt64 = 0

  /// How many times a common length was halved to give this one.
  private let halvings: Int

  /// Steps of a length in fixed-point units, rounded to a share of 2⁻³⁸; but at least one unit, as positions
  /// are no finer. The first is at the start.
  init(_ length: Double) {
    // The longest is four worlds, so that its third is still longer than the world.
    let bounded = max(1, min(length, 0x1p34))
    let rounded = (bounded.significand * 0x1p37).rounded() * 0x1p-37
    let exponent = bounded.exponent + rounded.exponent
    units = 3 * UInt64(rounded.significand * 0x1p37)
    divisor = 3 << UInt64(37 - exponent)
    halvings = 34 - exponent
  }

  /// Steps that divide the world into a whole number, each at least one fixed-point unit long. The first is
  /// at the start.
  init(aroundWorld count: Int) {
    units = 3 << 32
    divisor = 3 * UInt64(count)
    halvings = count.trailingZeroBitCount
  }

  /// Returns the steps moved so that a distance lies a third of a step from a border. The first step is cut
  /// short.
  ///
  /// The distance lies at one third of a step, at two thirds of steps of half the length, and so on
  /// alternately: no border comes near it at any number of halvings, and borders stay borders.
  func moved(toHoldThirdAt distance: UInt32) -> GridSpacing {
    var moved = self
    let third = halvings.isMultiple(of: 2) ? units / 3 : units / 3 * 2
    let inside = units.dividingFullWidth(UInt64(distance).multipliedFullWidth(by: divisor)).remainder
    moved.offset = third >= inside ? third - inside : third + units - inside
    return moved
  }

  /// The step at a distance from the start, below 2³².
  @inline(__always)
  func step(at distance: UInt32) -> UInt64 {
    var (high, low) = UInt64(distance).multipliedFullWidth(by: divisor)
    let (sum, carries) = low.addingReportingOverflow(offset)
    low = sum
    if carries { high += 1 }
    return units.dividingFullWidth((high, low)).quotient
  }

  /// The first whole distance that is in a step.
  func start(of step: UInt64) -> UInt64 {
    let end = UInt128(step) * UInt128(units)
    guard end > offset else { return 0 }
    return UInt64((end - UInt128(offset) + UInt128(divisor - 1)) / UInt128(divisor))
  }
}
