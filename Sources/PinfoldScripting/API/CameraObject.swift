import Lua
import Pinfold
import PinfoldEvaluation

/// A camera path as a script sees it.
final class CameraObject: LuaObject, Sendable {
  static let luaName = "camera"

  private let name: String
  private let path: any CameraPath

  init(name: String, _ path: any CameraPath) {
    self.name = name
    self.path = path
  }

  /// The views from a start on.
  func views(from start: Viewport, on projection: Projection) throws(ClusteringError) -> [Viewport] {
    try path.views(from: start, on: projection)
  }

  static func describe(_ lua: LuaClass<CameraObject>) {
    lua.getter("name") { $0.name }
    lua.method("views") { (camera, start: ViewObject, dataset: DatasetObject?) in
      let projection = dataset?.points.projection ?? .mercator
      var start = try start.viewport(on: projection)
      start.clip = .members
      return try camera.views(from: start, on: projection).lazy.map { ViewObject($0) }
    }
    lua.metamethod(.toString) { (camera: CameraObject) in "camera '\(camera.name)'" }
  }
}
