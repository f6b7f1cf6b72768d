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
      if all.repeats().isEmpty {
        result.ids = all
      } else if !ids.areRowNumbers || !others.areRowNumbers {
        result.ids = .rowNames(0..<all.count)
      }
    }
    return result
  }
}
