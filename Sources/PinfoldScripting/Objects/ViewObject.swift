import Lua
import Pinfold

/// A viewport as a script sees it.
final class ViewObject: LuaObject, Sendable {
  static let luaName = "view"

  let viewport: Viewport

  /// Whether it was given as a box of longitudes and latitudes, which no plane has.
  let isBox: Bool

  init(_ viewport: Viewport, isBox: Bool = false) {
    self.viewport = viewport
    self.isBox = isBox
  }

  static func describe(_ lua: LuaClass<ViewObject>) {
    lua.getter("lon") { $0.viewport.center.longitude }
    lua.getter("lat") { $0.viewport.center.latitude }
    lua.getter("zoom") { $0.viewport.zoom }
    lua.getter("width") { $0.viewport.width }
    lua.getter("height") { $0.viewport.height }
    lua.getter("tileSize") { $0.viewport.tileSize }
    lua.getter("margin") { $0.viewport.margin }
    lua.getter("bearing") { $0.viewport.bearing }
    lua.metamethod(.toString) { (view: ViewObject) in view.description }
  }

  private var description: String {
    func short(_ value: Double) -> String { "\(ParameterValue.number((value * 1e5).rounded() / 1e5))" }
    let center = viewport.center
    return "view: \(short(center.longitude)), \(short(center.latitude)) at zoom \(short(viewport.zoom)), "
      + "\(short(viewport.width)) × \(short(viewport.height))"
      + (viewport.bearing == 0 ? "" : ", bearing \(short(viewport.bearing))")
  }
}
