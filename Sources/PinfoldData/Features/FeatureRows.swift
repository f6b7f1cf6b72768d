import Pinfold

/// Collects the rows of a format whose features have a geometry and typed columns.
///
/// For each feature a reader adds its shape, then an element to every column of ``needed``, then ends it:
/// every point of a multi-point has the columns of its feature.
struct FeatureRows {
  private var table = Table()
  private var shape: Shape
  private let context: RunContext
  private var count = 0

  /// The columns whose elements are needed, as indices in the list of names, rising.
  let needed: [Int]
  var columns: [CellColumn]

  /// The index of each name's column among these; −1 where it is not needed.
  let places: [Int]
  private(set) var start = 0

  private var noted: [UnusableReason: Int] = [:]

  /// - Parameters:
  ///   - id: the column that is the features' id by definition; nil for none.
  ///   - hasGeometry: whether features have one; else the coordinates are in columns.
  init(
    names: [String], id: Int? = nil, hasGeometry: Bool = true, format: DataFormat, _ request: ReadRequest
  ) throws(DataError) {
    let (options, source) = (request.options, request.source)
    (shape, context) = (Shape(options.shapes), request.context)
    var roles = try ColumnRoles(names: names, options: options, source: source)
    if !hasGeometry || roles.longitude != nil || roles.latitude != nil {
      try roles.completeCoordinates(names: names, options: options, source: source)
    }
    if options.id == nil, roles[.id] == nil { roles[.id] = id.map { .init(column: $0, guessed: false) } }
    roles.takeRemaining(of: names, options: options)
    table.names = names
    table.roles = roles
    table.report.format = format
    table.features = []
    let coordinates = [roles.longitude, roles.latitude].compactMap { $0?.column }
    needed = roles.columnsOfCells.union(coordinates).sorted()
    columns = needed.map { _ in CellColumn() }
    var places = [Int](repeating: -1, count: names.count)
    for (place, column) in needed.enumerated() { places[column] = place }
    self.places = places
  }

  /// Adds the points of a feature, or one row with the reason why there are none.
  ///
  /// - Parameter read: reads its geometry; returns false where that is not possible.
  /// - Returns: whether the geometry could be read.
  @discardableResult
  mutating func add(
    _ feature: Int, _ what: String = "geometry", _ read: (inout Shape) -> Bool
  ) throws(DataError) -> Bool {
    if count & 0xFFF == 0 { try context.checkReading() }
    count += 1
    shape.reset()
    let isRead = read(&shape)
    if isRead {
      add(shape, feature)
    } else {
      start = table.count
      addUnusable(.malformedRow, "unreadable \(what)", feature)
    }
    return isRead
  }

  private mutating func add(_ shape: Shape, _ feature: Int) {
    start = table.count
    let positions = shape.positions
    for position in positions {
      let isGood = position.x.isFinite && position.y.isFinite
      append(position.x, position.y, isGood ? nil : .unparsable, feature)
    }
    if positions.isEmpty {
      addUnusable(
        shape.other == nil ? .missingCoordinates : .notAPoint, shape.other ?? "no geometry", feature)
    }
  }

  private mutating func addUnusable(_ reason: UnusableReason, _ text: String, _ feature: Int) {
    noted[reason, default: 0] += 1
    if noted[reason, default: 0] <= Table.shownProblems { table.notes[table.count] = text }
    append(0, 0, reason, feature)
  }

  private mutating func append(_ x: Double, _ y: Double, _ problem: UnusableReason?, _ feature: Int) {
    table.append(x: x, y: y, problem: problem, offset: feature)
    table.features?.append(feature)
  }

  /// Gives every point of the feature the elements of its first; where it has none they are missing.
  mutating func endFeature() {
    for index in columns.indices {
      columns[index].pad(to: start + 1)
      if table.count > start + 1 { columns[index].repeatLast(table.count - start - 1) }
    }
  }

  /// The table of features in degrees whose columns are known in the end only, so that they are read twice.
  ///
  /// - Parameters:
  ///   - forEach: calls a function with the shape and the fields of every feature; of several fields of one
  ///     name the first with a value counts.
  ///   - append: adds the value of a field to its column, if it is one.
  static func table<Value>(
    _ format: DataFormat, _ request: ReadRequest,
    _ forEach: (_ body: (Shape, [(name: String, value: Value)]) -> Void) throws(DataError) -> Void,
    append: @escaping (inout CellColumn, Value) -> Void
  ) throws(DataError) -> Table {
    var names: [String] = []
    var places: [String: Int] = [:]
    try forEach { _, fields in
      for (name, _) in fields where places[name] == nil {
        places[name] = names.count
        names.append(name)
      }
    }
    var rows = try FeatureRows(names: names, format: format, request)
    var number = 0
    try forEach { shape, fields in
      rows.add(shape, number)
      for (name, value) in fields {
        guard let place = places[name].map({ rows.places[$0] }), place >= 0 else { continue }
        guard rows.columns[place].count <= rows.start else {
          rows.table.addRepeats(of: name, from: rows.start)
          continue
        }
        rows.columns[place].pad(to: rows.start)
        append(&rows.columns[place], value)
      }
      rows.endFeature()
      number += 1
    }
    return rows.finished(in: .degrees)
  }

  /// The table of all rows, in the system that was chosen, and with the declared one.
  func finished(in system: CoordinateSystem, declared: DeclaredSystem? = nil) -> Table {
    var result = table
    (result.report.system, result.declaredSystem) = (system, declared)
    result.cells = result.names.map { _ in nil }
    for (column, cells) in zip(needed, columns) { result.cells[column] = cells }
    if let (longitude, latitude) = result.roles.coordinates {
      result.takeCoordinates(from: longitude, latitude)
    }
    return result
  }
}
