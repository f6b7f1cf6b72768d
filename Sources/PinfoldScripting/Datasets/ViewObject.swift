import Lua
import Pinfold
import PinfoldDefinitions

/// A view as a script sees it.
final class ViewObject: LuaObject, Sendable {
  static let luaName = "view"
  let definition: ViewDefinition
  var luaNativeBytes: Int { 64 + MemoryLayout<ViewDefinition>.stride }

  init(_ definition: ViewDefinition) { self.definition = definition }

  convenience init(_ viewport: Viewport) { self.init(ViewDefinition(viewport)) }

  func viewport(on projection: Projection) throws(DefinitionError) -> Viewport {
    try definition.viewport(on: projection)
  }

  static func describe(_ lua: LuaClass<ViewObject>) {
    lua.about("A location, a zoom and a screen.", example: "view { lon = 2.35, lat = 48.86, zoom = 6 }")
    func field(
      _ name: String, _ summary: String, _ value: @escaping @Sendable (Viewport) -> Double
    ) {
      // A box is in degrees if it is unknown which points it shows.
      lua.getter(name, "number", summary) { view in value(try view.viewport(on: .mercator)) }
    }
    field("lon", "Longitude of its middle in degrees, or x on planar data.") { $0.center.longitude }
    field("lat", "Latitude of its middle in degrees, or y on planar data.") { $0.center.latitude }
    field("zoom", "The zoom: the world is one tile at 0, and twice as wide with each level.") { $0.zoom }
    field("width", "The width in screen points.") { $0.width }
    field("height", "The height in screen points.") { $0.height }
    field("tileSize", "The width of a tile in screen points.") { $0.tileSize }
    field("margin", "The margin around the screen, as a share of its size.") { $0.margin }
    field("bearing", "The direction that is up on the screen, in degrees clockwise from north.") {
      $0.bearing
    }
    lua.getter("clip", "string", "Which clusters are listed: 'members' or 'markers'.") { view in
      try view.viewport(on: .mercator).clip.rawValue
    }
    lua.metamethod(.toString) { (view: ViewObject) in view.description }
  }

  private var description: String {
    guard let viewport = try? viewport(on: .mercator) else { return "view: a box of x and y" }
    let (center, short) = (viewport.center, Self.short)
    return "view: \(short(center.longitude)), \(short(center.latitude)) at zoom \(short(viewport.zoom)), "
      + "\(short(viewport.width)) × \(short(viewport.height))"
      + (viewport.bearing == 0 ? "" : ", bearing \(short(viewport.bearing))")
  }

  static func short(_ value: Double) -> String { "\(ParameterValue.number((value * 1e5).rounded() / 1e5))" }
}

/// `view`: a viewport.
enum ViewFunction {
  static func open(in lua: LuaLibrary) {
    lua.define(
      "view", "(where: ViewOptions|string|number, lat?: number, zoom?: number, screen?: ViewOptions): view",
      "A location, a zoom and a screen; three numbers are longitude, latitude and zoom.",
      example: "paris = view(2.35, 48.86, 6, { width = 400 })"
    ) { (what: LuaValue, latitude: Double?, zoom: Double?, rest: LuaTable?) in
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
