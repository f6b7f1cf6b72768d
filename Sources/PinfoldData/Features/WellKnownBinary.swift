package import Pinfold

/// Reads geometries as well-known binary (OGC 06-103r4): with Z and M, by the ISO's numbers or PostGIS's.
struct WellKnownBinary {
  private var reader: ByteReader

  /// Adds a geometry to a shape; false where the bytes contradict themselves or end too early.
  static func read(_ bytes: Bytes, into shape: inout Shape) -> Bool {
    var geometry = WellKnownBinary(reader: ByteReader(bytes))
    return geometry.read(into: &shape, depth: 0)
  }

  private mutating func read(into shape: inout Shape, depth: Int) -> Bool {
    guard depth < Shape.maximumNesting, let order = reader.integer(UInt8.self), order <= 1 else {
      return false
    }
    reader.isBigEndian = order == 0
    guard let code = reader.integer(UInt32.self) else { return false }
    // PostGIS has flags in the highest bits; the ISO adds a thousand for Z, two for M.
    if code & 0x2000_0000 != 0 && reader.integer(UInt32.self) == nil { return false }
    let plain = code & 0x0FFF_FFFF
    let more = (code >> 31 & 1) + (code >> 30 & 1) + (plain / 1000 == 3 ? 2 : plain / 1000 == 0 ? 0 : 1)
    guard plain < 4000, more <= 2 else { return false }
    let size = 16 + 8 * Int(more)
    switch plain % 1000 {
    case 1:
      guard let (x, y) = reader.corner(size: size) else { return false }
      shape.addPoint(x, y)
      return true
    case 2: return path(into: &shape, isArea: false, size)
    case 3:
      guard let rings = reader.count(of: 4) else { return false }
      if rings == 0 { shape.addOther("an empty polygon") }
      return (0..<rings).allSatisfy { _ in path(into: &shape, isArea: true, size) }
    case 4, 5, 6, 7:
      guard let parts = reader.count(of: 5) else { return false }
      return (0..<parts).allSatisfy { _ in read(into: &shape, depth: depth + 1) }
    case 8...17:
      shape.addOther("a curve or surface")
      return true
    default: return false
    }
  }

  private mutating func path(into shape: inout Shape, isArea: Bool, _ size: Int) -> Bool {
    guard let corners = reader.count(of: size) else { return false }
    return shape.addPath(&reader, corners: corners, size: size, isArea: isArea)
  }
}

/// Geometries as a GeoPackage stores them: well-known binary with a header before it.
package enum StoredGeometry {
  static func read(_ bytes: Bytes, into shape: inout Shape) -> Bool {
    // "GP", version, flags, then the system and, depending on bits 1 to 3, an envelope; bit 4 is set for an
    // empty geometry.
    guard bytes.count >= 8, bytes.starts(with: "GP".utf8) else { return false }
    let flags = bytes[3]
    let sizes = [0, 32, 48, 48, 64]
    let envelope = Int(flags >> 1 & 7)
    guard envelope < sizes.count, bytes.count >= 8 + sizes[envelope] else { return false }
    if flags >> 4 & 1 == 1 { return true }
    return WellKnownBinary.read(bytes.part(from: 8 + sizes[envelope]), into: &shape)
  }

  /// The positions of a geometry; nil where the bytes contradict themselves.
  package static func positions(of bytes: [UInt8], _ shapes: OtherShapes) -> [Coordinate]? {
    var shape = Shape(shapes)
    guard bytes.withView({ read($0, into: &shape) }) else { return nil }
    return shape.positions.map { Coordinate(longitude: $0.x, latitude: $0.y) }
  }
}
