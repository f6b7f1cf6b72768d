/// Columns of points brought into another order: the value at `i` is the one that was at `order[i]`.
struct Reordering {
  let order: [UInt32]

  func callAsFunction<Element>(_ column: [Element]) -> [Element] { order.map { column[Int($0)] } }

  func callAsFunction(_ ids: PointIDs) -> PointIDs {
    switch ids {
    case .integers(let values): .integers(self(values))
    case .texts(let values): .texts(self(values))
    case .mixed(let values): .mixed(self(values))
    }
  }

  func callAsFunction(_ attribute: Attribute) -> Attribute {
    let values: Attribute.Values =
      switch attribute.values {
      case .numbers(let values): .numbers(self(values))
      case .booleans(let values): .booleans(self(values))
      case .texts(let column): .texts(column.reordered(by: order))
      }
    return Attribute(name: attribute.name, values: values)
  }
}
