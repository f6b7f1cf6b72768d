import CLand
import Pinfold

/// The land of the earth, whose coast lies under maps to orient by.
///
/// Source: Natural Earth, 1:110m land (naturalearthdata.com), in the public domain; rounded to 0.1 degree.
public enum Land {
  /// The file that is part of the program: a JSON list of rings, each a flat list of longitudes and latitudes
  /// in turn, closed, and cut at ±180°.
  public static var json: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: pinfold_land(), count: pinfold_land_size()))
  }

  static let rings: [[Coordinate]] = {
    json.dropFirst().dropLast().split(separator: UInt8(ascii: "]")).map { ring in
      let numbers = ring.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ",") }.compactMap {
        Double(String(decoding: $0, as: UTF8.self))
      }
      return stride(from: 0, to: numbers.count - 1, by: 2).map {
        Coordinate(longitude: numbers[$0], latitude: numbers[$0 + 1])
      }
    }.filter { !$0.isEmpty }
  }()

  /// The side of the square world in which ``path`` lies: a unit is a tenth of a degree of longitude.
  static let side = 3600.0

  /// The outlines as commands of a path in a square world, its corner at 180° west and the map's northern
  /// edge.
  static let path: String = {
    var path = SVGPath()
    for ring in rings {
      path.outline(
        ring.map { place in
          let y = Double(Projection.mercator.project(place).y) / WorldPoint.worldSize
          return ScreenPosition(x: (place.longitude + 180) / 360 * side, y: y * side)
        })
    }
    return path.commands
  }()
}
