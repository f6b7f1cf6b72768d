extension PointSet {
  /// The points as columns, in any order: what ``PointSet/init(_:projection:)`` makes an equal set of.
  ///
  /// Ids are always given, so that points keep theirs in another order.
  ///
  /// - Parameter order: canonical indices; the row *i* of the columns is the point `order[i]`.
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

  /// The attribute of a name; the first of several.
  public func attribute(named name: String) throws(AttributeError) -> Attribute {
    guard let found = attributes.first(where: { $0.name == name }) else {
      throw .unknown(name, known: attributes.map(\.name))
    }
    return found
  }

  /// The name of a point's group; nil for one without. O(log *s*), where *s* is the number of sections.
  public func groupName(of index: Int) -> String? {
    let group = section(of: index).group
    return group < 0 ? nil : groupNames[Int(group)]
  }

  /// The section that holds a point. O(log *s*), where *s* is the number of sections.
  func section(of index: Int) -> PointSection {
    sections[sections.indices.partitioningIndex { sections[$0].range.upperBound > index }]
  }
}
