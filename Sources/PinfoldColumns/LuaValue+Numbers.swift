package import Lua

extension LuaValue {
  /// The numbers of a column, or of a list; nil for any other value.
  ///
  /// - Parameter owner: what the list is, in messages.
  package func numbers(of owner: String) throws -> [Double]? {
    if let column = object(as: LuaColumn.self) { return column.withNumbers { Array($0) } }
    return try table?.elements(as: Double.self, of: owner)
  }
}
