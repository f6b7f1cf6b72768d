extension PointSet {
  /// The points as columns, in any order: what ``PointSet/init(_:projection:)`` makes an equal set of.
  ///
  /// Ids are always given, so that points keep theirs in another order.
  ///
  /// - Parameter order: canonical indices; the row *i* of the columns is the point `order[i]`.
  public func columns(in order: [Int]) -> PointColumns {
    func gather<Element>(_ column: [Element]) -> [Element] { order.map { column[$0] } }
    var columns = PointColumns(longitude: gather(longitude), latitude: gather(latitude))
    columns.ids =
      switch ids {
      case .integers(let values): .integers(gather(values))
      case .texts(let values): .texts(gather(values))
      case .mixed(let values): .mixed(gather(values))
      }
    columns.weight = weight.map(gather)
    columns.priority = priority.map(gather)
    if sections.contains(where: { $0.group >= 0 }) {
      columns.group = gather(bySection(\.group))
      columns.groupNames = groupNames
    }
    if sections.contains(where: { !$0.mergeable }) { columns.mergeable = gather(bySection(\.mergeable)) }
    columns.attributes = attributes.map { attribute in
      let values: Attribute.Values =
        switch attribute.values {
        case .numbers(let values): .numbers(gather(values))
        case .booleans(let values): .booleans(gather(values))
        case .texts(let column): .texts(column.reordered(by: order.map { UInt32($0) }))
        }
      return Attribute(name: attribute.name, values: values)
    }
    return columns
  }

  /// The smallest rectangle around all points; on the globe the one that leaves out the widest gap.
  ///
  /// - Complexity: O(*n* log *n*).
  public var bounds: WorldRect { bounds(of: Array(0..<count)) }

  /// What a section says of its points, in canonical order.
  private func bySection<Value>(_ property: KeyPath<PointSection, Value>) -> [Value] {
    sections.flatMap { [Value](repeating: $0[keyPath: property], count: $0.range.count) }
  }
}
