import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldTiles

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
      guard map.map.points.projection.wraps else {
        throw LuaError(.runtime, "tiles: they show the globe; the points are on a plane")
      }
      let definition = try TilesDefinition(options, of: "tiles", registry: scope.registry)
      let plan = definition.plan(packsTiles: archive.packsTiles)
      // A frame at a time, and all tiles: of a zoom about what its markers take.
      for _ in plan.zooms { try call.reserve(frameOf: map.map.points.count) }
      let set = try TilePyramid(of: map.map, plan, context: scope.context).tiles { frame in
        try definition.writing.writer(of: frame, on: nil, keeping: .all, context: scope.context)
      }
      try archive.write(set, to: path)
      return ["tiles": LuaValue.integer(set.tiles.count), "bytes": .integer(set.byteCount)]
    }
  }
}
