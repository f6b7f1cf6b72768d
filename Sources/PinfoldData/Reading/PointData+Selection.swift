import Pinfold

extension PointData {
  /// The points of which a condition holds, without the columns that were read for it alone.
  func selecting(
    _ condition: Condition, _ options: ReadOptions, source: String
  ) throws(DataError) -> PointData {
    let mask: [Bool]
    do { mask = try condition.mask(of: ConditionColumns(columns)) } catch {
      throw .badCondition(source, error)
    }
    let kept = mask.indices.filter { mask[$0] }
    guard !kept.isEmpty else {
      throw .noneSelected(source, rows: columns.count, condition: condition.text)
    }
    var result = self
    result.columns.dropAttributes(of: condition, options)
    // Without ids points are numbered by their rows, which they keep.
    if result.columns.ids == nil {
      result.columns.ids = PointIDs((0..<Int64(columns.count)).map(PointID.integer))
    }
    result.columns = result.columns.reordered(kept)
    result.report.selection = RowSelection(condition: condition.text, count: kept.count)
    result.report.extent = DataExtent(result.columns, isPlanar: options.planar)
    if options.countsRepeats { result.report.repeats = CoordinateRepeats(result.columns) }
    return result
  }
}

extension PointColumns {
  /// Removes the attributes that only a condition asked for.
  fileprivate mutating func dropAttributes(of condition: Condition, _ options: ReadOptions) {
    var wanted = options.requests.map(\.name) + [options.truth].compactMap { $0 }
    switch options.attributes {
    case .all: return
    case .named(let names): wanted += names
    case .none: break
    }
    let names = attributes.map(\.name)
    func places(_ wanted: [String]) -> Set<Int> {
      Set(wanted.compactMap { ColumnNames.place(of: $0, in: names) })
    }
    let dropped = places(condition.columns).subtracting(places(wanted))
    attributes = names.indices.filter { !dropped.contains($0) }.map { attributes[$0] }
  }
}
