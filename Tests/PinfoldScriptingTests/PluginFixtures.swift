import Pinfold
import PinfoldScripting
import TestSupport

/// Plugins made of a few lines, run on a handful of points.
struct PluginFixture {
  private let folder = TemporaryFolder()

  /// The file of a strategy whose `cluster` has this body.
  func strategy(_ body: String, extra: String = "") -> String {
    folder.write(
      "fixture.lua",
      """
      return {
        api = 1, kind = "strategy", name = "fixture", summary = "A fixture.", \(extra)
        cluster = function(points, parameters, view, index)
          \(body)
        end,
      }
      """)
  }

  /// A file with this text.
  func file(_ text: String) -> String { folder.write("fixture.lua", text) }

  /// Limits under which an endless loop ends soon.
  static var limits: PluginLimits {
    var limits = PluginLimits()
    limits.seconds = 0.3
    limits.loadingSeconds = 0.3
    limits.memory = 32 << 20
    return limits
  }

  /// The workbench with a plugin in it.
  static func workbench(_ path: String) throws -> Workbench {
    var workbench = Workbench(pluginLimits: limits)
    try workbench.addPlugin(at: path)
    return workbench
  }

  /// Four points around Paris: two near each other, two apart.
  static func points() throws -> PointSet {
    try PointSet(
      PointColumns(
        longitude: [2.30, 2.3001, 2.5, 2.7], latitude: [48.85, 48.85, 48.9, 48.7],
        ids: .texts(["a", "b", "c", "d"])))
  }

  static let view = Viewport(center: Coordinate(longitude: 2.5, latitude: 48.8), zoom: 10)

  /// The frame that the plugin at a path gives.
  static func frame(_ path: String, context: RunContext = RunContext()) throws -> Frame {
    let strategy = try workbench(path).registry.find("fixture", kind: .strategy)()
    return try Clusterer(strategy).build(points(), context: context).frame(for: view, context: context)
  }

  /// What goes wrong as the plugin at a path is loaded and asked.
  static func message(_ path: String) -> String {
    do {
      _ = try frame(path)
      return "nothing went wrong"
    } catch {
      return "\(error)"
    }
  }
}
