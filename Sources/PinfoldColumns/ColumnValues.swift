package import Lua
package import Pinfold

extension LuaColumn {
  /// A cell, from 0: whole numbers as such, and NaN for one that is missing.
  package func value(at row: Int) -> LuaValue {
    unsafe withCells(as: Int64.self) { unsafe $0[row].isMissing ? .number(.nan) : .integer(Int($0[row])) }
      ?? withCells(as: UInt32.self) { unsafe .integer(Int($0[row])) }
      ?? withCells(as: Int32.self) { unsafe .integer(Int($0[row])) }
      ?? withCells(as: Double.self) { unsafe .number($0[row]) } ?? .nil
  }

  /// The column's numbers as an attribute: whole numbers as such.
  package var values: Attribute.Values {
    if let wholes { return .integers(wholes) }
    return isInteger ? .integers(map { Int64($0) }) : .numbers(map { $0 })
  }

  /// The cells of a column of 64-bit whole numbers; nil for a column of another type.
  package var wholes: [Int64]? { unsafe withCells(as: Int64.self) { unsafe Array($0) } }

  /// The results of `transform` for all numbers as floats.
  package func map<Result>(_ transform: (Double) throws -> Result) rethrows -> [Result] {
    unsafe try withNumbers { unsafe try $0.map(transform) }
  }
}

extension LuaValue {
  /// The numbers of a column, or of a list; nil for any other value.
  ///
  /// - Parameter owner: what the list is, in messages.
  package func numbers(of owner: String) throws -> [Double]? {
    if let column = object(as: LuaColumn.self) { return column.map { $0 } }
    return try table?.elements(as: Double.self, of: owner)
  }
}
