import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldTiles
import PinfoldVerbs

/// `tiles(map, "clusters.pmtiles", { zooms = "0-10", layerName = … })`: writes a map's clusters as vector
/// tiles, and returns their number. A function, not a method: plugins have maps too, but write no files.
enum TilesFunction {
  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("tiles") { (call: LuaCall, map: MapObject, path: String, options: LuaTable?) in
      guard let archive = TileArchive(named: path) else {
        throw LuaArgumentError(2, "\(TileArchive.expectation) expected, got '\(path)'")
      }
      if archive == .folder {
        try scope.checkWriting(in: path)
      } else {
        try scope.checkWriting(file: path)
      }
      let options = try TilesDefinition(options, of: "tiles", registry: scope.registry)
      let set = try Tiles(.made(map.named), options, isPacked: archive.packsTiles).answer(
        scope.verbContext(call))
      try archive.write(set, to: path)
      return ["tiles": LuaValue.integer(set.tiles.count), "bytes": .integer(set.byteCount)]
    }
  }
}
