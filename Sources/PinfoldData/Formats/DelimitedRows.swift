import Pinfold

/// The rows of a stretch of delimited text, as far as they are needed.
///
/// Bound by memory: with the columns' joining, the kernel's clearing of pages takes more of the time than
/// scanning fields and reading numbers (`perf`, samples of processor time, 10⁶ rows of eight columns).
struct DelimitedRows {
  /// The use of each field of a row.
  struct Plan {
    enum Coordinate: UInt8 { case none, longitude, latitude }

    struct Step {
      var coordinate = Coordinate.none
      /// The index among the collected columns; negative for none.
      var collector = -1
    }

    fileprivate var steps: [Step]
    /// The number of fields that a row needs to have coordinates.
    fileprivate var needed: Int
    fileprivate var collectors: Int
    fileprivate let decimalComma: Bool

    init(width: Int, longitude: Int, latitude: Int, collected: [Int], decimalComma: Bool) {
      steps = Array(repeating: Step(), count: width)
      steps[longitude].coordinate = .longitude
      // One column for both is absurd but harmless: latitude wins, and longitude stays missing.
      steps[latitude].coordinate = .latitude
      for (place, column) in collected.enumerated() { steps[column].collector = place }
      needed = max(longitude, latitude) + 1
      collectors = collected.count
      self.decimalComma = decimalComma
    }
  }

  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  private(set) var problems: [UInt8] = []
  private(set) var offsets: [Int] = []
  private(set) var cells: [CellColumn]

  var count: Int { offsets.count }

  /// The offset of the first row of the stretch, or of the one behind it.
  let start: Int

  /// The offset of the first row behind the stretch; the end of the text where there is none.
  private(set) var end: Int

  private let plan: Plan

  /// The offset of the end of the rows for which there is room.
  private let roomEnd: Int

  /// Reads the rows that begin before an offset.
  ///
  /// - Parameters:
  ///   - scanner: stands where a row begins.
  ///   - roomEnd: room is made for the rows up to this offset.
  ///   - check: called every few thousand rows; what it throws ends the reading.
  init(
    _ scanner: FieldScanner, to limit: Int, roomTo roomEnd: Int, plan: Plan,
    _ check: () throws(DataError) -> Void
  ) throws(DataError) {
    self.plan = plan
    self.roomEnd = roomEnd
    cells = [CellColumn](repeating: CellColumn(), count: plan.collectors)
    var scanner = scanner
    _ = scanner.beginRow()
    (start, end) = (scanner.position, scanner.position)
    try read(scanner, to: limit, check)
  }

  /// Reads on up to the rows that begin at an offset or behind it.
  mutating func read(
    _ scanner: FieldScanner, to limit: Int, _ check: () throws(DataError) -> Void
  ) throws(DataError) {
    var scanner = scanner
    scanner.position = end
    try plan.steps.withUnsafeBufferPointer { (steps) throws(DataError) in
      while scanner.beginRow(), scanner.position < limit {
        if count & 0xFFF == 0 {
          try check()
          if count == 0x1000 { reserve(to: roomEnd - scanner.position, after: scanner.position - start) }
        }
        readRow(&scanner, steps)
      }
    }
    end = scanner.position
    // Short rows have no elements in the last columns.
    for place in cells.indices { cells[place].pad(to: count) }
  }

  /// Adds the rows of the stretches behind this one.
  mutating func append(_ others: [DelimitedRows], threads: Int) {
    for other in others {
      x += other.x
      y += other.y
      problems += other.problems
      offsets += other.offsets
    }
    cells.withUnsafeMutableBufferPointer { cells in
      // Each thread has columns of its own.
      nonisolated(unsafe) let cells = cells
      Parallel.forEach(parts: cells.count, threads: threads) { place in
        cells[place].append(others.map { $0.cells[place] })
      }
    }
  }

