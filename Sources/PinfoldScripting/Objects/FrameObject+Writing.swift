import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldVerbs

extension FrameObject {
  /// The clusters as GeoJSON.
  func geoJSON(_ writing: WritingDefinition, _ call: LuaCall) throws -> String {
    String(
      decoding: try Cluster(.made([named]), writing, as: .geojson).answer(call.verbContext), as: UTF8.self)
  }
}
