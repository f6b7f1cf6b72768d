/// The smallest box around some positions, its edges all inside; on the globe it may cross the ±180° meridian.
struct TightBox: Equatable {
  var west: UInt32
  var north: UInt32

  /// The extents east and south of the north-west corner, to the last position.
  var width: UInt32 = 0
  var height: UInt32 = 0

  /// The smallest box around two boxes.
  ///
  /// - Parameter origin: an x between which and either box, going east, nothing wraps.
  func joined(with other: TightBox, origin: UInt32) -> TightBox {
    let west = min(self.west &- origin, other.west &- origin)
    let east = max(self.west &- origin + width, other.west &- origin + other.width)
    let north = min(north, other.north)
    let south = max(self.north + height, other.north + other.height)
    return TightBox(west: west &+ origin, north: north, width: east - west, height: south - north)
  }

  /// A box around two boxes, by the short way around the globe; where both ways are equally long, from this box's
  /// west edge.
  func joined(with other: TightBox) -> TightBox {
    func width(from first: TightBox, to second: TightBox) -> UInt64 {
      max(UInt64(first.width), UInt64(second.west &- first.west) + UInt64(second.width))
    }
    let (east, west) = (width(from: self, to: other), width(from: other, to: self))
    let south = max(self.north + height, other.north + other.height)
    let north = min(north, other.north)
    return TightBox(
      west: east <= west ? self.west : other.west, north: north,
      width: UInt32(min(east, west, UInt64(UInt32.max))), height: south - north)
  }
}

extension WorldRect {
  /// How a box lies to this rectangle.
  enum Relation {
    /// No position of the box is in the rectangle.
    case outside

    /// Some may be.
    case across

    /// All are.
    case inside
  }

  /// How a box lies to this rectangle.
  func relation(to box: TightBox) -> Relation {
    let south = UInt64(north) + height
    let boxSouth = UInt64(box.north) + UInt64(box.height)
    guard UInt64(box.north) < south, boxSouth >= UInt64(north) else { return .outside }
    // Going east around the globe, either west edge lies within the other's extent, or they do not touch.
    let eastward = UInt64(box.west &- west)
    guard eastward < width || west &- box.west <= box.width else { return .outside }
    let covered = eastward + UInt64(box.width) < width
    return covered && box.north >= north && boxSouth < south ? .inside : .across
  }
}
