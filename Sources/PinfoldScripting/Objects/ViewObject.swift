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

  /// The viewport over points of a projection.
  func viewport(on projection: Projection) throws(DefinitionError) -> Viewport {
    try definition.viewport(on: projection)
  }

  static func describe(_ lua: LuaClass<ViewObject>) {
    func field(_ name: String, _ value: @escaping @Sendable (Viewport) -> Double) {
      // A box is one of degrees where nothing says what points it shows.
      lua.getter(name) { view in value(try view.viewport(on: .mercator)) }
    }
    field("lon") { $0.center.longitude }
    field("lat") { $0.center.latitude }
    field("zoom") { $0.zoom }
    field("width") { $0.width }
    field("height") { $0.height }
    field("tileSize") { $0.tileSize }
    field("margin") { $0.margin }
    field("bearing") { $0.bearing }
    lua.getter("clip") { view in try view.viewport(on: .mercator).clip.rawValue }
    lua.metamethod(.toString) { (view: ViewObject) in view.description }
  }

  private var description: String {
    guard let viewport = try? viewport(on: .mercator) else { return "view: a box of x and y" }
    let (center, short) = (viewport.center, Self.short)
    return "view: \(short(center.longitude)), \(short(center.latitude)) at zoom \(short(viewport.zoom)), "
      + "\(short(viewport.width)) × \(short(viewport.height))"
      + (viewport.bearing == 0 ? "" : ", bearing \(short(viewport.bearing))")
  }

  /// A number with at most five digits after the point.
  static func short(_ value: Double) -> String { "\(ParameterValue.number((value * 1e5).rounded() / 1e5))" }
}
