internal import CSimdjson
import Pinfold

/// Takes the columns that simdjson's reader gathers into a table, whole columns at a time.
struct JSONLoad: Sendable {
  var table = Table()
  private(set) var isGeometry = false
  private(set) var isArrays = false

  /// The different members `crs`, as they stand.
  private(set) var systems: [String] = []

  /// Whether some name was written with escapes, so that another load may have another column for it.
  private var hasEscapedNames = false

  /// The bytes that were taken, and those of which it is known that there is memory for them.
  private var (bytes, allowed) = (0, 0)

  /// The columns of the reader, until ``finish(_:)``.
  private var columns: [CellColumn] = []

  var names: [String] { table.names }

  /// Takes the rows that were read. False if there is no memory for them.
  mutating func take(_ json: JSONParser) -> Bool {
    let rows = json.rows
    guard hasMemory(for: json, rows) else { return false }
    let start = table.count
    append(rows)
    table.placeInside(json.paths, rows, from: start)
    while columns.count < rows.columnCount { columns.append(CellColumn()) }
    for index in columns.indices {
      let column = json.column(index)
      Self.append(column, to: &columns[index], from: start)
      columns[index].pad(to: table.count)
      let repeats = column.repeats
      if repeats.count > 0 {
        let name = index == 0 ? "id" : column.name.text
        table.addRepeats(of: name, repeats.count, from: start + repeats.row)
      }
    }
    let geometries = rows.geometryRepeats
    if geometries.count > 0 {
      table.addRepeats(of: "geometry", geometries.count, from: start + geometries.row)
    }
    json.forgetRows()
    return true
  }

  /// Takes the names of the columns, after all rows.
  mutating func finish(_ json: JSONParser) {
    let rows = json.rows
    (isGeometry, isArrays, hasEscapedNames) = (rows.isGeometry, rows.isArrays, rows.hasEscapes)
    systems = json.systems
    for (index, cells) in columns.enumerated() {
      let column = json.column(index)
      if index == 0 {
        if !cells.isMissing { table.featureIDs = cells }
      } else if column.isSeen {
        table.names.append(column.name.text)
        table.cells.append(column.isWanted ? cells : nil)
      }
    }
    columns = []
  }

  /// Gives a load of nothing the columns of some names.
  mutating func setColumns(named names: [String]) {
    var known: Set<String> = []
    table.names = names.filter { known.insert($0).inserted }
    table.cells = table.names.map { _ in CellColumn() }
  }

  /// Makes room for the rows of some bytes, if they are as those that were read: memory that is written twice
  /// takes longer than parsing what is in it.
  mutating func makeRoom(for bytes: Int, after read: Int) {
    let more = Int(Double(table.count) * (Double(bytes) / Double(max(1, read))) * 17 / 16)
    guard Memory.allows(more * (Self.bytesPerRow + 16 * columns.count)) else { return }
    table.makeRoom(for: more)
    for index in columns.indices { columns[index].makeRoom(for: more) }
  }

  /// Appends the loads of later parts; false if a load of the whole document may have other columns.
  ///
  /// - Parameter wanted: the requested names; columns of these names come first.
  mutating func append(_ parts: [JSONLoad], wanted: [String], threads: Int) -> Bool {
    guard !parts.isEmpty else { return true }
    guard !hasEscapedNames, !parts.contains(where: \.hasEscapedNames) else { return false }
    let tables = parts.map(\.table)
    appendColumns(of: tables, wanted: wanted, threads: threads)
    appendFeatures(of: tables)
    systems += parts.flatMap(\.systems)
    var start = table.count
    for part in tables {
      for (name, repeats) in part.repeats {
        table.addRepeats(of: name, repeats.count, from: start + repeats.row)
      }
      start += part.count
    }
    table.appendRows(of: tables, threads: threads)
    return true
  }

  /// The last row of a part is of its last feature.
  private mutating func appendFeatures(of tables: [Table]) {
    if table.features == nil, tables.allSatisfy({ $0.features == nil }) { return }
    var features = table.features ?? Array(0..<table.count)
    for table in tables {
      let start = features.last.map { $0 + 1 } ?? 0
      features += (0..<table.count).map { start + (table.features?[$0] ?? $0) }
    }
    table.features = features
  }

