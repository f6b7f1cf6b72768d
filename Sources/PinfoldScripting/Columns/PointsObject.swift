import Lua
import Pinfold

/// Points as a script sees them: columns in world-anchored screen points of one view, unwrapped so that the cut of the
/// world lies opposite the view's centre.
///
/// Places are counted from 1, in canonical order; a script sees the order of the input only where it asks for `row`.
final class PointsObject: LuaObject, @unchecked Sendable {
  static let luaName = "points"

  let points: PointSet
  let view: View

  /// The canonical index of each point.
  let indices: [UInt32]

  private(set) lazy var x = LuaColumn(xs)
  private(set) lazy var y = LuaColumn(ys)
  private(set) lazy var xs = indices.map { view.worldPosition(of: points.position(Int($0))).x }
  private(set) lazy var ys = indices.map { view.worldPosition(of: points.position(Int($0))).y }

  init(_ points: PointSet, _ indices: [UInt32], in view: View) {
    self.points = points
    self.indices = indices
    self.view = view
  }

  var luaNativeBytes: Int { indices.count * 36 }

  static func describe(_ lua: LuaClass<PointsObject>) {
    lua.getter("x") { $0.x }
    lua.getter("y") { $0.y }
    lua.getter("weight") { points in
      LuaColumn(points.indices.map { points.points.weight?[Int($0)] ?? 1 })
    }
    lua.getter("id") { points in points.idValues }
    lua.getter("row") { points in
      let rows = points.points.rows
      return LuaColumn(points.indices.map { Int64(rows[Int($0)]) + 1 })
    }
    lua.method("attr") { (points, name: String) in try points.attribute(name) }
    lua.method("bounds") { points in
      ["left": points.xs.min(), "right": points.xs.max(), "top": points.ys.min(), "bottom": points.ys.max()]
        .compactMapValues { $0 }
    }
    lua.method("grid") { (points, width: Double) in try points.cells(.square, width) }
    lua.method("hex") { (points, width: Double) in try points.cells(.hexagon, width) }
    lua.method("iter") { (points, call: LuaCall) in call.iterator(over: points.x, points.y) }
    lua.metamethod(.length) { (points: PointsObject) in points.indices.count }
    lua.metamethod(.toString) { (points: PointsObject) in "points: \(points.indices.count)" }
  }

  private func cells(_ shape: Lattice.Shape, _ width: Double) throws -> LuaColumn {
    guard width > 0, width.isFinite else { throw LuaArgumentError(2, "a positive number expected") }
    let lattice = Lattice(shape, width: width, world: view.viewport.worldWidth, wraps: view.projection.wraps)
    return LuaColumn(lattice.keys(x: xs, y: ys))
  }

  private var idValues: LuaIDs {
    switch points.ids {
    case .integers(let values): .column(LuaColumn(indices.map { values[Int($0)] }))
    default: .values(indices.map { points.ids[Int($0)].luaValue })
    }
  }

  private func attribute(_ name: String) throws -> LuaIDs {
    switch try points.attribute(named: name).values {
    case .numbers(let values): return .column(LuaColumn(indices.map { values[Int($0)] }))
    // A hole in a Lua array would end it, so a missing value is `false`.
    case .booleans(let values): return .values(indices.map { .boolean(values[Int($0)] ?? false) })
    case .texts(let column):
      return .values(indices.map { column[Int($0)].map { .string($0) } ?? .boolean(false) })
    }
  }
}

/// Values that go to Lua as a column where they are numbers, else as an array.
enum LuaIDs: LuaPushable {
  case column(LuaColumn)
  case values([LuaValue])

  func push(to call: LuaCall) {
    switch self {
    case .column(let column): column.push(to: call)
    case .values(let values): values.push(to: call)
    }
  }
}

extension PointID {
  /// The id as a script sees it, its type kept.
  var luaValue: LuaValue {
    switch self {
    case .integer(let value): .integer(Int(value))
    case .text(let value): .string(value)
    }
  }
}

extension View {
  /// A position in screen points from the world's north-west corner, unwrapped around the view's centre.
  func worldPosition(of point: WorldPoint) -> (x: Double, y: Double) {
    let east = projection.wraps ? Double(center.x) + Double(point.eastward(from: center.x)) : Double(point.x)
    return (east / unitsPerPoint, Double(point.y) / unitsPerPoint)
  }

  /// The position that a script names in such screen points; nil unless both are finite.
  func position(worldX x: Double, worldY y: Double) -> WorldPoint? {
    guard x.isFinite, y.isFinite else { return nil }
    let unitX = x / viewport.worldWidth
    return WorldPoint(
      unitX: projection.wraps ? unitX : max(0, min(unitX, 1 - 0x1p-32)), unitY: y / viewport.worldWidth)
  }
}
