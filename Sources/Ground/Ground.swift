import CGround
package import Pinfold

/// The ground under maps: land, lakes, borders, and the names of 1,000 towns.
///
/// Source: Natural Earth at 1:110 million and 1:50 million (naturalearthdata.com), in the public domain.
/// `CGround.h` says how the file is written.
package struct Ground: Sendable {
  /// The ground that is part of the program.
  package static let world = Ground(
    unsafe Array(UnsafeBufferPointer(start: pinfold_ground(), count: pinfold_ground_size())))

  /// The whole file.
  package let bytes: [UInt8]

  /// The outlines of the land at 1:110 million, not closed, cut at ±180°; islands and holes alike.
  package let land: [[Coordinate]]

  /// The towns, those that matter from the lowest zoom on first.
  package let towns: [Town]

  /// The finer ground, cut into squares of so many degrees. A square without land has no tile.
  package let tiles: [Tile]
  package let side: Double

  private let scale: Double

  /// Where the towns begin in the file.
  private let head: Int

  /// Reads a file of this program's; it checks nothing.
  package init(_ bytes: [UInt8]) {
    var reader = GroundReader(bytes)
    let side = reader.number()
    let scale = Double(reader.number())
    land = reader.parts(scale: scale)
    head = reader.next
    towns = (0..<reader.number()).map { _ in
      let place = Coordinate(
        longitude: Double(reader.number()) / scale, latitude: Double(reader.number()) / scale)
      let zoom = Double(reader.number()) / 10
      return Town(
        name: String(decoding: bytes[reader.skip(reader.number())], as: UTF8.self), at: place, zoom: zoom)
    }
    tiles = (0..<reader.number()).map { _ in
      let (west, south) = (Double(reader.number()), Double(reader.number()))
      return Tile(west: west, south: south, content: reader.skip(reader.number()))
    }
    (self.bytes, self.scale, self.side) = (bytes, scale, Double(side))
  }

  /// A place with a name.
  package struct Town: Sendable {
    package let name: String
    package let at: Coordinate

    /// The zoom from which maps commonly name it.
    package let zoom: Double

    fileprivate init(name: String, at place: Coordinate, zoom: Double) {
      (self.name, at, self.zoom) = (name, place, zoom)
    }
  }

  /// A square of the finer ground, by its corner in degrees.
  package struct Tile: Sendable {
    package let west: Double
    package let south: Double
    fileprivate let content: Range<Int>
  }

  /// What lies in a tile: rings of land and lakes, which are even-odd and reach a little beyond it, and
  /// lines.
  package struct Shapes {
    package let land, lakes, coasts, borders: [[Coordinate]]
  }

  /// Reads a tile.
  package func shapes(in tile: Tile) -> Shapes {
    var reader = GroundReader(bytes, at: tile.content.lowerBound)
    return Shapes(
      land: reader.parts(scale: scale), lakes: reader.parts(scale: scale), coasts: reader.parts(scale: scale),
      borders: reader.parts(scale: scale))
  }

  /// The file with towns and tiles of some places alone.
  ///
  /// - Parameter isKept: says whether the tile with this western and southern edge is kept.
  package func bytes(where isKept: (_ west: Double, _ south: Double) -> Bool) -> [UInt8] {
    func corner(_ degrees: Double) -> Double { (degrees / side).rounded(.down) * side }
    let towns = towns.filter { isKept(corner($0.at.longitude), corner($0.at.latitude)) }
    let tiles = tiles.filter { isKept($0.west, $0.south) }
    var writer = GroundWriter(bytes: Array(bytes[..<head]))
    writer.put(towns.count)
    for town in towns {
      for degrees in [town.at.longitude, town.at.latitude] { writer.put(Int((degrees * scale).rounded())) }
      writer.put(Int((town.zoom * 10).rounded()))
      writer.put(town.name.utf8.count)
      writer.bytes += town.name.utf8
    }
    writer.put(tiles.count)
    for tile in tiles {
      for number in [Int(tile.west), Int(tile.south), tile.content.count] { writer.put(number) }
      writer.bytes += bytes[tile.content]
    }
    return writer.bytes
  }
}

/// Reads the numbers of the file.
private struct GroundReader {
  private let bytes: [UInt8]
  private(set) var next: Int

  init(_ bytes: [UInt8], at start: Int = 0) { (self.bytes, next) = (bytes, start) }

  mutating func number() -> Int {
    var (value, shift) = (0, 0)
    repeat {
      value |= Int(bytes[next] & 127) << shift
      shift += 7
      next += 1
    } while bytes[next - 1] > 127
    return value >> 1 ^ -(value & 1)
  }

  mutating func skip(_ count: Int) -> Range<Int> {
    next += count
    return next - count..<next
  }

  mutating func parts(scale: Double) -> [[Coordinate]] {
    (0..<number()).map { _ in
      var (x, y) = (0, 0)
      return (0..<number()).map { _ in
        x += number()
        y += number()
        return Coordinate(longitude: Double(x) / scale, latitude: Double(y) / scale)
      }
    }
  }
}

package struct GroundWriter {
  package fileprivate(set) var bytes: [UInt8]

  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  package mutating func put(_ number: Int) {
    var rest = UInt(bitPattern: number << 1 ^ number >> 63)
    while rest > 127 {
      bytes.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
