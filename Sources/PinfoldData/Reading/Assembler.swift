import Pinfold

/// Turns a table into points: checks every row, keeps the usable ones, and reports on all.
struct Assembler {
  private var table: Table
  private let input: InputBytes
  private let request: ReadRequest
  private var options: ReadOptions { request.options }
  private var source: String { request.source }
  private var threads: Int { request.context.threads }
  private var hasDecimalCommas: Bool { options.decimalComma && table.report.format == .delimited }

  private var wrapped = 0

  /// Whether coordinates that are meters could be degrees.
  private var fitsDegrees = false

  init(_ table: consuming Table, _ input: InputBytes, _ request: ReadRequest) {
    (self.table, self.input, self.request) = (table, input, request)
  }

  mutating func assemble() throws(DataError) -> PointData {
    if let system = options.system { table.report.system = system }
    try table.takeOrder(options, source: source)
    table.scaleTenMillionths()
    if !options.planar {
      try table.takeHemispheres(source: source)
      fitsDegrees = table.fitsDegrees && table.isProjected
      try table.unproject()
      wrapped = table.checkDegrees()
    }
    let weights = table.numbers(
      .weight, reason: .badWeight, decimalComma: hasDecimalCommas,
      isKept: options.unweighted == .zero && !options.strict)
    let priorities = table.numbers(
      .priority, reason: .badPriority, decimalComma: hasDecimalCommas)
    let mergeable = table.mergeable()

    let kept = KeptRows(problems: table.problems)
    let problems = try RowProblems(table: table, input: input)
    let advice = OddCoordinates.advice(table, problems, options)
    try refuseUnusable(kept, problems, advice)

    var columns = PointColumns(longitude: kept.of(table.x), latitude: kept.of(table.y))
    columns.weight = weights.map(kept.of)
    columns.priority = priorities.map(kept.of)
    let ids = IdentifierReader(table: table, kept: kept, input: input, source: source, threads: threads)
    let identity = try ids.read(named: options.id, telling: options.countsRepeats)
    columns.ids = identity.ids
    if let group = table.cells(of: .group) {
      var groups = GroupNumbers()
      columns.group = (0..<kept.count).map { groups.number(of: group.string(kept.row($0))) }
      columns.groupNames = groups.names
    }
    columns.mergeable = mergeable.map(kept.of)
    if options.ungrouped == .alone { columns.keepUngroupedAlone() }
    var odd: [OddCells]
    (columns.attributes, odd) = try attributes(kept, identity)
    // A column of weights that is also an attribute has its note already.
    if let weights = table.oddWeights, !odd.contains(where: { $0.column == weights.column }) {
      odd.append(weights)
    }
    var report = report(columns, kept, problems, identity)
    let input = odd.isEmpty ? input : .memory(try input.whole())
    report.oddCells = try odd.map { (odd) throws(DataError) in
      var odd = odd
      if let row = odd.first {
        let cells = table.names.firstIndex(of: odd.column).flatMap { table.cells[$0] }
        odd.example = try table.example(row, cells?.string(row) ?? "", in: input)
      }
      return odd
    }
    report.advice = advice
    if let first = table.repeats.min(by: { ($0.value.row, $0.key) < ($1.value.row, $1.key) }) {
      let count = table.repeats.values.reduce(0) { $0 + $1.count }
      let (values, are) = count == 1 ? ("1 value", "is") : ("\(count) values", "are")
      let place = try table.example(first.value.row, "", in: self.input).place
      report.notes.append(
        "\(source): \(values) \(are) left out, as the row has one of the same name before (first: \(place): "
          + "'\(first.key.onOneLine(limit: 40))')")
    }
    if !options.planar, let swapped = SwappedRows(table) {
      let row = swapped.first
      let text = "\(Numeral.text(table.x[row])), \(Numeral.text(table.y[row]))"
      let example = try table.example(row, text, in: self.input)
      let rows = swapped.count == 1 ? "1 row looks" : "\(swapped.count) rows look"
      report.notes.append(
        "\(source): \(rows) swapped: longitude and latitude the other way around are among the others (first: "
          + "\(example.place): \(text))")
    }
    return PointData(columns: columns, report: report)
  }

  private var degreesAdvice: String {
    "read as \(table.report.system.shownName), but all numbers fit degrees; if they are, say --crs EPSG:4326"
  }