  /// Columns of one name go together, by its bytes: equal texts may be of different ones.
  private mutating func appendColumns(of tables: [Table], wanted: [String], threads: Int) {
    let rows = table.count
    let lists = [table.names] + tables.map(\.names)
    let places = lists.map { names in
      Dictionary(
        names.enumerated().map { (Array($0.element.utf8), $0.offset) },
        uniquingKeysWith: { first, _ in first })
    }
    let found = places.reduce(into: Set()) { $0.formUnion($1.keys) }
    table.names = wanted.filter { found.contains(Array($0.utf8)) }
    var known = Set(table.names.map { Array($0.utf8) })
    for names in lists { table.names += names.filter { known.insert(Array($0.utf8)).inserted } }

    var firsts = table.cells
    var ids = [table.featureIDs ?? CellColumn(missing: rows)]
    (table.cells, table.featureIDs) = ([], nil)
    var columns: [CellColumn?] = []
    var others: [[CellColumn]] = []
    for name in table.names {
      let key = Array(name.utf8)
      let parts = zip(tables, places.dropFirst()).map { table, places in
        places[key].map { table.cells[$0] } ?? CellColumn(missing: table.count)
      }
      let first = places[0][key].map { firsts[$0] } ?? CellColumn(missing: rows)
      // Nil stands for an unwanted column.
      let isWanted = first != nil && parts.allSatisfy { $0 != nil }
      columns.append(isWanted ? first : nil)
      others.append(parts.compactMap { $0 })
    }
    // A second reference to the column would cause a copy on the next append.
    firsts = []
    columns.changeEach(threads: threads) { [others] column, place in column?.append(others[place]) }
    table.cells = columns
    ids[0].append(tables.map { $0.featureIDs ?? CellColumn(missing: $0.count) })
    table.featureIDs = ids[0].isMissing ? nil : ids[0]
  }

  // MARK: Rows

  /// The bytes that columns take a row, without cells.
  private static let bytesPerRow = 2 * 8 + 1 + 2 * 8

  /// Whether there is memory for further rows, checked each time their size has doubled.
  private mutating func hasMemory(for json: JSONParser, _ rows: JSONParser.Rows) -> Bool {
    bytes += (0..<rows.columnCount).reduce(rows.count * Self.bytesPerRow) { bytes, index in
      let column = json.column(index)
      return bytes + column.cells.count * MemoryLayout<PinfoldJSONCell>.stride + column.text.count
    }
    if bytes <= allowed { return true }
    allowed = 2 * bytes
    return Memory.allows(bytes)
  }

  private mutating func append(_ rows: JSONParser.Rows) {
    let start = table.count
    table.x.append(rows.x)
    table.y.append(rows.y)
    table.offsets.append(rows.offsets)
    let status = rows.status
    if Int(status.reduce(0, |)) == PINFOLD_ROW_GOOD {
      table.problems.append(contentsOf: repeatElement(nil, count: rows.count))
    } else {
      table.problems.append(contentsOf: status.map(Self.problem))
      // Their coordinates are in other columns.
      for (row, status) in status.enumerated() where Int(status) == PINFOLD_ROW_IN_CELLS {
        table.x[start + row] = .nan
      }
    }
    let features = rows.features
    if table.features == nil {
      if features.enumerated().reduce(0, { $0 | ($1.element ^ (start + $1.offset)) }) == 0 { return }
      table.features = Array(0..<start)
    }
    table.features?.append(features)
  }

  private static func problem(_ status: UInt8) -> UnusableReason? {
    switch Int(status) {
    case PINFOLD_ROW_GOOD: nil
    case PINFOLD_ROW_UNPARSABLE: .unparsable
    case PINFOLD_ROW_NOT_A_POINT: .notAPoint
    case PINFOLD_ROW_MALFORMED: .malformedRow
    // A record without geometry among features has none, unless columns give it some later.
    default: .missingCoordinates
    }
  }

  private static func append(_ column: JSONColumn, to cells: inout CellColumn, from start: Int) {
    let texts = cells.addBytes(column.text)
    for cell in column.cells {
      cells.pad(to: start + Int(cell.row))
      guard let kind = CellColumn.Kind(rawValue: cell.kind) else { continue }
      if kind == .text {
        let range = column.textRange(cell.payload)
        cells.append(text: texts + range.lowerBound..<texts + range.upperBound)
      } else {
        cells.append(kind, payload: cell.payload)
      }
    }
  }
}

extension Table {
  /// Gives every feature of the last rows that has lines or polygons and no point one inside of them, in the
  /// row of the first.
  fileprivate mutating func placeInside(
    _ found: (paths: MemoryView<PinfoldJSONPath>, coordinates: MemoryView<Double>), _ rows: JSONParser.Rows,
    from start: Int
  ) {
    let (paths, coordinates) = found
    var shape = Shape(.inside)
    var corner = 0
    var next = 0
    while next < paths.count {
      let row = Int(paths[next].row)
      let feature = rows.features[row]
      shape.reset()
      while next < paths.count, rows.features[Int(paths[next].row)] == feature {
        let path = paths[next]
        if shape.beginPath(isArea: path.area) {
          for place in stride(from: corner, to: Int(path.end), by: 2) {
            shape.addCorner(coordinates[place], coordinates[place + 1])
          }
          shape.endPath()
        }
        corner = Int(path.end)
        next += 1
      }
      // The rows of a feature are together.
      let before = (0..<row).reversed().prefix { rows.features[$0] == feature }
      let after = (row..<rows.count).prefix { rows.features[$0] == feature }
      if !before.contains(where: { problems[start + $0] == nil }),
        !after.contains(where: { problems[start + $0] == nil }),
        let position = shape.positions.first
      {
        (x[start + row], y[start + row], problems[start + row]) = (position.x, position.y, nil)
      }
    }
  }
}
