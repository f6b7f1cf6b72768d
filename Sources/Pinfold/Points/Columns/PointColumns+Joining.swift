extension PointColumns {
  /// Appends points; defaults fill columns that one side lacks. The attributes remain those of these columns.
  ///
  /// - Throws: ``PointSetError/foreignAttribute(name:)`` for an attribute that these columns do not have.
  mutating func append(_ other: PointColumns) throws(PointSetError) {
    if let name = try join(other).first?.name { throw .foreignAttribute(name: name) }
    if let ids, let more = other.ids { self.ids = ids.joined(with: more) }
  }

  /// Appends all columns but ids, and returns the attributes that these columns do not have.
  private mutating func join(_ other: PointColumns) throws(PointSetError) -> [Attribute] {
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

/// Columns of the same name with values of different types.
package struct ColumnMismatch: Error, CustomStringConvertible {
  package let name: String

  package var description: String { "'\(name)' holds values of one type here and of another there" }
}

extension PointColumns {
  /// The points of both, these first; a column that one side lacks is filled with defaults.
  ///
  /// Ids are kept if both sides have them and all are distinct. Otherwise rows become ids: as numbers if both
  /// sides have row numbers, else as names.
  package func followed(by other: PointColumns) throws(ColumnMismatch) -> PointColumns {
    var result = self
    let foreign: [Attribute]
    do { foreign = try result.join(other) } catch {
      guard case .foreignAttribute(let name) = error else { preconditionFailure("\(error)") }
      throw ColumnMismatch(name: name)
    }
    for more in foreign {
      var values = more.values.empty
      values.appendMissing(count)
      values.append(more.values)
      result.attributes.append(Attribute(name: more.name, values: values))
    }
    result.ids = nil
    if let ids, let others = other.ids {
      let all = ids.joined(with: others)
      if all.firstRepeat() == nil {
        result.ids = all
      } else if !ids.areRowNumbers || !others.areRowNumbers {
        result.ids = .rowNames(0..<all.count)
      }
    }
    return result
  }
}

extension Attribute.Values {
  fileprivate var empty: Self {
    switch self {
    case .numbers: .numbers(SparseColumn())
    case .integers: .integers(SparseColumn())
    case .booleans: .booleans(SparseColumn())
    case .texts: .texts(TextColumn())
    }
  }
}
