package import Lua
package import Pinfold

extension LuaColumn {
  /// A cell, from 0: whole numbers as such, and NaN for one that is missing.
  package func value(at row: Int) -> LuaValue {
    withCells(as: Int64.self) { $0[row].isMissing ? .number(.nan) : .integer(Int($0[row])) }
      ?? withCells(as: UInt32.self) { .integer(Int($0[row])) }
      ?? withCells(as: Int32.self) { .integer(Int($0[row])) }
      ?? withCells(as: Double.self) { .number($0[row]) } ?? .nil
  }

  /// The column's numbers as an attribute: whole numbers as such.
  package var values: Attribute.Values {
    if let wholes = withCells(as: Int64.self, { Array($0) }) { return .integers(wholes) }
    let numbers = withNumbers { Array($0) }
    return isInteger ? .integers(numbers.map { Int64($0) }) : .numbers(numbers)
  }
}

extension LuaValue {
  /// The numbers of a column, or of a list; nil for any other value.
  ///
  /// - Parameter owner: what the list is, in messages.
  package func numbers(of owner: String) throws -> [Double]? {
    if let column = object(as: LuaColumn.self) { return column.withNumbers { Array($0) } }
    return try table?.elements(as: Double.self, of: owner)
  }
}
