internal import CSimdjson
import Pinfold

/// Copies the columns that simdjson's reader gathered into a table, whole columns at a time.
struct JSONLoad: Sendable {
  var table = Table()
  var isGeometry: Bool
  var isArrays: Bool

  /// The rows whose coordinates are in other columns.
  var pending: [Bool]

  /// Whether some name was written with escapes, so that another load may have another column for it.
  private let hasEscapedNames: Bool

  var names: [String] { table.names }

  /// Fails if there is no memory for it.
  init?(_ json: OpaquePointer) {
    let rows = pinfold_json_rows(json)
    guard Memory.allows(Self.memory(of: json, rows)) else { return nil }
    isGeometry = rows.geometry
    isArrays = rows.arrays
    hasEscapedNames = rows.escapes
    let status = Self.array(rows.status, rows.count)
    pending = status.map { Int($0) == PINFOLD_ROW_IN_CELLS }
    table.x = Self.array(rows.x, rows.count)
    table.y = Self.array(rows.y, rows.count)
    table.problems = status.map(Self.problem)
    table.offsets = Self.array(rows.offsets, rows.count).map { Int($0) }
    table.features = Self.array(rows.features, rows.count).map { Int($0) }
    table.placeInside(pinfold_json_paths(json))
    for index in 0..<rows.columnCount {
      let column = pinfold_json_column(json, index)
      if index == 0 {
        let ids = Self.cells(column, rows: rows.count)
        if !ids.isMissing { table.featureIDs = ids }
      } else if column.seen {
        let name = UnsafeRawBufferPointer(start: column.name, count: column.nameLength)
        table.names.append(String(decoding: name, as: UTF8.self))
        table.cells.append(column.wanted ? Self.cells(column, rows: rows.count) : nil)
      }
    }
  }

  /// Loads of one document's parts, one after the other; nil where a load of the whole may have other
  /// columns.
  ///
  /// - Parameter wanted: the names that were asked for; where there are such columns, they come first.
  init?(joining parts: [JSONLoad], wanted: [String], threads: Int) {
    guard let first = parts.first, !parts.contains(where: \.hasEscapedNames) || parts.count == 1 else {
      return nil
    }
    self = first
    if parts.count == 1 { return }
    let tables = parts.map(\.table)
    pending = parts.flatMap(\.pending)
    table.x = [Double](joining: tables.map(\.x), threads: threads) { $0 }
    table.y = [Double](joining: tables.map(\.y), threads: threads) { $0 }
    table.problems = [UInt8](joining: tables.map(\.problems), threads: threads) { $0 }
    table.offsets = [Int](joining: tables.map(\.offsets), threads: threads) { $0 }
    let features = tables.map { $0.features ?? [] }
    table.features = features.reduce(into: []) { all, features in
      // The last row of a part is of its last feature.
      let start = all.last.map { $0 + 1 } ?? 0
      all += features.map { start + $0 }
    }
    let found = Set(tables.flatMap(\.names))
    table.names = wanted.filter(found.contains)
    var known = Set(table.names)
    for table in tables { self.table.names += table.names.filter { known.insert($0).inserted } }
    table.cells = Parallel.map(table.names, threads: threads) { name in
      let columns = tables.map { table in table.names.firstIndex(of: name).map { table.cells[$0] } }
      // Nil within is what nobody wants.
      if columns.contains(where: { if case .some(.none) = $0 { true } else { false } }) { return nil }
      return CellColumn(
        joining: zip(columns, tables).map { $0.flatMap { $0 } ?? CellColumn(missing: $1.count) })
    }
    let ids = tables.map { $0.featureIDs ?? CellColumn(missing: $0.count) }
    table.featureIDs = ids.allSatisfy(\.isMissing) ? nil : CellColumn(joining: ids)
  }

  /// The least memory that the columns take, in bytes.
  private static func memory(of json: OpaquePointer, _ rows: PinfoldJSONRows) -> Int {
    (0..<rows.columnCount).reduce(rows.count * (2 * 8 + 1 + 2 * 8)) { bytes, index in
      let column = pinfold_json_column(json, index)
      return bytes + column.count * MemoryLayout<PinfoldJSONCell>.stride + column.textLength
    }
  }

  private static func problem(_ status: UInt8) -> UInt8 {
    switch Int(status) {
    case PINFOLD_ROW_GOOD: 0
    case PINFOLD_ROW_UNPARSABLE: UnusableReason.unparsable.code
    case PINFOLD_ROW_NOT_A_POINT: UnusableReason.notAPoint.code
    case PINFOLD_ROW_MALFORMED: UnusableReason.malformedRow.code
    // A record without geometry among features has none, unless columns give it some later.
    default: UnusableReason.missingCoordinates.code
    }
  }

  private static func array<Element>(_ start: UnsafePointer<Element>?, _ count: Int) -> [Element] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }

  private static func cells(_ column: PinfoldJSONColumn, rows: Int) -> CellColumn {
    var cells = CellColumn(
      text: [UInt8](UnsafeRawBufferPointer(start: column.text, count: column.textLength)))
    for cell in UnsafeBufferPointer(start: column.cells, count: column.count) {
      cells.pad(to: Int(cell.row))
      guard let kind = CellColumn.Kind(rawValue: cell.kind) else { continue }
      if kind == .text {
        let ordinal = Int(cell.payload)
        let start = ordinal == 0 ? 0 : Int(column.textEnds[ordinal - 1])
        cells.append(text: start..<Int(column.textEnds[ordinal]))
      } else {
        cells.append(kind, payload: cell.payload)
      }
    }
    cells.pad(to: rows)
    return cells
  }
}

extension Table {
  /// Gives every feature that has lines or polygons and no point one inside of them, in the row of the first.
  fileprivate mutating func placeInside(_ paths: PinfoldJSONPaths) {
    var shape = Shape(.inside)
    var corner = 0
    var next = 0
    while next < paths.count {
      let row = Int(paths.paths[next].row)
      let feature = features?[row]
      shape.reset()
      while next < paths.count, features?[Int(paths.paths[next].row)] == feature {
        let path = paths.paths[next]
        if shape.beginPath(isArea: path.area) {
          for place in stride(from: corner, to: Int(path.end), by: 2) {
            shape.addCorner(paths.coordinates[place], paths.coordinates[place + 1])
          }
          shape.endPath()
        }
        corner = Int(path.end)
        next += 1
      }
      // The rows of a feature are together.
      let before = (0..<row).reversed().prefix { features?[$0] == feature }
      let after = (row..<count).prefix { features?[$0] == feature }
      if !before.contains(where: { problems[$0] == 0 }), !after.contains(where: { problems[$0] == 0 }),
        let position = shape.positions.first
      {
        (x[row], y[row], problems[row]) = (position.x, position.y, 0)
      }
    }
  }
}
