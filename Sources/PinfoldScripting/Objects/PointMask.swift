import Lua
import Pinfold

/// Which points are meant: a mask of them, or the results of a function that gets the index of each.
struct PointMask {
  let isIncluded: [Bool]

  /// Reads the first argument of a method of something with so many points.
  init(_ test: LuaValue, count: Int) throws {
    if let function = test.function {
      isIncluded = try (1...max(1, count)).prefix(count).map { place in
        switch try function(place).first ?? .nil {
        case .nil, .boolean(false): false
        default: true
        }
      }
      return
    }
    guard let column = test.object(as: LuaColumn.self) else {
      throw LuaArgumentError(2, "function or mask expected, got \(test.typeName)")
    }
    guard column.count == count else {
      throw LuaArgumentError(2, "a mask of \(count) values expected, got \(column.count)")
    }
    isIncluded = column.withNumbers { $0.map { $0 != 0 } }
  }
}
