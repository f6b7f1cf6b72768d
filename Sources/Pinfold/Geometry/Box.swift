/// The bounding box of positions, edges inclusive. On the globe `west > east` if it crosses ±180°.
struct Box: Hashable, Sendable {
  var west: UInt32
  var east: UInt32
  var north: UInt32
  var south: UInt32

  /// The box of no positions, the identity of a union.
  static let empty = Box(west: .max, east: 0, north: .max, south: 0)
}

extension Box {
  init(_ position: WorldPoint) {
    self.init(west: position.x, east: position.x, north: position.y, south: position.y)
  }

  @inline(__always) var width: UInt32 { east &- west }

  /// - Precondition: the box is not empty.
  @inline(__always) var height: UInt32 { south - north }

  /// The larger side of a nonempty box.
  @inline(__always) var extent: UInt32 { max(width, height) }

  @inline(__always) var isPosition: Bool { west == east && north == south }

  /// Extends the box to a position; x must not wrap between them.
  @inline(__always)
  mutating func insert(x: UInt32, y: UInt32) {
    west = min(west, x)
    east = max(east, x)
    north = min(north, y)
    south = max(south, y)
  }

  /// Extends the box to contain another; x must not wrap between them.
  @inline(__always)
  mutating func formUnion(_ other: Box) {
    west = min(west, other.west)
    east = max(east, other.east)
    north = min(north, other.north)
    south = max(south, other.south)
  }

  /// - Parameter origin: an x from which neither box wraps, going east.
  func union(_ other: Box, eastOf origin: UInt32) -> Box {
    Box(
      west: min(west &- origin, other.west &- origin) &+ origin,
      east: max(east &- origin, other.east &- origin) &+ origin,
      north: min(north, other.north), south: max(south, other.south))
  }

  /// The union; by the shorter way around the globe if x wraps.
  @inline(__always)
  func union(_ other: Box, wraps: Bool) -> Box { wraps ? union(other) : union(other, eastOf: 0) }

  /// The union by the shorter way around the globe; on a tie, from this box's west edge.
  @inline(__always)
  func union(_ other: Box) -> Box {
    let (east, quarter) = (other.west &- west, 1 << 30 as UInt32)
    // Fast path: between narrow boxes that are close, the shorter way is obvious.
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

/// The relation of a box or cell to a rectangle.
enum Relation {
  case outside
  /// Possibly in part.
  case across
  case inside
}

extension WorldRect {
  func relation(to box: Box) -> Relation {
    let (north, south) = (UInt64(self.north), UInt64(self.north) + height)
    guard UInt64(box.north) < south, UInt64(box.south) >= north else { return .outside }
    // Around the globe, one west edge lies within the other's extent, or they are disjoint.
    let eastward = UInt64(box.west &- west)
    guard eastward < width || west &- box.west <= box.width else { return .outside }
    let covered = eastward + UInt64(box.width) < width
    return covered && UInt64(box.north) >= north && UInt64(box.south) < south ? .inside : .across
  }

  /// Whether an edge of a bounding box is inside, and with it at least one of its positions.
  func holdsEdge(of box: Box) -> Bool {
    let (north, south) = (UInt64(self.north), UInt64(self.north) + height)
    func isInside(row: UInt32) -> Bool { UInt64(row) >= north && UInt64(row) < south }
    func isInside(column: UInt32) -> Bool { UInt64(column &- west) < width }
    // A box all around the globe is not minimal.
    guard box.width < .max else { return false }
    let hasAllColumns = UInt64(box.west &- west) + UInt64(box.width) < width
    let hasAllRows = UInt64(box.north) >= north && UInt64(box.south) < south
    return hasAllColumns && (isInside(row: box.north) || isInside(row: box.south))
      || hasAllRows && (isInside(column: box.west) || isInside(column: box.east))
  }
}
