extension PointColumns {
  /// The rows `order[0]`, `order[1]` and so on of all columns; `order` may omit rows but not repeat them.
  package func reordered(_ order: [Int]) -> PointColumns {
    let gather = Reordering(order: order.map { UInt32($0) })
    var columns = PointColumns(
      longitude: gather(longitude), latitude: gather(latitude), ids: ids.map { gather($0) })
    columns.weight = weight.map { gather($0) }
    columns.group = group.map { gather($0) }
    columns.groupNames = groupNames
    columns.mergeable = mergeable.map { gather($0) }
    columns.priority = priority.map { gather($0) }
    columns.attributes = gather(attributes)
    return columns
  }
}
