extension PointColumns {
  /// Adds points at the end; what either side does not say of its points is filled in. These columns'
  /// attributes decide which there are.
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
    declareGroups(other.group == nil ? [] : other.groupNames)
    if group != nil || other.group != nil {
      let groupIndices = groupIndices
      let more = other.group?.map { $0 < 0 ? -1 : groupIndices[ExactText(other.groupNames[Int($0)])] ?? -1 }
      group = joined(group, more, -1)
    }
    longitude += other.longitude
    latitude += other.latitude
    if let ids, let more = other.ids { self.ids = ids.joined(with: more) }
    weight = joined(weight, other.weight, 1)
    mergeable = joined(mergeable, other.mergeable, true)
    priority = joined(priority, other.priority, 0)
  }

  /// Adds the names that are not there.
  mutating func declareGroups(_ names: [String]) {
    var known = Set(groupNames.map { ExactText($0) })
    for name in names where known.insert(ExactText(name)).inserted { groupNames.append(name) }
    if group == nil && !names.isEmpty { group = [Int32](repeating: -1, count: count) }
  }

  private var groupIndices: [ExactText: Int32] {
    Dictionary(
      groupNames.enumerated().map { (ExactText($0.element), Int32($0.offset)) }, uniquingKeysWith: { $1 })
  }
}
