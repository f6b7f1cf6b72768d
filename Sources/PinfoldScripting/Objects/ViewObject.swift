import Lua
import Pinfold

/// A viewport as a script sees it.
final class ViewObject: LuaObject, Sendable {
  static let luaName = "view"

  let viewport: Viewport

  init(_ viewport: Viewport) { self.viewport = viewport }

  private static let fields = ["lon", "lat", "x", "y", "zoom", "width", "height", "tileSize", "margin"]

  static func describe(_ lua: LuaClass<ViewObject>) {
    lua.getter("lon") { $0.viewport.center.longitude }
    lua.getter("lat") { $0.viewport.center.latitude }
    lua.getter("zoom") { $0.viewport.zoom }
    lua.getter("width") { $0.viewport.width }
    lua.getter("height") { $0.viewport.height }
    lua.getter("tileSize") { $0.viewport.tileSize }
    lua.getter("margin") { $0.viewport.margin }
    lua.metamethod(.toString) { (view: ViewObject) in view.description }
  }

  private var description: String {
    func short(_ value: Double) -> String { "\(ParameterValue.number((value * 1e5).rounded() / 1e5))" }
    let center = viewport.center
    return "view: \(short(center.longitude)), \(short(center.latitude)) at zoom \(short(viewport.zoom)), "
      + "\(short(viewport.width)) × \(short(viewport.height))"
  }

  /// Reads `{ lon = …, lat = …, zoom = …, width = 1280, height = 800, tileSize = 256, margin = 0 }`; on planar data x
  /// and y say where the middle is.
  static func viewport(_ table: [String: LuaValue]) throws -> Viewport {
    var options = OptionTable(table, of: "view", known: fields)
    let longitude = try options.number("lon") ?? options.number("x")
    let latitude = try options.number("lat") ?? options.number("y")
    guard let longitude, let latitude else {
      throw LuaError(.runtime, "view: the middle is missing; give lon and lat, or x and y")
    }
    guard let zoom = try options.number("zoom") else { throw LuaError(.runtime, "view: 'zoom' is missing") }
    var viewport = Viewport(center: Coordinate(longitude: longitude, latitude: latitude), zoom: zoom)
    try screen(&options, &viewport)
    try options.finish()
    // Only x and y may be anywhere.
    return try viewport.validated(planar: table["x"] != nil)
  }

  /// Reads the size and what goes with it.
  static func screen(_ options: inout OptionTable, _ viewport: inout Viewport) throws {
    viewport.width = try options.number("width") ?? viewport.width
    viewport.height = try options.number("height") ?? viewport.height
    viewport.tileSize = try options.number("tileSize") ?? viewport.tileSize
    viewport.margin = try options.number("margin") ?? viewport.margin
  }
}
