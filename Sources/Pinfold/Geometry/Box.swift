/// The smallest box around some positions, its edges all inside.
///
/// On the globe a box may cross ±180°; its west is then greater than its east.
struct Box: Hashable, Sendable {
  var west: UInt32
  var east: UInt32
  var north: UInt32
  var south: UInt32

  /// The box around no positions; a union with another box gives that.
  static let empty = Box(west: .max, east: 0, north: .max, south: 0)

  init(west: UInt32, east: UInt32, north: UInt32, south: UInt32) {
    self.west = west
    self.east = east
    self.north = north
    self.south = south
  }

  /// The box around one position.
  init(_ position: WorldPoint) {
    self.init(west: position.x, east: position.x, north: position.y, south: position.y)
  }

  /// The extent to the east, from the first position to the last.
  @inline(__always) var width: UInt32 { east &- west }

  /// The extent to the south, from the first position to the last.
  ///
  /// - Precondition: the box is not empty.
  @inline(__always) var height: UInt32 { south - north }

  /// The larger side: the farthest that two positions lie apart along x or y.
  ///
  /// - Precondition: the box is not empty.
  @inline(__always) var extent: UInt32 { max(width, height) }

  /// Whether there is only one position in it.
  @inline(__always) var isPosition: Bool { west == east && north == south }

  /// Grows to hold a position; x must not wrap between it and the box.
  @inline(__always)
  mutating func insert(x: UInt32, y: UInt32) {
    west = min(west, x)
    east = max(east, x)
    north = min(north, y)
    south = max(south, y)
  }

  /// Grows to hold another box; x must not wrap between them.
  @inline(__always)
  mutating func formUnion(_ other: Box) {
    west = min(west, other.west)
    east = max(east, other.east)
    north = min(north, other.north)
    south = max(south, other.south)
  }

  /// The smallest box around two boxes.
  ///
  /// - Parameter origin: an x between which and either box, going east, nothing wraps.
  func union(_ other: Box, eastOf origin: UInt32) -> Box {
    Box(
      west: min(west &- origin, other.west &- origin) &+ origin,
      east: max(east &- origin, other.east &- origin) &+ origin,
      north: min(north, other.north), south: max(south, other.south))
  }

  /// A box around two boxes; the short way around the globe where x wraps.
  @inline(__always)
  func union(_ other: Box, wraps: Bool) -> Box { wraps ? union(other) : union(other, eastOf: 0) }

  /// A box around two boxes, by the short way around the globe; where both ways are equally long, from this
  /// box's west edge.
  @inline(__always)
  func union(_ other: Box) -> Box {
    let (east, quarter) = (other.west &- west, 1 << 30 as UInt32)
    // Where boxes are narrow and near each other, as most are, the short way is clear.
    if (width | other.width) < quarter {
      let (north, south) = (min(north, other.north), max(south, other.south))
      if east < quarter {
        return Box(west: west, east: west &+ max(width, east &+ other.width), north: north, south: south)
      }
      if 0 &- east < quarter {
        return Box(
          west: other.west, east: other.west &+ max(other.width, (0 &- east) &+ width), north: north,
          south: south)
      }
    }
    return wideUnion(other)
  }

  @inline(never)
  private func wideUnion(_ other: Box) -> Box {
    func width(from first: Box, to second: Box) -> UInt64 {
      max(UInt64(first.width), UInt64(second.west &- first.west) + UInt64(second.width))
    }
    let (fromHere, fromThere) = (width(from: self, to: other), width(from: other, to: self))
    let west = fromHere <= fromThere ? west : other.west
    return Box(
      west: west, east: west &+ UInt32(min(fromHere, fromThere, UInt64(UInt32.max))),
      north: min(north, other.north), south: max(south, other.south))
  }
}

/// The relation of a box or a cell to a rectangle.
enum Relation {
  /// No position of it is in the rectangle.
  case outside

  /// Some may be.
  case across

  /// All are.
  case inside
}

extension WorldRect {
  /// Returns the relation of a box to this rectangle.
  func relation(to box: Box) -> Relation {
    let (north, south) = (UInt64(self.north), UInt64(self.north) + height)
    guard UInt64(box.north) < south, UInt64(box.south) >= north else { return .outside }
    // Going east around the globe, either west edge lies within the other's extent, or they do not touch.
    let eastward = UInt64(box.west &- west)
    guard eastward < width || west &- box.west <= box.width else { return .outside }
    let covered = eastward + UInt64(box.width) < width
    return covered && UInt64(box.north) >= north && UInt64(box.south) < south ? .inside : .across
  }

  /// Whether a whole edge of a box is inside this rectangle. If it is the smallest box around some positions,
  /// one of them is on that edge, and so inside.
  func holdsEdge(of box: Box) -> Bool {
    let (north, south) = (UInt64(self.north), UInt64(self.north) + height)
    func isInside(row: UInt32) -> Bool { UInt64(row) >= north && UInt64(row) < south }
    func isInside(column: UInt32) -> Bool { UInt64(column &- west) < width }
    // A box all around the globe is no smallest one.
    guard box.width < .max else { return false }
    let hasAllColumns = UInt64(box.west &- west) + UInt64(box.width) < width
    let hasAllRows = UInt64(box.north) >= north && UInt64(box.south) < south
    return hasAllColumns && (isInside(row: box.north) || isInside(row: box.south))
      || hasAllRows && (isInside(column: box.west) || isInside(column: box.east))
  }
}
