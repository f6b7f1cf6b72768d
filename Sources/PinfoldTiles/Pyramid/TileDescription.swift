package import Pinfold
import PinfoldData

/// The content of documents about tiles: TileJSON of a folder or a server, metadata of PMTiles and MBTiles.
///
/// Source: [TileJSON 3.0.0](https://github.com/mapbox/tilejson-spec/tree/master/3.0.0).
package struct TileDescription: Sendable {
  package let plan: TilePlan

  /// The names of all properties with the kinds of their values, sorted by the names' bytes; empty if tiles
  /// are made on demand.
  package internal(set) var fields: [(name: String, kind: String)] = []

  /// The box around the points with the buffer of the least zoom. From −180° to 180° where it crosses that
  /// meridian; the whole world without points.
  package let bounds: CoordinateBounds
  private let middle: Coordinate

  package init(_ plan: TilePlan, of points: PointSet) {
    self.plan = plan
    let all = points.bounds(of: Array(0..<points.count))
    let world = WorldPoint.worldSize
    // One unit of a tile at least, as a box without an area is none to many programs.
    let units = Double(max(plan.buffer, 1)) / (4096 * Double(1 << plan.zooms.lowerBound))
    func coordinate(_ x: Double, _ y: Double) -> Coordinate {
      points.projection.unproject(unitX: x, unitY: max(0, min(y, 1)))
    }
    let (x, y) = (Double(all.west) / world, Double(all.north) / world)
    let (width, height) = (Double(all.width) / world, Double(all.height) / world)
    let isEmpty = points.count == 0
    let northWest = isEmpty ? coordinate(0, 0) : coordinate(x - units, y - units)
    let southEast = isEmpty ? coordinate(0, 1) : coordinate(x + width + units, y + height + units)
    // On the globe the meridian of ±180° is where x is a whole number.
    let isAcross = isEmpty || x - units < 0 || x + width + units >= 1
    bounds = CoordinateBounds(
      west: isAcross ? -180 : northWest.longitude, south: southEast.latitude,
      east: isAcross ? 180 : southEast.longitude, north: northWest.latitude)
    middle = isEmpty ? coordinate(0.5, 0.5) : points.projection.unproject(all.center)
  }

  var name: String { plan.name ?? plan.layer }

  /// A location to open a map at: the middle of the points, at the least zoom.
  var center: (longitude: Double, latitude: Double, zoom: Int) {
    (middle.longitude, middle.latitude, plan.zooms.lowerBound)
  }

  /// A TileJSON document, on one line.
  ///
  /// - Parameter address: the template of the tiles' addresses.
  package func tileJSON(address: String) -> [UInt8] {
    JSONWriter.line { json in
      json.member("tilejson", "3.0.0")
      json.member("name", name)
      if let attribution = plan.attribution { json.member("attribution", attribution) }
      json.array("tiles", [address]) { json, address in json.value(address) }
      json.member("minzoom", plan.zooms.lowerBound)
      json.member("maxzoom", plan.zooms.upperBound)
      json.array("bounds", bounds.edges) { json, edge in json.value(edge) }
      json.array("center", [center.longitude, center.latitude, Double(center.zoom)]) { $0.value($1) }
      writeLayers(to: &json)
    }
  }

  func writeLayers(to json: inout JSONWriter) {
    json.array("vector_layers", [plan]) { json, plan in
      json.object { json in
        json.member("id", plan.layer)
        json.member("minzoom", plan.zooms.lowerBound)
        json.member("maxzoom", plan.zooms.upperBound)
        json.object("fields") { json in for field in fields { json.member(field.name, field.kind) } }
      }
    }
  }
}

/// The options of a set of tiles.
package struct TilePlan: Hashable, Sendable {
  /// The zooms of slippy tiles to make.
  package var zooms = 0...14

  /// The width of a tile in screen points: the scale of a strategy's sizes.
  package var tileSize = 512.0

  /// The width of the strip around a tile whose markers are on it too, in units of 1/4096 of a tile; 0…2048.
  package var buffer = 64
  package var layer = "clusters"

  /// The name of the whole; nil for the layer's.
  package var name: String?

  /// The attribution to show next to the map; nil for none.
  package var attribution: String?

  /// Whether features have the zoom at which they fall apart.
  package var hasExpansionZooms = false
  package var packsTiles = true

  package init() {}
}

/// The vector tiles of some zooms, and their description.
package struct TileSet: Sendable {
  package struct Tile: Sendable {
    package let address: TileAddress

    /// The vector tile, packed or not as the set is.
    package let bytes: [UInt8]
  }

  package internal(set) var description: TileDescription

  /// The tiles that have a marker, in the order of their Hilbert indices, and so by zoom.
  package internal(set) var tiles: [Tile] = []

  package var byteCount: Int { tiles.reduce(0) { $0 + $1.bytes.count } }
}
