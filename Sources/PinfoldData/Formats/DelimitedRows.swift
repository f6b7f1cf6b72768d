import Pinfold

/// The rows of a stretch of delimited text, as far as they are needed.
struct DelimitedRows {
  struct Plan {
    enum Coordinate: UInt8 { case none, longitude, latitude }

    struct Step {
      var coordinate = Coordinate.none
      var isCollected = false
      var isCoordinateAlone: Bool { coordinate != .none && !isCollected }
    }

    fileprivate var steps: [Step]
    fileprivate var needed: Int
    fileprivate var used: Int
    fileprivate let collected: [Int]
    fileprivate let delimiter: UInt8
    fileprivate let style: CoordinateStyle
    fileprivate let isPadded: Bool

    init(
      delimiter: UInt8, width: Int, coordinates: (longitude: Int, latitude: Int)?, collected: [Int],
      style: CoordinateStyle = CoordinateStyle(), isPadded: Bool = false
    ) {
      steps = Array(repeating: Step(), count: width)
      if let (longitude, latitude) = coordinates {
        steps[longitude].coordinate = .longitude
        // One column for both is absurd but harmless: latitude wins, and longitude stays missing.
        steps[latitude].coordinate = .latitude
      }
      for column in collected { steps[column].isCollected = true }
      needed = coordinates.map { max($0.longitude, $0.latitude) + 1 } ?? 0
      used = max(needed, (collected.max() ?? 0) + 1)
      self.collected = collected
      self.delimiter = delimiter
      self.style = style
      self.isPadded = isPadded
    }
  }

  /// The rows, with the cells of the columns that are collected.
  private(set) var table = Table()

  private var count: Int { table.offsets.count }

  /// The offset of the first row of the stretch, or of the one behind it.
  private(set) var start: Int

  /// The offset of the first row behind the stretch; the end of the text where there is none.
  private(set) var end: Int

  /// The offset where the quotes of a malformed row broke; see ``FieldScanner/brokenEnd``.
  private var brokenEnd = 0

  private let plan: Plan
  private let roomEnd: Int

  /// Reads the rows that begin before an offset, and makes room for those up to another.
  init(
    _ window: InputWindow, from offset: Int, to limit: Int, roomTo roomEnd: Int, plan: Plan,
    _ check: () throws(DataError) -> Void
  ) throws(DataError) {
    self.plan = plan
    self.roomEnd = roomEnd
    table.cells = plan.steps.map { $0.isCollected ? CellColumn() : nil }
    (start, end) = (offset, offset)
    try read(window, to: limit, check)
  }

  /// Reads on up to the rows that begin at an offset or behind it; the window contains the end of the rows
  /// so far.
  mutating func read(
    _ window: InputWindow, to limit: Int, _ check: () throws(DataError) -> Void
  ) throws(DataError) {
    try withRoom(for: plan.collected.count, of: Found.self) { (found) throws(DataError) in
      while try !readPiece(window, to: limit, found, check) { try window.move(to: end) }
    }
    // Short rows have no elements in the last columns.
    let rows = count
    for column in plan.collected { table.cells[column]?.pad(to: rows) }
  }

  /// Reads those of the rows that are whole in the piece at hand; returns whether these are all.
  private mutating func readPiece(
    _ window: InputWindow, to limit: Int, _ found: Room<Found>, _ check: () throws(DataError) -> Void
  ) throws(DataError) -> Bool {
    let (origin, isLast) = (window.origin, window.isLast)
    var scanner = FieldScanner(
      text: window.bytes, delimiter: plan.delimiter, position: end - origin,
      brokenEnd: max(0, brokenEnd - origin))
    return try plan.steps.withView { (steps) throws(DataError) in
      while scanner.beginRow() {
        end = origin + scanner.position
        if count == 0 { start = end }
        if end >= limit { return true }
        if count & 0xFFF == 0 {
          try check()
          if count == 0x1000 { reserve(to: roomEnd - end, after: end - start) }
        }
        guard readRow(&scanner, steps, found, isLast: isLast) else { return false }
        if scanner.brokenEnd > 0 { brokenEnd = origin + scanner.brokenEnd }
      }
      end = origin + scanner.position
      if count == 0 { start = end }
      return isLast
    }
  }

  /// Adds the rows of the parts that follow.
  mutating func append(_ others: [DelimitedRows], threads: Int) {
    table.appendRows(of: others.map(\.table), threads: threads)
    if others.contains(where: \.table.report.hasThousands) { table.report.hasThousands = true }
    table.cells.changeEach(threads: threads) { cells, place in
      cells?.append(others.compactMap { $0.table.cells[place] })
    }
  }

