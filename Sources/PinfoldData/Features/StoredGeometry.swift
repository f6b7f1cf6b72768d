package import Pinfold

/// Geometries as a GeoPackage stores them: well-known binary with a header before it.
package enum StoredGeometry {
  /// Adds a geometry to a shape; false where the bytes contradict themselves.
  static func read(_ bytes: UnsafeRawBufferPointer, into shape: inout Shape) -> Bool {
    // "GP", version, flags, then the system and, as bits 1 to 3 say, an envelope; bit 4 is set for an empty
    // geometry.
    guard bytes.count >= 8, bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "P") else { return false }
    let flags = bytes[3]
    let sizes = [0, 32, 48, 48, 64]
    let envelope = Int(flags >> 1 & 7)
    guard envelope < sizes.count, bytes.count >= 8 + sizes[envelope] else { return false }
    if flags >> 4 & 1 == 1 { return true }
    return WellKnownBinary.read(
      UnsafeRawBufferPointer(rebasing: bytes[(8 + sizes[envelope])...]), into: &shape)
  }

  /// The positions of a geometry; nil where the bytes contradict themselves.
  package static func positions(of bytes: [UInt8], _ shapes: OtherShapes) -> [Coordinate]? {
    var shape = Shape(shapes)
    guard bytes.withUnsafeBytes({ read($0, into: &shape) }) else { return nil }
    return shape.positions.map { Coordinate(longitude: $0.x, latitude: $0.y) }
  }
}