  /// Makes room for the rows of some bytes, if they are as those before: touching memory twice takes as long
  /// as reading a number.
  private mutating func reserve(to bytes: Int, after read: Int) {
    let more = max(0, bytes) / max(1, read / count) / 16 * 17
    // A column takes two words a row, and all texts together are no longer than what is read.
    guard Memory.allows(more * (2 * 8 + 8 + 1 + 16 * cells.count) + bytes) else { return }
    x.makeRoom(for: more)
    y.makeRoom(for: more)
    problems.makeRoom(for: more)
    offsets.makeRoom(for: more)
    for place in cells.indices { cells[place].makeRoom(for: more) }
  }

  @inline(__always)
  private mutating func readRow(
    _ scanner: inout FieldScanner, _ steps: UnsafeBufferPointer<Plan.Step>
  ) {
    let offset = scanner.position
    var x = DecimalField.missing
    var y = DecimalField.missing
    var column = 0
    var isMalformed = false
    while true {
      let field = scanner.nextField()
      if column < steps.count {
        let step = steps[column]
        switch step.coordinate {
        case .none: break
        case .longitude: x = DecimalField(scanner.bytes(field), decimalComma: plan.decimalComma)
        case .latitude: y = DecimalField(scanner.bytes(field), decimalComma: plan.decimalComma)
        }
        if step.collector >= 0 { collect(scanner.bytes(field), field.isQuoted, step.collector) }
      } else if field.end > field.start {
        // More fields than columns: a stray delimiter shifted them, and any of them may be wrong.
        isMalformed = true
      }
      column += 1
      if field.next == .field { continue }
      if field.next == .unterminatedQuote { isMalformed = true }
      break
    }
    if column < plan.needed { isMalformed = true }
    append(x, y, isMalformed: isMalformed, offset: offset)
  }

  @inline(__always)
  private mutating func collect(_ field: UnsafeBufferPointer<UInt8>, _ isQuoted: Bool, _ collector: Int) {
    cells[collector].pad(to: count)
    if plan.decimalComma, let number = DecimalField.pointed(field) {
      number.withUnsafeBufferPointer { cells[collector].append(field: $0) }
    } else if isQuoted {
      cells[collector].append(quoted: field)
    } else {
      cells[collector].append(field: field)
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
    self.x.append(values.0)
    self.y.append(values.1)
    problems.append(problem?.code ?? 0)
    offsets.append(offset)
  }
}

extension DelimitedRows {
  /// Reads all rows of a text, in parts that the context's threads share.
  ///
  /// A quoted field may hold line ends, so where rows begin shows only to who reads all before. Each part is
  /// read as if a row began behind its first line end. If the rows before end there, one did; if they do not,
  /// they go on through the part, and what was read of it is dropped.
  static func read(
    _ scanner: FieldScanner, plan: Plan, parts count: Int, context: RunContext
  ) throws(DataError) -> [DelimitedRows] {
    let (start, end) = (scanner.position, scanner.text.count)
    let starts = (0..<count).map { part in
      part == 0 ? start : scanner.lineStart(from: start + (end - start) * part / count)
    }
    let limits = Array(starts.dropFirst()) + [end]
    let text = ReadableText(scanner)
    let read = try Parallel.map(Array(0..<count), threads: context.threads) { (part) throws(DataError) in
      var scanner = text.scanner
      scanner.position = starts[part]
      // The first part has room for the others behind it.
      return try DelimitedRows(
        scanner, to: limits[part], roomTo: part == 0 ? end : limits[part], plan: plan, context.checkReading)
    }
    var parts: [DelimitedRows] = []
    for (part, limit) in zip(read, limits) {
      if parts.isEmpty || parts[parts.count - 1].end == part.start {
        parts.append(part)
      } else {
        try parts[parts.count - 1].read(scanner, to: limit, context.checkReading)
      }
    }
    return parts
  }
}

extension FieldScanner {
  /// The offset behind the first line feed from an offset on.
  fileprivate func lineStart(from offset: Int) -> Int {
    text[offset...].firstIndex(of: .lineFeed).map { $0 + 1 } ?? text.count
  }
}

/// A scanner over bytes that nobody writes, which threads may share.
private struct ReadableText: @unchecked Sendable {
  let scanner: FieldScanner

  init(_ scanner: FieldScanner) { self.scanner = scanner }
}