  /// Makes room for the rows of some bytes, if they are as those before.
  private mutating func reserve(to bytes: Int, after read: Int) {
    let more = max(0, bytes) / max(1, read / count) / 16 * 17
    // A column takes two words a row, and all texts together are no longer than what is read.
    guard Memory.allows(more * (2 * 8 + 8 + 1 + 16 * plan.collected.count) + bytes) else { return }
    table.makeRoom(for: more)
  }

  /// A field of a row that is not known to be whole yet.
  private struct Found {
    var field: FieldScanner.Field
    var column: Int
  }

  /// Reads the next row; false, and nothing is kept, where it is not whole and more text follows.
  @inline(__always)
  private mutating func readRow(
    _ scanner: inout FieldScanner, _ steps: MemoryView<Plan.Step>, _ found: Room<Found>, isLast: Bool
  ) -> Bool {
    var foundCount = 0
    var x = DecimalField.missing
    var y = DecimalField.missing
    var column = 0
    var isMalformed = false
    while true {
      let step = column < steps.count ? steps[column] : Plan.Step()
      if step.isCoordinateAlone, let number = scanner.passDecimal() {
        if step.coordinate == .longitude { x = .value(number.value) } else { y = .value(number.value) }
        column += 1
        if number.next == .field { continue }
        break
      }
      if column == plan.used, let fields = scanner.passPlainFields(atMost: steps.count - column) {
        column += fields
        break
      }
      let field = scanner.nextField()
      if column < steps.count {
        switch step.coordinate {
        case .none: break
        case .longitude:
          x = DecimalField(coordinate: scanner.bytes(field), plan.style, axis: .longitude)
        case .latitude:
          y = DecimalField(coordinate: scanner.bytes(field), plan.style, axis: .latitude)
        }
        if plan.style.hasThousands, step.coordinate != .none, scanner.bytes(field).contains(.comma) {
          table.report.hasThousands = true
        }
        if step.isCollected {
          found[foundCount] = Found(field: field, column: column)
          foundCount += 1
        }
      } else if field.end > field.start {
        // More fields than columns: a stray delimiter shifted them, and any of them may be wrong.
        isMalformed = true
      }
      column += 1
      if field.next == .field { continue }
      if field.next == .malformed { isMalformed = true }
      break
    }
    if scanner.metEnd && !isLast { return false }
    if column < plan.needed { isMalformed = true }
    for index in 0..<foundCount {
      let field = found[index].field
      collect(scanner.bytes(field), field.isQuoted, found[index].column)
    }
    append(x, y, isMalformed: isMalformed, offset: end)
    return true
  }

  @inline(__always)
  private mutating func collect(_ field: Bytes, _ isQuoted: Bool, _ column: Int) {
    let rows = count
    table.cells[column]?.pad(to: rows)
    let field = plan.isPadded && !isQuoted ? field.trimmingSpaces : field
    if isQuoted {
      table.cells[column]?.append(quoted: field)
    } else {
      table.cells[column]?.append(field: field)
    }
  }

  @inline(__always)
  private mutating func append(_ x: DecimalField, _ y: DecimalField, isMalformed: Bool, offset: Int) {
    var values = (0.0, 0.0)
    var problem: UnusableReason?
    switch (x, y) {
    case _ where isMalformed: problem = .malformedRow
    case (.value(let x), .value(let y)): values = (x, y)
    case (.missing, _), (_, .missing): problem = .missingCoordinates
    default: problem = .unparsable
    }
    table.append(x: values.0, y: values.1, problem: problem, offset: offset)
  }

  /// Reads all rows of an input, in parts that the context's threads share.
  ///
  /// A quoted field may hold line ends, so only reading from the start shows where rows begin. Each part is
  /// read as if a row began behind its first line end. If the rows before go on through it, what was read
  /// is dropped.
  static func read(
    _ input: InputBytes, from start: Int, plan: Plan, parts count: Int, pieces: Int? = nil,
    context: RunContext
  ) throws(DataError) -> [DelimitedRows] {
    let end = input.count
    let cuts = (0...count).map { start + (end - start) * $0 / count }
    let read = try Parallel.map(Array(0..<count), threads: context.threads) { (part) throws(DataError) in
      let (cut, limit) = (cuts[part], cuts[part + 1])
      // A row that begins at the cut is behind the line feed before it.
      let window = try InputWindow(input, at: max(start, cut - 1), length: pieces)
      let first = part == 0 ? start : try window.moveToLine()
      // The first part has room for the others behind it.
      return try DelimitedRows(
        window, from: first, to: limit, roomTo: part == 0 ? end : limit, plan: plan, context.checkReading)
    }
    var parts: [DelimitedRows] = []
    for (part, limit) in zip(read, cuts.dropFirst()) {
      guard let last = parts.last, last.end != part.start else {
        parts.append(part)
        continue
      }
      let window = try InputWindow(input, at: last.end, length: pieces)
      try parts[parts.count - 1].read(window, to: limit, context.checkReading)
    }
    return parts
  }
}
