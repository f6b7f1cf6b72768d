/// Windows of equal extents in degrees, laid east and north from the south-west corner of a view.
///
/// Edges are projected as points are, so a point on an edge belongs to the window east or north of it. On the
/// plane a degree is a 360th of the square's side.
struct DegreeWindows: CellLayout {
  private let projection: Projection

  /// The view's western meridian; columns are identified by how far east of it they begin.
  private let corner: UInt32

  /// The extent of a window, in degrees.
  private let size: Double

  /// The first window's western edge, in degrees east of the world's own, and its southern one.
  private let west: Double
  private let south: Double

  /// A row or column: its number, and the positions along the axis that belong to it.
  private typealias Band = (number: Int, range: Range<Int>)

  private var column: Band = (0, 0..<0)
  private var row: Band = (0, 0..<0)

  /// Lays windows over a view.
  ///
  /// - Parameter wholeDegrees: whether the corner is moved to whole degrees even where windows are smaller,
  ///   and windows of less than an eighth of a degree are a degree instead, as in the original; if not, the
  ///   corner is moved to a multiple of the largest power of two of a degree that is not above a window's
  ///   size or 1.
  init(over view: ProjectedView, wholeDegrees: Bool) {
    projection = view.projection
    corner = view.corner.x
    let wanted = 32768 / view.viewport.worldWidth
    // Positions are no finer than a unit.
    size = wholeDegrees && wanted < 0.125 ? 1 : max(wanted, 360 / WorldPoint.worldSize)
    let step = wholeDegrees || size >= 1 ? 1 : Double(sign: .plus, exponent: size.exponent, significand: 1)
    func floored(_ degrees: Double) -> Double { (degrees / step).rounded(.down) * step }
    // Half a unit more: a corner that is a whole step but for its rounding is not moved.
    west = floored((Double(corner) + 0.5) / WorldPoint.worldSize * 360)
    south = floored(projection.degreesNorth(ofY: Double(view.rect.north) + Double(view.rect.height) - 0.5))
  }

  var origin: UInt32 { corner }

  mutating func key(of position: WorldPoint) -> UInt64 {
    let east = Int(position.x &- corner)
    if !column.range.contains(east) {
      let degrees = (Double(east) + Double(corner)) / WorldPoint.worldSize * 360
      column = Self.band(holding: east, near: Int(((degrees - west) / size).rounded(.down)), edge: westEdge)
    }
    // Rows go north as y falls.
    let north = -Int(position.y)
    if !row.range.contains(north) {
      let degrees = projection.degreesNorth(ofY: Double(position.y))
      row = Self.band(holding: north, near: Int(((degrees - south) / size).rounded(.down)), edge: southEdge)
    }
    return UInt64(UInt32(truncatingIfNeeded: row.number)) << 32
      | UInt64(UInt32(truncatingIfNeeded: column.number))
  }

  func rect(of key: UInt64) -> WorldRect {
    let (row, column) = (Int(key >> 32), Int(key & 0xFFFF_FFFF))
    let west = westEdge(column)
    let north = 1 - southEdge(row + 1)
    return WorldRect(
      west: corner &+ UInt32(truncatingIfNeeded: west),
      width: UInt64(min(westEdge(column + 1) - west, 1 << 32)),
      north: UInt32(north), height: UInt64(1 - southEdge(row) - north))
  }

  /// Where a column begins, in units east of the corner; the first may begin west of it.
  private func westEdge(_ column: Int) -> Int {
    let degrees = west + Double(column) * size
    return Int((degrees / 360 * WorldPoint.worldSize).rounded()) - Int(corner)
  }

  /// Minus the y at which a row begins; 1, which no position has, past the world's edge.
  private func southEdge(_ row: Int) -> Int {
    projection.y(atDegreesNorth: south + Double(row) * size).map { -Int($0) } ?? 1
  }

  /// The last band that begins at a position or before it.
  ///
  /// - Parameters:
  ///   - guess: its number, or one near it.
  ///   - edge: where a band begins; never falls, and passes every position in the end.
  private static func band(holding value: Int, near guess: Int, edge: (Int) -> Int) -> Band {
    var number = guess
    while edge(number) > value { number -= 1 }
    while edge(number + 1) <= value { number += 1 }
    return (number, edge(number)..<edge(number + 1))
  }
}

extension Projection {
  /// Returns the latitude of a y in fixed-point units, in degrees, or in 360ths of a plane's height from
  /// its south.
  fileprivate func degreesNorth(ofY y: Double) -> Double {
    let unitY = y / WorldPoint.worldSize
    return wraps ? unproject(unitX: 0, unitY: unitY).latitude : (1 - unitY) * 360
  }

  /// The y that lies so far north; nil past the world's northern edge.
  fileprivate func y(atDegreesNorth degrees: Double) -> UInt32? {
    if wraps {
      guard degrees < Self.mercatorLimit else { return nil }
      return project(Coordinate(longitude: 0, latitude: max(degrees, -Self.mercatorLimit))).y
    }
    return degrees < 360 ? WorldPoint(unitX: 0, unitY: 1 - degrees / 360).y : nil
  }
}
