package import Lua
package import Pinfold

extension LuaColumn {
  /// The column's numbers as an attribute: whole numbers as such.
  package var values: Attribute.Values {
    if let wholes = withCells(as: Int64.self, { Array($0) }) { return .integers(wholes) }
    let numbers = withNumbers { Array($0) }
    return isInteger ? .integers(numbers.map { Int64($0) }) : .numbers(numbers)
  }
}
