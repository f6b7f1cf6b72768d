/// Z-order keys: the bits of x and y interleaved, so that the keys of a Morton cell are one range.
///
/// Source: G. M. Morton, "A computer oriented geodetic data base", IBM, 1966.
enum Morton {
  /// The key of a position, y in the odd bits.
  @inline(__always)
  static func key(x: UInt32, y: UInt32) -> UInt64 { spread(x) | spread(y) << 1 }

  @inline(__always)
  static func x(_ key: UInt64) -> UInt32 { gather(key) }

  @inline(__always)
  static func y(_ key: UInt64) -> UInt32 { gather(key >> 1) }

  /// Puts a zero bit before each bit.
  @inline(__always)
  private static func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    bits = (bits | bits << 1) & 0x5555_5555_5555_5555
    return bits
  }

  /// Keeps every other bit.
  @inline(__always)
  private static func gather(_ value: UInt64) -> UInt32 {
    var bits = value & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits >> 16) & 0x0000_0000_FFFF_FFFF
    return UInt32(truncatingIfNeeded: bits)
  }
}

extension Projection {
  /// The distance by which x is moved before it is divided into Morton cells.
  ///
  /// Nested cells on a circle share a border meridian at all levels. A third of the world is 0101…₂, which is
  /// never nearer than a quarter of a cell to a border of any level, so ±180° is inside a cell at every
  /// level. The plane has edges anyway.
  var gridPhase: UInt32 { wraps ? 0x5555_5555 : 0 }
}
