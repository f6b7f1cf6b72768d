import Lua
import Pinfold
import PinfoldColumns

/// Positions, cells and groups of all points, computed as Swift code would and as a plugin does.
struct ColumnBench {
  private let points: PointSet
  private let view: ProjectedView
  private let indices: [UInt32]

  init(_ points: PointSet, in view: ProjectedView) throws {
    self.points = points
    self.view = view
    indices = Array(0..<UInt32(points.count))
  }

  func script(cellSize: Double) throws -> (seconds: Double, groups: Int) {
    let state = LuaState()
    try state.openSandbox()
    ColumnLibrary.open(in: LuaLibrary(in: state))
    let chunk = try state.load(
      "local points = ... return points:grid(\(cellSize)):group()", chunkName: "=bench")
    var groups = 0
    let seconds = try ScriptingBench.seconds {
      let answer = try chunk(PointsObject(points, indices, in: view)).first
      groups = answer?.object(as: GroupsObject.self)?.groups.count ?? 0
    }
    return (seconds, groups)
  }

  /// Plain loops over arrays, as one would write them for this one purpose.
  func loop(cellSize: Double) throws -> (seconds: Double, groups: Int) {
    var groups = 0
    let seconds = ScriptingBench.seconds {
      let columns = Int((view.viewport.worldWidth / cellSize).rounded())
      let pitch = view.viewport.worldWidth / Double(columns)
      let (px, py) = (points.x, points.y)
      let center = Double(view.center.x)
      var x = [Double](repeating: 0, count: indices.count)
      var y = [Double](repeating: 0, count: indices.count)
      for (place, index) in indices.enumerated() {
        let east = center + Double(Int32(bitPattern: px[Int(index)] &- view.center.x))
        x[place] = east / view.unitsPerPoint
        y[place] = Double(py[Int(index)]) / view.unitsPerPoint
      }
      var keys = [Int](repeating: 0, count: indices.count)
      for place in keys.indices {
        let column = Int(((x[place] + pitch / 2) / pitch).rounded(.down))
        let row = Int((y[place] / pitch).rounded(.down))
        keys[place] = row * columns + ((column % columns) + columns) % columns
      }
      var table = [UInt32](repeating: 0, count: (keys.max() ?? 0) + 1)
      var labels = [UInt32](repeating: 0, count: keys.count)
      var (counts, first): ([Int], [Int]) = ([], [])
      for (place, key) in keys.enumerated() {
        if table[key] == 0 {
          counts.append(0)
          first.append(place)
          table[key] = UInt32(counts.count)
        }
        labels[place] = table[key]
        counts[Int(table[key]) - 1] += 1
      }
      groups = withExtendedLifetime((labels, first)) { counts.count }
    }
    return (seconds, groups)
  }
}
