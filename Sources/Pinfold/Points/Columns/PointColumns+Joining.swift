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
    let names = Set(attributes.map { $0.name })
    if let foreign = other.attributes.first(where: { !names.contains($0.name) }) {
      throw .foreignAttribute(name: foreign.name)
    }
    if let more = other.group {
      let known = Set(groupNames.map { ExactText($0) })
      groupNames += Set(other.groupNames.map { ExactText($0) }).subtracting(known).map { $0.text }.inByteOrder
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
    func whole<Element>(_ first: [Element]?, _ second: [Element]?, _ filler: Element) -> [Element]? {
      if first == nil && second == nil { return nil }
      return (first ?? Array(repeating: filler, count: count))
        + (second ?? Array(repeating: filler, count: other.count))
    }
    var result = PointColumns(
      longitude: longitude + other.longitude, latitude: latitude + other.latitude)
    if let ids, let others = other.ids {
      let all = (0..<count).map { ids[$0] } + (0..<other.count).map { others[$0] }
      if Set(all).count == all.count {
        result.ids = PointIDs(all)
      } else if !ids.areRowNumbers || !others.areRowNumbers {
        result.ids = .rowNames(all.indices)
      }
    }
    result.weight = whole(weight, other.weight, 1)
    result.priority = whole(priority, other.priority, 0)
    result.mergeable = whole(mergeable, other.mergeable, true)
    if group != nil || other.group != nil {
      result.groupNames = groupNames
      let places = other.groupNames.map { name -> Int32 in
        if let place = result.groupNames.firstIndex(where: { ExactText($0) == ExactText(name) }) {
          return Int32(place)
        }
        result.groupNames.append(name)
        return Int32(result.groupNames.count - 1)
      }
      result.group = whole(group, other.group?.map { $0 < 0 ? $0 : places[Int($0)] }, -1)
    }
    for attribute in attributes {
      var attribute = attribute
      if let more = other.attributes.first(where: { $0.name == attribute.name }) {
        guard attribute.values.append(more.values) else {
          throw ColumnMismatch(name: attribute.name)
        }
      } else {
        attribute.values.appendMissing(other.count)
      }
      result.attributes.append(attribute)
    }
    for more in other.attributes where !attributes.contains(where: { $0.name == more.name }) {
      var values = more.values.empty
      values.appendMissing(count)
      values.append(more.values)
      result.attributes.append(Attribute(name: more.name, values: values))
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
