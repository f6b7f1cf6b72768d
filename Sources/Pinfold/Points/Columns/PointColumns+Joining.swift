extension PointColumns {
  /// Appends points; defaults fill columns that one side lacks. The attributes remain those of these columns.
  ///
  /// - Throws: ``PointSetError/foreignAttribute(name:)`` for an attribute that these columns do not have.
  mutating func append(_ other: PointColumns) throws(PointSetError) {
    if let name = try join(other).first?.name { throw .foreignAttribute(name: name) }
    if let ids, let more = other.ids { self.ids = ids.joined(with: more) }
  }

  /// Appends all columns but ids, and returns the attributes that these columns do not have.
  mutating func join(_ other: PointColumns) throws(PointSetError) -> [Attribute] {
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
    var known = Set(groupNames.map { ExactText($0) })
    groupNames += other.groupNames.filter { known.insert(ExactText($0)).inserted }
    let numbers = groupNames.numbers(of: other.groupNames)
    group = joined(group, other.group?.map { $0 < 0 ? -1 : numbers[Int($0)] }, -1)
    longitude += other.longitude
    latitude += other.latitude
    weight = joined(weight, other.weight, 1)
    mergeable = joined(mergeable, other.mergeable, true)
    priority = joined(priority, other.priority, 0)
    let names = Set(attributes.map { $0.name })
    return other.attributes.filter { !names.contains($0.name) }
  }
}

extension PointColumns {
  /// Replaces the columns that others have, for an edit. An attribute that these do not have is added, which
  /// no edit allows.
  package mutating func replace(with given: PointColumns) {
    if !given.longitude.isEmpty { longitude = given.longitude }
    if !given.latitude.isEmpty { latitude = given.latitude }
    if let given = given.weight { weight = given }
    if let given = given.priority { priority = given }
    if let given = given.mergeable { mergeable = given }
    if let numbers = given.group { (group, groupNames) = (numbers, given.groupNames) }
    for attribute in given.attributes {
      if let index = attributes.firstIndex(where: { $0.name == attribute.name }) {
        attributes[index] = attribute
      } else {
        attributes.append(attribute)
      }
    }
  }
}
