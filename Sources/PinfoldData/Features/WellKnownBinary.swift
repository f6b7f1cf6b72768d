/// Reads geometries as well-known binary (OGC 06-103r4): with Z and M, by the ISO's numbers or PostGIS's.
struct WellKnownBinary {
  private var reader: ByteReader

  /// Geometries may nest; nobody means more levels than this.
  private static let maximumNesting = 16

  /// Adds a geometry to a shape.
  ///
  /// - Returns: false where the bytes contradict themselves or end too early.
  static func read(_ bytes: UnsafeRawBufferPointer, into shape: inout Shape) -> Bool {
    var geometry = WellKnownBinary(reader: ByteReader(bytes))
    return geometry.read(into: &shape, depth: 0)
  }

  private mutating func read(into shape: inout Shape, depth: Int) -> Bool {
    guard depth < Self.maximumNesting, let order = reader.integer(UInt8.self), order <= 1 else {
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
      guard let x = reader.double(), let y = reader.double(), reader.take(size - 16) != nil else {
        return false
      }
      shape.addPoint(x, y)
      return true
    case 2: return path(into: &shape, isArea: false, size)
    case 3:
      guard let rings = count(atLeast: 4) else { return false }
      if rings == 0 { shape.addOther("an empty polygon") }
      return (0..<rings).allSatisfy { _ in path(into: &shape, isArea: true, size) }
    case 4, 5, 6, 7:
      guard let parts = count(atLeast: 5) else { return false }
      return (0..<parts).allSatisfy { _ in read(into: &shape, depth: depth + 1) }
    case 8...17:
      // Curves and surfaces, of which no point is made.
      shape.addOther("a curve or surface")
      return true
    default: return false
    }
  }

  /// A number of parts, for each of which there are bytes enough.
  private mutating func count(atLeast size: Int) -> Int? {
    guard let count = reader.integer(UInt32.self), Int(count) <= reader.left / size else { return nil }
    return Int(count)
  }

  private mutating func path(into shape: inout Shape, isArea: Bool, _ size: Int) -> Bool {
    guard let corners = count(atLeast: size) else { return false }
    if shape.beginPath(isArea: isArea) {
      for _ in 0..<corners {
        guard let x = reader.double(), let y = reader.double(), reader.take(size - 16) != nil else {
          return false
        }
        shape.addCorner(x, y)
      }
      shape.endPath()
      return true
    }
    return reader.take(corners * size) != nil
  }
}
