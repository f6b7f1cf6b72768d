import Lua
import Pinfold
import PinfoldColumns

/// Which points of a dataset are meant: a mask of its rows, or the results of a function that gets the index
/// of each.
struct PointMask {
  /// A flag for each point in canonical order.
  let isIncluded: [Bool]

  /// Reads the first argument of a method.
  init(_ test: LuaValue, of dataset: DatasetObject) throws {
    let order = dataset.order
    var isIncluded = [Bool](repeating: false, count: order.count)
    if let function = test.function {
      for (row, point) in order.enumerated() {
        isIncluded[point] =
          switch try function(row + 1).first ?? .nil {
          case .nil, .boolean(false): false
          default: true
          }
      }
    } else if let column = test.object(as: LuaColumn.self) {
      try Mask(column: column).check(count: order.count)
      column.withNumbers { flags in
        for (row, point) in order.enumerated() { isIncluded[point] = flags[row].holds }
      }
    } else if let flag = test.boolean {
      throw LuaArgumentError(2, Mask.mistake(flag).description)
    } else {
      throw LuaArgumentError(2, "function or mask expected, got \(test.typeName)")
    }
    self.isIncluded = isIncluded
  }
}
