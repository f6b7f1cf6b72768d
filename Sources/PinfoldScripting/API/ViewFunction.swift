import Lua
import PinfoldDefinitions

/// `view { lon = …, lat = …, zoom = … }`, or `view "2.35,48.86,6"`: a viewport.
enum ViewFunction {
  static func open(in state: LuaState) {
    state.define("view") { (what: LuaValue) in
      ViewObject(try ViewDefinition(try Node(what, place: "view")))
    }
  }
}
