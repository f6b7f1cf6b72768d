extension PointSet {
  /// The points as columns, in any order: what ``PointSet/init(_:projection:)`` makes an equal set of.
  ///
  /// Ids are always given, so that points keep theirs in another order.
  ///
  /// - Parameter order: canonical indices; the row *i* of the columns is the point `order[i]`.
  public func columns(in order: [Int]) -> PointColumns {
    let gather = Reordering(order: order.map { UInt32($0) })
    var columns = PointColumns(longitude: gather(longitude), latitude: gather(latitude))
    columns.ids = gather(ids)
    columns.weight = weight.map { gather($0) }
    columns.priority = priority.map { gather($0) }
    if sections.contains(where: { $0.group >= 0 }) {
      columns.group = gather(bySection(\.group))
      columns.groupNames = groupNames
    }
    if sections.contains(where: { !$0.mergeable }) { columns.mergeable = gather(bySection(\.mergeable)) }
    columns.attributes = attributes.map { gather($0) }
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
