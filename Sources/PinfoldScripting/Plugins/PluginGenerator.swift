import Lua
import Pinfold
import PinfoldData

/// A generator of a plugin, whose `generate` returns columns as `points` takes them, in degrees.
struct PluginGenerator: DatasetGenerator {
  let plugin: Plugin
  let values: ParameterValues

  func columns(count: Int, seed: UInt64, context: RunContext) throws(ClusteringError) -> PointColumns {
    let count = max(0, count)
    let state = try PluginState(plugin, context: context)
    return try state.call("generate", of: plugin, context: context) { function in
      let answer = try function(count, Int(truncatingIfNeeded: seed), state.parameters(values)).first ?? .nil
      return try read(answer, count: count)
    }
  }

  private func read(_ answer: LuaValue, count: Int) throws -> PointColumns {
    func mistake(_ found: String) -> LuaError {
      LuaError("'generate' returned \(found); it must return a table with 'lon' and 'lat'")
    }
    guard let table = answer.table else { throw mistake("a \(answer.typeName)") }
    let points = try PointTable(table, of: "'generate'")
    if points.lacksCoordinates { throw mistake("a table without coordinates") }
    guard !points.isPlanar, !points.hasPlaneCoordinates else {
      throw LuaError("'generate' returned points of a plane; give lon and lat in degrees")
    }
    let columns = try points.columns(of: "'generate'")
    for (name, values, most) in [("lon", columns.longitude, 180.0), ("lat", columns.latitude, 90)] {
      guard values.count == count else {
        throw LuaError("'\(name)' holds \(values.count) values; \(count) points were asked for")
      }
      if let place = values.firstIndex(where: { !($0.magnitude <= most) }) {
        let value = ParameterValue.number(values[place])
        throw LuaError("'\(name)' of point \(place + 1) is \(value); it takes −\(Int(most)) to \(Int(most))")
      }
    }
    return columns
  }
}
