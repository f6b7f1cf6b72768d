package import Pinfold

extension Cells {
  /// The columns that every file of cells begins with, by which it is recognized.
  static let columns = ["cells", "zoom", "column", "row", "count", "weight", "x", "y", "ids"]

  private static let header = Array(columns.joined(separator: ",").utf8)

  static func isCells(_ bytes: Bytes) -> Bool {
    guard bytes.starts(with: header) else { return false }
    return bytes.count == header.count || [.comma, .lineFeed, .carriageReturn].contains(bytes[header.count])
  }

  /// The cells as CSV, a row each: sums in decimals, ids in 16 hexadecimal digits.
  package func csv() -> [UInt8] {
    var csv = CSVWriter()
    csv.row(
      Self.columns + (plan.isGrouped ? [Self.groupColumn] : []) + (plan.fit?.means.columns ?? [])
        + plan.measures.map(\.name))
    let text = plan.text
    for cell in cells {
      var row = [
        text, String(cell.zoom), String(cell.column), String(cell.row), String(cell.count),
        cell.weight.text, cell.x.text, cell.y.text, cell.ids?.hexadecimal ?? "",
      ]
      if plan.isGrouped { row.append(cell.group ?? "") }
      switch plan.fit?.means {
      case .parts: row.append(Int(cell.zoom) == plan.zooms.upperBound ? cell.part.hexadecimal : "")
      case .boxes: row += (cell.box?.edges ?? []).map { String($0) }
      case nil: break
      }
      for measure in cell.measures { row.append(measure?.text ?? "") }
      csv.row(row)
    }
    return csv.bytes
  }

  /// Reads cells from CSV as ``csv()`` writes it, in any order of rows; nil for other data.
  package static func read(
    bytes: [UInt8], source: String, context: RunContext = RunContext()
  ) throws(DataError) -> Cells? {
    guard let buffer = ByteBuffer(bytes) else { throw .outOfMemory(source) }
    return try read(buffer, source: source, context: context)
  }

  /// Reads a file, or standard input where the path is `-`.
  package static func read(path: String, context: RunContext = RunContext()) throws(DataError) -> Cells {
    let source = path == "-" ? "standard input" : path
    let buffer = try Gzip.unpacked(
      try readInput(path: path), megabytes: ReadOptions.defaultMaxUnpacked, source: source)
    guard let cells = try read(buffer, source: source, context: context) else {
      throw .badCells(
        source, reason: "cells expected, as 'pinfold aggregate' writes them, not other data")
    }
    return cells
  }

  /// - Returns: nil for a file without cells.
  /// - Throws: ``DataError/noRows(_:)`` for a header alone, which does not tell the zooms of the cells.
  static func read(
    _ buffer: ByteBuffer, source: String, context: RunContext
  ) throws(DataError) -> Cells? {
    guard isCells(buffer.bytes) else { return nil }
    var scanner = FieldScanner(text: buffer.bytes, delimiter: .comma, position: 0)
    var names = (scanner.nextRow() ?? []).dropFirst(columns.count)
    func takes(_ columns: [String]) -> Bool {
      guard names.starts(with: columns) else { return false }
      names.removeFirst(columns.count)
      return true
    }
    var likeness = CellPlan(zooms: 0...0, side: 1)
    likeness.isGrouped = takes([groupColumn])
    let means = CellFit.Means.allCases.first { takes($0.columns) }
    for name in names {
      guard let measure = CellMeasure(named: name) else {
        throw .damaged(
          source, format: DataFormat.cells.name,
          reason: "column '\(name.onOneLine(limit: 40))' ends in none of _sum, _count, _min, _max")
      }
      likeness.measures.append(measure)
    }
    var plan: CellPlan?
    var cells: [Cell] = []
    while scanner.beginRow() {
      if cells.count & 0xFFF == 0 { try context.checkReading() }
      let start = scanner.position
      func mistake(_ reason: String) -> DataError {
        .damaged(
          source, format: DataFormat.cells.name, reason: "line \(buffer.line(of: start)): \(reason)")
      }
      let fields = scanner.nextRow() ?? []
      guard scanner.brokenEnd == 0 else { throw mistake("a quote does not close at the end of its field") }
      var row = CellRow(fields: fields[...], mistake: mistake)
      cells.append(try row.cell(&plan, like: likeness, means))
    }
    guard let plan else { throw .noRows(source) }
    return try Cells(plan, cells, source: source)
  }
}

private struct CellRow {
  /// The fields that are not read yet.
  var fields: ArraySlice<String>

  /// Makes the error of a reason, with the line of the row.
  let mistake: (String) -> DataError

