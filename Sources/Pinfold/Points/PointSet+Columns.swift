extension PointSet {
  /// The points as columns, from which ``PointSet/init(_:projection:)`` creates an equal set.
  ///
  /// - Parameter order: canonical indices; row *i* of the columns is the point `order[i]`.
  package func columns(in order: [Int]) -> PointColumns {
    let gather = Reordering(order: order.map { UInt32($0) })
    var columns = PointColumns(longitude: gather(longitude), latitude: gather(latitude))
    columns.ids = gather(ids)
    columns.weight = weight.map { gather($0) }
    columns.priority = priority.map { gather($0) }
    if sections.contains(where: { $0.group >= 0 }) {
      columns.group = order.map { section(of: $0).group }
      columns.groupNames = groupNames
    }
    if sections.contains(where: { !$0.mergeable }) {
      columns.mergeable = order.map { section(of: $0).mergeable }
    }
    columns.attributes = gather(attributes)
    return columns
  }

  /// Canonical indices in the order of the input rows. In an edited set, remaining points precede inserted
  /// ones.
  ///
  /// - Complexity: O(*n*) in the rows.
  package var rowOrder: [Int] {
    // Rows are unique.
    var points = [Int](repeating: -1, count: rows.max().map { Int($0) + 1 } ?? 0)
    for (point, row) in rows.enumerated() { points[Int(row)] = point }
    return points.filter { $0 >= 0 }
  }

  /// The name of a point's group; nil if it has none.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  public func groupName(of index: Int) -> String? {
    let group = section(of: index).group
    return group < 0 ? nil : groupNames[Int(group)]
  }

  func section(of index: Int) -> PointSection {
    sections[sections.indices.partitioningIndex { sections[$0].range.upperBound > index }]
  }
}
