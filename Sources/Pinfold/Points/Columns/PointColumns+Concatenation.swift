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