  private func attributes(
    _ kept: KeptRows, _ identity: IdentifierReader.Result
  ) throws(DataError) -> ([Attribute], [OddCells]) {
    let columns = table.roles.attributes.compactMap { column in
      // If all columns are loaded, one that proved to be the ids is taken already.
      let isTaken =
        options.attributes == .all && identity.column == column && table.roles[.id]?.guessed != false
        && !table.roles.requested.contains(column)
      return isTaken ? nil : table.cells[column].map { (column: column, cells: $0) }
    }
    let read = try Parallel.map(columns, threads: threads) { (column) throws(DataError) in
      let isNumbers = table.roles.numbers.contains(column.column)
      let commas =
        hasDecimalCommas
        ? table.commas[column.column] ?? DecimalCommas(column.cells, areNumbers: isNumbers) : nil
      return try AttributeReader.read(
        column.cells, named: table.names[column.column], kept,
        textMayBeNumber: table.report.format.textMayBeNumber, isNumbers: isNumbers,
        commas: commas, source: source)
    }
    var attributes = zip(columns, read).map { Attribute(name: table.names[$0.column], values: $1.values) }
    // Before a column of that name that holds something else.
    if let truth = columns.firstIndex(where: { $0.column == table.roles.truth }) {
      attributes.insert(Attribute(name: Attribute.truth, values: attributes[truth].values), at: 0)
    }
    return (attributes, read.compactMap(\.odd).filter { $0.count > 0 })
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
        source, rows: table.count, reason: first.reason.rawValue, line: first.line, text: first.text,
        advice: advice ?? (fitsDegrees ? degreesAdvice : nil))
    }
    if let advice, let guessed = table.roles.guessedCoordinates {
      throw .unlikelyReading(
        source, count: table.count - kept.count, rows: table.count, line: first.line, text: first.text,
        advice: advice, options: table.reading(guessed).options)
    }
    if options.strict {
      throw .unusableRow(
        source, reason: first.reason.rawValue, line: first.line, text: first.text,
        count: table.count - kept.count)
    }
  }

  /// Other columns that could be the coordinates, where these were guessed.
  private var otherReadings: [DataReport.Reading] {
    guard let guessed = table.roles.guessedCoordinates, table.names.count <= DataReport.shownColumns else {
      return []
    }
    return ColumnNames.allCoordinates(in: table.names, planar: options.hasMetres)
      .filter { $0.longitude != guessed.longitude }.map(table.reading)
  }

  private func report(
    _ columns: PointColumns, _ kept: KeptRows, _ problems: RowProblems, _ identity: IdentifierReader.Result
  ) -> DataReport {
    var report = table.report
    report.source = source
    report.bytes = input.count
    report.columns = table.names
    report.roles = ColumnUse.list(table, identity: identity)
    report.otherReadings = otherReadings
    report.rows = table.count
    report.usable = kept.count
    report.unusable = problems.summaries
    report.weightless = problems.weightless
    report.wrappedLongitudes = wrapped
    report.isPlanar = options.planar
    report.idDefect = identity.defect
    func note(_ line: String) { report.notes.append("\(source): \(line)") }
    if report.hasThousands {
      note("commas in coordinates are read as separators of thousands; --decimal-comma reads decimal ones")
    }
    // An index may have left out all rows that there are; then what is selected is told instead.
    if table.count == 0 && !table.isPart { report.notes.append(DataError.noRows(source).description) }
    if table.unsigned > 0 {
      let numbers = counted(table.unsigned, "coordinate")
      note("\(numbers) past 2^31 read as negative, less 2^32, as Google Takeout writes them")
    }
    if report.linesAboveHeader > 0 {
      note("the header is below \(counted(report.linesAboveHeader, "line")), not read")
    }
    if let features = table.features, !table.isPart {
      let counts = Dictionary(kept.of(features).map { ($0, 1) }, uniquingKeysWith: +)
      let several = counts.values.count { $0 > 1 }
      if several > 0, columns.weight != nil || !columns.attributes.isEmpty {
        let have = several == 1 ? "1 feature has" : "\(several) features have"
        note("\(have) several points, each with the columns and the weight of the feature")
      }
    }
    var names = Set<String>()
    if let name = table.names.first(where: { !names.insert($0).inserted }) {
      let count = table.names.count(where: { $0 == name })
      note("\(count) columns are named '\(name.onOneLine(limit: 40))'; the first is used")
    }
    let system = report.system
    if let declared = table.declaredSystem, declared.system != system, !options.planar,
      declared.definition != system.rawValue
    {
      let name = declared.name.onOneLine(limit: 80)
      note("it says \(name); read as \(system.shownName), as --crs says")
    }
    let (extent, longitude) = (DataExtent(columns, isPlanar: options.planar), table.roles.longitude?.column)
    let isSummarized = options.requests.contains { request in
      ["--aggregate", "--by"].contains(request.option)
        && ColumnNames.place(of: request.name, in: table.names) == longitude
    }
    if isSummarized, let longitude, !options.planar, extent.east - extent.west > 180 {
      let name = table.names[longitude].onOneLine(limit: 40)
      note(
        "'\(name)' is summarized as plain numbers, which are no longitude for clusters across ±180°; that of their "
          + "marker is one")
    }
    if fitsDegrees {
      note(degreesAdvice)
    }
    report.extent = extent
    if options.countsRepeats { report.repeats = CoordinateRepeats(columns) }
    return report
  }
}

extension ColumnUse {
  fileprivate static func list(_ table: Table, identity: IdentifierReader.Result) -> [ColumnUse] {
    Role.allCases.compactMap { role in
      if role == .id, identity.isFeature { return ColumnUse(role: .id, column: nil, isGuessed: false) }
      if role == .id, identity.column == nil { return nil }
      let swapped: [Role: Role] =
        table.report.isLatitudeFirst ? [.longitude: .latitude, .latitude: .longitude] : [:]
      return table.roles[swapped[role] ?? role].map {
        ColumnUse(role: role, column: table.names[$0.column], isGuessed: $0.guessed)
      }
    }
  }
}
