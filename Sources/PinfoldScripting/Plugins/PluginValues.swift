import Lua
import Pinfold
import PinfoldColumns

extension LuaValue {
  /// The offset of an element that Lua code names by its index from 1; nil unless there is such an element in
  /// a list of `count`.
  func offset(in count: Int) -> Int? {
    guard let index = integer, index >= 1, index <= count else { return nil }
    return index - 1
  }
}

extension ParameterValues {
  /// The values as the table that a plugin's functions get.
  var luaTable: [String: ParameterLua] { mapValues(ParameterLua.init) }
}

extension ProjectedView {
  /// The view as the table that a plugin's functions get; lengths in screen points, positions as those of
  /// points.
  var luaTable: [String: LuaValue] {
    let middle = worldPosition(of: center)
    return [
      "lon": .number(viewport.center.longitude), "lat": .number(viewport.center.latitude),
      "zoom": .number(viewport.zoom), "width": .number(viewport.width), "height": .number(viewport.height),
      "tileSize": .number(viewport.tileSize), "margin": .number(viewport.margin),
      "bearing": .number(viewport.bearing),
      "x": .number(middle.x), "y": .number(middle.y), "worldWidth": .number(viewport.worldWidth),
      "wraps": .boolean(projection.wraps),
    ]
  }
}
