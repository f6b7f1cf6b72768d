import Ground
import Pinfold

/// The coast at 1:110 million, to which the maps of a document refer.
enum LandOutline {
  /// The side of the square world in which ``path`` lies: a unit is a tenth of a degree of longitude.
  static let side = 3600.0

  /// The coarse outlines as commands of a path in a square world, its corner at 180° west and the map's
  /// northern edge.
  static let path: String = {
    var path = SVGPath()
    for ring in Ground.world.land {
      path.outline(
        ring.map { place in
          let y = Double(Projection.mercator.project(place).y) / WorldPoint.worldSize
          return ScreenPosition(x: (place.longitude + 180) / 360 * side, y: y * side)
        })
    }
    return path.commands
  }()
}
