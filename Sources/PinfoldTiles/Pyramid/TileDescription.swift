package import Pinfold
import PinfoldData

/// What documents about tiles say of them: TileJSON of a folder or a server, metadata of PMTiles and MBTiles.
///
/// Source: [TileJSON 3.0.0](https://github.com/mapbox/tilejson-spec/tree/master/3.0.0).
package struct TileDescription: Sendable {
  /// What was asked for.
  package let plan: TilePlan

  /// The names of all properties with the kinds of their values, sorted by the names' bytes; none where tiles
  /// are made as they are asked for.
  package internal(set) var fields: [(name: String, kind: String)] = []

  /// The box around all points; the whole world's where it crosses ±180° or there are none.
  package let bounds: CoordinateBounds

  /// Describes the tiles of points.
  package init(_ plan: TilePlan, of points: PointSet) {
    self.plan = plan
    let bounds = points.count == 0 ? Self.world : points.coordinateBounds(of: Array(0..<points.count))
    self.bounds = bounds.west <= bounds.east ? bounds : Self.world
  }

  private static let world = CoordinateBounds(west: -180, south: -85.051129, east: 180, north: 85.051129)

  /// The name of the whole.
  var name: String { plan.name ?? plan.layer }

  /// A location to open a map at: the middle of the points, at the least zoom.
  var center: (longitude: Double, latitude: Double, zoom: Int) {
    ((bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2, plan.zooms.lowerBound)
  }

  /// A TileJSON document, on one line.
  ///
  /// - Parameter address: the template of the tiles' addresses.
  package func tileJSON(address: String) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("tilejson", "3.0.0")
      json.member("name", name)
      if let attribution = plan.attribution { json.member("attribution", attribution) }
      json.key("tiles")
      json.array { json in json.value(address) }
      json.member("minzoom", plan.zooms.lowerBound)
      json.member("maxzoom", plan.zooms.upperBound)
      json.key("bounds")
      json.array { json in for edge in bounds.edges { json.value(edge) } }
      json.key("center")
      json.array { json in
        json.value(center.longitude)
        json.value(center.latitude)
        json.value(center.zoom)
      }
      writeLayers(to: &json)
    }
    json.newline()
    return json.bytes
  }

  /// Writes the member that tells the one layer and its fields.
  func writeLayers(to json: inout JSONWriter) {
    json.key("vector_layers")
    json.array { json in
      json.object { json in
        json.member("id", plan.layer)
        json.member("minzoom", plan.zooms.lowerBound)
        json.member("maxzoom", plan.zooms.upperBound)
        json.key("fields")
        json.object { json in for field in fields { json.member(field.name, field.kind) } }
      }
    }
  }
}
