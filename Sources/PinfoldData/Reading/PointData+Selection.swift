package import Pinfold

extension PointData {
  /// The points that the options select: those in the box of which the condition holds, of these a sample,
  /// and of this the first.
  func selecting(_ request: ReadRequest) throws(DataError) -> PointData {
    let (options, source, context) = (request.options, request.source, request.context)
    guard options.selectsRows else { return self }
    // A cell is selected as a whole, by the first of the points that stand for it.
    let cells = [.cells, .index].contains(report.format) ? columns.cellStarts : nil
    var kept = cells ?? Array(0..<columns.count)
    var words: [String] = []
    var result = self
    // An empty selection is no error, unless each row must be valid.
    func note(_ error: DataError) throws(DataError) {
      if options.strict { throw error }
      result.report.notes.append(error.description)
    }
    if let bounds = options.bounds {
      kept = kept.filter {
        bounds.contains(columns.longitude[$0], columns.latitude[$0], planar: options.planar)
      }
      if kept.isEmpty && report.notes.isEmpty { try note(.noneWithin(source, bounds.edges)) }
      words.append("within " + bounds.edges.map(Numeral.text).joined(separator: ", "))
    }
    // Columns without rows have no type that a condition could contradict.
    if let condition = options.condition, columns.count > 0 {
      let mask: [Bool]
      do {
        mask = try condition.mask(of: ConditionColumns(columns)) { (try? context.check()) == nil }
      } catch {
        try context.checkReading()
        let odd = report.oddCells.first { odd in
          (odd.kind == .texts || odd.kind == .written)
            && condition.columns.contains { ColumnNames.place(of: $0, in: [odd.column]) != nil }
        }
        throw .badCondition(source, odd.map { error.adding($0.text) } ?? error)
      }
      let lost = kept.filter { !mask[$0] }
      kept = kept.filter { mask[$0] }
      if kept.isEmpty && !lost.isEmpty {
        try note(.noneSelected(source, rows: lost.count, condition: condition.text))
      }
      result.report.notes += condition.unmatched(in: ConditionColumns(columns)).map {
        "\(source): --where: \($0)"
      }
      result.report.notes += columns.lacking(condition, among: lost).map { "\(source): --where: \($0)" }
      words.append(condition.text)
    }
    if let count = options.sample {
      var random = SplitMix64(seed: options.sampleSeed)
      kept = Self.sample(count, of: kept, &random)
      words.append("a sample of \(count)")
    }
    if let count = options.head {
      kept = Array(kept.prefix(count))
      words.append("the first \(count)")
    }
    if let condition = options.condition, cells == nil, report.format != .cells {
      let taken = report.roles.filter { $0.role == .id || $0.role.isLocation }.compactMap(\.column)
      result.columns.dropAttributes(of: condition, options, used: Set(taken))
    }
    // Without ids points are numbered by their rows, which they keep.
    if result.columns.ids == nil {
      result.columns.ids = PointIDs((0..<Int64(columns.count)).map(PointID.integer))
    }
    var rows = kept
    if let cells {
      // The rows of a cell follow its first; kept cells are in order.
      var rest = kept[...]
      rows = zip(cells, cells.dropFirst() + [columns.count]).flatMap { start, end -> Range<Int> in
        guard rest.first == start else { return start..<start }
        rest.removeFirst()
        return start..<end
      }
    }
    result.columns = result.columns.reordered(rows)
    result.report.selection = RowSelection(condition: words.joined(separator: ", "), count: kept.count)
    result.report.extent = DataExtent(result.columns, isPlanar: options.planar)
    if options.countsRepeats { result.report.repeats = CoordinateRepeats(result.columns) }
    return result
  }

  /// So many of some rows, in their order, each set of them as likely as any other.
  private static func sample(_ count: Int, of rows: [Int], _ random: inout SplitMix64) -> [Int] {
    var needed = min(count, rows.count)
    return rows.enumerated().compactMap { place, row in
      // Each is taken with the share that is still needed of what is left.
      guard random.below(rows.count - place) < needed else { return nil }
      needed -= 1
      return row
    }
  }
}

extension PointColumns {
  /// The first row of each cell: that with the number of points, see ``Cells/columns()``; nil where each row
  /// is one.
  fileprivate var cellStarts: [Int]? {
    let starts = attributes.first { $0.name == PointTally.attribute }?.values.presentRows
    return starts?.first == 0 && starts?.count != count ? starts : nil
  }

  /// A line for each column that a condition compares by its order or with an empty text, and that has no
  /// value in some of the rows that it leaves out.
  fileprivate func lacking(_ condition: Condition, among rows: [Int]) -> [String] {
    let names = attributes.map(\.name)
    return condition.columnsWithoutMissing.compactMap { name in
      guard let place = ColumnNames.place(of: name, in: names) else { return nil }
      let present = Set(attributes[place].values.presentRows)
      let count = rows.count { !present.contains($0) }
      return count == 0
        ? nil
        : "\(count) of the \(counted(rows.count, "row")) left out have no '\(names[place].onOneLine(limit: 40))'; "
          + "'is missing' selects such rows"
    }
  }

  /// Removes the attributes that only the condition needed; columns with another use are no attributes.
  fileprivate mutating func dropAttributes(
    of condition: Condition, _ options: ReadOptions, used: Set<String>
  ) {
    var wanted = options.requests.map(\.name) + [options.truth].compactMap { $0 }
    switch options.attributes {
    case .all: wanted += attributes.map(\.name).filter { !used.contains($0) }
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

extension ReadOptions {
  var selectsRows: Bool { bounds != nil || condition != nil || sample != nil || head != nil }
}

extension ConditionColumns {
  /// The columns of points as read.
  package init(_ columns: PointColumns) {
    self.init(columns.longitude, columns.latitude, columns.attributes, count: columns.count)
  }

  /// The columns of a point set and others, in canonical order.
  package init(_ points: PointSet, adding others: [Attribute]) {
    self.init(points.longitude, points.latitude, points.attributes + others, count: points.count)
  }

  /// The columns of rows that are no points.
  package init(rows: Int, _ attributes: [Attribute]) { self.init(nil, nil, attributes, count: rows) }

  private init(_ longitude: [Double]?, _ latitude: [Double]?, _ attributes: [Attribute], count: Int) {
    let names = attributes.map(\.name)
    self.init(
      longitude: longitude, latitude: latitude, attributes: attributes,
      attribute: { ColumnNames.place(of: $0, in: names) }, count: count)
  }
}
