import Pinfold

/// Turns a table into points: checks every row, keeps the usable ones, and reports on all.
struct Assembler {
  var table: Table
  let input: InputBytes
  let options: ReadOptions
  let source: String
  private let threads: Int

  private var wrapped = 0

  /// Whether coordinates that are metres could be degrees.
  private var fitsDegrees = false
  private var weights: [Double]?
  private var priorities: [Double]?
  private var mergeable: [Bool]?

  /// - Parameter threads: how many share the columns.
  init(table: consuming Table, input: InputBytes, options: ReadOptions, source: String, threads: Int) {
    self.table = table
    self.input = input
    self.options = options
    self.source = source
    self.threads = threads
  }

  mutating func assemble(isPacked: Bool) throws(DataError) -> PointData {
    if let system = options.system { table.system = system }
    if !options.planar {
      if table.system == .webMercator {
        fitsDegrees = table.fitsDegrees
        table.unprojectMercator()
      }
      wrapped = table.checkDegrees()
    }
    weights = table.numbers(table.roles.weight, reason: .badWeight)
    priorities = table.numbers(table.roles.priority, reason: .badPriority)
    mergeable = table.mergeable(table.roles.mergeable)

    let kept = KeptRows(problems: table.problems)
    let problems = try RowProblems(table: table, input: input)
    let advice = OddCoordinates.advice(table, problems)
    try refuseUnusable(kept, problems, advice)

    var columns = PointColumns(longitude: kept.of(table.x), latitude: kept.of(table.y))
    columns.weight = weights.map(kept.of)
    columns.priority = priorities.map(kept.of)
    let ids = IdentifierReader(table: table, kept: kept, input: input, source: source, threads: threads)
    let identity = try ids.read(named: options.id)
    columns.ids = identity.ids
    if let group = table.roles.group.flatMap({ table.cells[$0.column] }) {
      (columns.group, columns.groupNames) = GroupReader.read(group, kept)
    }
    columns.mergeable = mergeable.map { mergeable in
      (0..<kept.count).map { mergeable[kept.row($0)] }
    }
    if options.ungrouped == .alone { columns.keepUngroupedAlone() }
    columns.attributes = try attributes(kept, identity)
    var report = report(columns, kept, problems, identity, isPacked: isPacked)
    report.advice = advice
    return PointData(columns: columns, report: report)
  }

  private func attributes(
    _ kept: KeptRows, _ identity: IdentifierReader.Result
  ) throws(DataError) -> [Attribute] {
    let columns = table.roles.attributes.compactMap { column in
      // If all columns are loaded, one that proved to be the ids is taken already.
      let isTaken =
        options.attributes == .all && identity.column == column && table.roles.id?.guessed != false
        && !table.roles.requested.contains(column)
      return isTaken ? nil : table.cells[column].map { (column: column, cells: $0) }
    }
    var attributes = try Parallel.map(columns, threads: threads) { (column) throws(DataError) in
      let values = try AttributeReader.values(
        column.cells, kept, textMayBeNumber: table.format.textMayBeNumber, source: source)
      return Attribute(name: table.names[column.column], values: values)
    }
    // Before a column of that name that holds something else.
    if let truth = columns.firstIndex(where: { $0.column == table.roles.truth }) {
      attributes.insert(Attribute(name: Attribute.truth, values: attributes[truth].values), at: 0)
    }
    return attributes
  }

  private func refuseUnusable(
    _ kept: KeptRows, _ problems: RowProblems, _ advice: String?
  ) throws(DataError) {
    guard let first = problems.first else {
      if kept.count == 0 && options.strict { throw .noRows(source) }
      return
    }
    if kept.count == 0 {
      throw .noUsableRows(
        source, rows: table.count, reason: first.reason.rawValue, line: first.line,
        text: first.text,
        advice: advice)
    }
    if options.strict {
      throw .unusableRow(
        source, reason: first.reason.rawValue, line: first.line, text: first.text,
        count: table.count - kept.count)
    }
  }

  private func report(
    _ columns: PointColumns, _ kept: KeptRows, _ problems: RowProblems,
    _ identity: IdentifierReader.Result,
    isPacked: Bool
  ) -> DataReport {
    var report = DataReport(source: source, format: table.format)
    report.isGzipped = isPacked
    report.bytes = input.count
    report.layer = table.layer
    report.system = table.system
    report.delimiter = table.delimiter
    report.hasHeader = table.header
    report.columns = table.names
    report.roles = ColumnUse.list(table, identity: identity)
    report.rows = table.count
    report.usable = kept.count
    report.unusable = problems.summaries
    report.wrappedLongitudes = wrapped
    report.isLatitudeFirst = table.latitudeFirst
    report.isPlanar = options.planar
    report.idDefect = identity.defect
    // An index may have left out all rows that there are; then what is selected is told instead.
    if table.count == 0 && !table.isPart { report.notes.append(DataError.noRows(source).description) }
    if let declared = table.declaredSystem, declared.system != table.system, !options.planar {
      report.notes.append(
        "\(source): it says \(declared.name.onOneLine(limit: 80)); read as \(table.system.rawValue), as --crs says"
      )
    }
    if fitsDegrees {
      report.notes.append(
        "\(source): read as \(table.system.rawValue), but all numbers fit degrees; if they are, say --crs EPSG:4326"
      )
    }
    report.extent = DataExtent(columns, isPlanar: options.planar, threads: threads)
    if options.countsRepeats { report.repeats = CoordinateRepeats(columns) }
    return report
  }
}

extension ColumnUse {
  /// The uses of a table's columns, coordinates first.
  fileprivate static func list(_ table: Table, identity: IdentifierReader.Result) -> [ColumnUse] {
    var list: [ColumnUse] = []
    func add(_ role: Role, _ choice: ColumnRoles.Choice?) {
      guard let choice else { return }
      list.append(
        ColumnUse(role: role, column: table.names[choice.column], isGuessed: choice.guessed))
    }
    let swapped = table.latitudeFirst
    add(.longitude, swapped ? table.roles.latitude : table.roles.longitude)
    add(.latitude, swapped ? table.roles.longitude : table.roles.latitude)
    if identity.isFeature { list.append(ColumnUse(role: .id, column: nil, isGuessed: false)) }
    if identity.column != nil { add(.id, table.roles.id) }
    add(.weight, table.roles.weight)
    add(.group, table.roles.group)
    add(.priority, table.roles.priority)
    add(.mergeable, table.roles.mergeable)
    return list
  }
}
