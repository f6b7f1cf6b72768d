import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions

extension FrameObject {
  /// The clusters as GeoJSON.
  func geoJSON(_ writing: WritingDefinition, _ call: LuaCall) throws -> String {
    guard frame.points.projection.wraps else {
      throw LuaError(.runtime, "geojson: it holds longitudes and latitudes only; the points are on a plane")
    }
    let members = writing.members ? frame.points.count : 0
    // About what a feature takes, and each id and value in it.
    try call.reserve(bytes: frame.count * (200 + 40 * frame.points.attributes.count) + 12 * members)
    let map = writing.expansionZoom ? try madeBy("geojson") : map
    let writer = try writing.writer(of: frame, on: map, keeping: .all, context: RunContext())
    return String(decoding: writer.geoJSON(), as: UTF8.self)
  }
}
