extension PointColumns {
  /// Appends points; defaults fill columns that one side lacks. The attributes remain those of these columns.
  ///
  /// - Throws: ``PointSetError/foreignAttribute(name:)`` for an attribute that these columns do not have.
  mutating func append(_ other: PointColumns) throws(PointSetError) {
    let (before, after) = (count, other.count)
    func joined<Value>(_ column: [Value]?, _ more: [Value]?, _ filler: Value) -> [Value]? {
      if column == nil && more == nil { return nil }
      return (column ?? [Value](repeating: filler, count: before))
        + (more ?? [Value](repeating: filler, count: after))
    }
    for index in attributes.indices {
      let name = attributes[index].name
      if let more = other.attributes.first(where: { $0.name == name }) {
        guard attributes[index].values.append(more.values) else { throw .foreignAttribute(name: name) }
      } else {
        attributes[index].values.appendMissing(after)
      }
    }
    let names = Set(attributes.map(\.name))
    if let foreign = other.attributes.first(where: { !names.contains($0.name) }) {
      throw .foreignAttribute(name: foreign.name)
    }
    if let more = other.group {
      let known = Set(groupNames.map { ExactText($0) })
      groupNames += Set(other.groupNames.map { ExactText($0) }).subtracting(known).map(\.text).inByteOrder
      let numbers = groupNames.numbers(of: other.groupNames)
      group = joined(group, more.map { $0 < 0 ? -1 : numbers[Int($0)] }, -1)
    } else {
      group = joined(group, nil, -1)
    }
    longitude += other.longitude
    latitude += other.latitude
    if let ids, let more = other.ids { self.ids = ids.joined(with: more) }
    weight = joined(weight, other.weight, 1)
    mergeable = joined(mergeable, other.mergeable, true)
    priority = joined(priority, other.priority, 0)
  }
}
