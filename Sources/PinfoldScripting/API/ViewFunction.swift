import Lua
import Pinfold
import PinfoldDefinitions

/// `view { lon = …, lat = …, zoom = … }`, `view(2.35, 48.86, 6)` or `view "2.35,48.86,6"`: a viewport.
enum ViewFunction {
  static func open(in state: LuaState) {
    state.define("view") { (what: LuaValue, latitude: Double?, zoom: Double?, rest: LuaTable?) in
      guard let longitude = what.number else {
        return ViewObject(try ViewDefinition(try Node(what, place: "view")))
      }
      guard let latitude, let zoom else {
        throw LuaArgumentError(
          1, "three numbers expected, longitude, latitude and zoom, as in view(2.35, 48.86, 6)")
      }
      let middle = [("lon", longitude), ("lat", latitude), ("zoom", zoom)]
      return ViewObject(
        try ViewDefinition(try Node(rest, of: "view", with: middle.map { ($0, .number($1)) })))
    }
  }
}