  private mutating func text(_ name: String) throws(DataError) -> String {
    guard let field = fields.popFirst() else { throw mistake("no \(name)") }
    return field
  }

  private mutating func number(_ name: String) throws(DataError) -> Millionths? {
    let text = try text(name)
    if text.isEmpty { return nil }
    guard let number = Millionths(text) else {
      throw mistake("\(name) is '\(text.onOneLine(limit: 40))', no decimal number")
    }
    return number
  }

  private mutating func sum(_ name: String) throws(DataError) -> Millionths {
    guard let number = try number(name), number.units >= 0 else {
      throw mistake("\(name) is no number of 0 or more")
    }
    return number
  }

  private mutating func index(_ name: String, in range: ClosedRange<Int>) throws(DataError) -> Int {
    let text = try text(name)
    guard let index = Int(text), range.contains(index) else {
      throw mistake(
        "\(name) is '\(text.onOneLine(limit: 40))', not in \(range.lowerBound)…\(range.upperBound)")
    }
    return index
  }

  mutating func cell(
    _ plan: inout CellPlan?, like likeness: CellPlan, _ means: CellFit.Means?
  ) throws(DataError) -> Cell {
    let text = try text("cells")
    if plan?.text != text {
      guard var own = CellPlan(text[...], means: means) else {
        let example =
          means == nil ? "zooms and pixels expected, as in 0-12/8" : "expected is as in 0-12/8/quadtree"
        throw mistake("cells are '\(text.onOneLine(limit: 40))'; \(example)")
      }
      guard plan == nil else { throw mistake("cells \(text) among cells \(plan?.text ?? "")") }
      own.isGrouped = likeness.isGrouped
      own.measures = likeness.measures
      plan = own
    }
    guard let plan else { preconditionFailure("a row without a plan") }
    let zoom = try index("zoom", in: plan.zooms)
    let level = plan.level(atZoom: zoom)
    let most = (1 << level) - 1
    var cell = Cell(
      group: nil, column: UInt32(try index("column", in: 0...most)),
      row: UInt32(try index("row", in: 0...most)), count: try index("count", in: 1...Int.max),
      weight: try sum("weight"), x: try sum("x"), y: try sum("y"), measures: [], ids: nil,
      zoom: UInt8(zoom))
    let ids = try self.text("ids")
    if !ids.isEmpty { cell.ids = try hash(ids, "ids are") }
    if plan.isGrouped {
      let name = try self.text(Cells.groupColumn)
      cell.group = name.isEmpty ? nil : name
    }
    switch means {
    case .parts:
      let part = try self.text("part")
      let isDeepest = zoom == plan.zooms.upperBound
      if isDeepest || !part.isEmpty { cell.part = try hash(part, "part is") }
      guard isDeepest || part.isEmpty else { throw mistake("a part at a zoom before the deepest") }
    case .boxes:
      var edges: [UInt32] = []
      for name in CellFit.Means.boxes.columns {
        edges.append(UInt32(try index(name, in: 0...Int(UInt32.max))))
      }
      cell.box = CellBox(west: edges[0], east: edges[1], north: edges[2], south: edges[3])
    case nil: break
    }
    for measure in plan.measures { cell.measures.append(try number(measure.name)) }
    guard fields.isEmpty else { throw mistake("more fields than columns") }
    try check(cell, width: Int128(1) << Int128(32 - level))
    return cell
  }

  private func hash(_ text: String, _ what: String) throws(DataError) -> UInt64 {
    guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else {
      throw mistake("\(what) '\(text.onOneLine(limit: 40))'; 16 hexadecimal digits expected")
    }
    return bits
  }

  private func check(_ cell: Cell, width: Int128) throws(DataError) {
    let axes = [
      ("x", cell.x, cell.column, cell.box.map { ($0.west, $0.east) }),
      ("y", cell.y, cell.row, cell.box.map { ($0.north, $0.south) }),
    ]
    let divisor = cell.divisor
    for (name, sum, place, edges) in axes {
      var (first, last) = (Int128(place) * width, (Int128(place) + 1) * width - 1)
      if let edges {
        guard first <= edges.0, edges.0 <= edges.1, edges.1 <= last else {
          throw mistake("the box along \(name) is none of its cell")
        }
        (first, last) = (Int128(edges.0), Int128(edges.1))
      }
      let (least, isOver) = divisor.multipliedReportingOverflow(by: first)
      let (most, isFar) = divisor.multipliedReportingOverflow(by: last)
      guard !isOver, !isFar, sum.units >= least, sum.units <= most else {
        throw mistake("the mean of \(name) is outside of its \(edges == nil ? "cell" : "box")")
      }
    }
  }
}
