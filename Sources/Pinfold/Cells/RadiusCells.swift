/// Positions in square cells, so small that all of one cell are within a radius of each other.
///
/// A position in a crowded cell needs no distance to have many neighbors, and one near pair joins all of two
/// cells; so crowds cost less than what is scattered. Cells are in order of rows, then of columns: what is
/// near a cell is a part of each of a few rows, found by walking along these rows at once.
///
/// Source: A. Gunawan, "A faster algorithm for DBSCAN", master's thesis, TU Eindhoven 2013.
package struct RadiusCells: Sendable {
  struct Entry: BitwiseCopyable {
    let position: WorldPoint
    let item: UInt32
  }

  /// A cell that holds entries.
  struct Cell: BitwiseCopyable {
    let row: UInt32
    let column: UInt32
    let start: UInt32
    var end: UInt32

    var entries: Range<Int> { Int(start)..<Int(end) }

    func isSame(as other: Cell) -> Bool { row == other.row && column == other.column }
  }

  /// The entries of one cell after those of another; those of one cell are in no particular order.
  var entries: [Entry] = []
  private(set) var cells: [Cell] = []
  let squaredRadius: Double
  let wraps: Bool

  /// The binary logarithm of a cell's side in fixed-point units.
  private let sideBits: UInt32

  /// How many rows or columns a neighbor may be away.
  private let reach: Int64

  /// The most memory in bytes, for each position.
  package static let bytesPerPosition = MemoryLayout<Entry>.stride + 2 * MemoryLayout<Cell>.stride

  /// Sorts positions into cells.
  ///
  /// - Parameters:
  ///   - items: the indices of those to take; nil for all.
  ///   - radius: in fixed-point units, from 0.
  ///   - wraps: whether x goes around the globe.
  /// - Complexity: O(*n*) for positions in Morton order, else O(*n* log *n*).
  package init(_ positions: [WorldPoint], of items: [UInt32]? = nil, radius: Double, wraps: Bool) {
    self.wraps = wraps
    squaredRadius = radius * radius
    // Positions in a cell of a side *s* are at most (*s* − 1) √2 apart.
    var bits: UInt32 = 0
    while bits < 31, Double(UInt64(2) << bits - 1) * 2.0.squareRoot() <= radius { bits += 1 }
    sideBits = bits
    reach = Int64(min((radius / Double(UInt64(1) << bits)).rounded(.up), Double(UInt64(1) << (32 - bits))))
    // What follows each other in one cell moves as one; in Morton order, that is all of a cell.
    var runs: [Cell] = []
    for index in 0..<(items?.count ?? positions.count) {
      let position = positions[items.map { Int($0[index]) } ?? index]
      let run = Cell(
        row: position.y >> bits, column: position.x >> bits, start: UInt32(index), end: UInt32(index) + 1)
      if let last = runs.last, last.isSame(as: run) {
        runs[runs.count - 1].end = run.end
      } else {
        runs.append(run)
      }
    }
    runs.sort { ($0.row, $0.column, $0.start) < ($1.row, $1.column, $1.start) }
    entries.reserveCapacity(items?.count ?? positions.count)
    for run in runs {
      let start = UInt32(entries.count)
      for index in run.entries {
        let item = items.map { $0[index] } ?? UInt32(index)
        entries.append(Entry(position: positions[Int(item)], item: item))
      }
      let cell = Cell(row: run.row, column: run.column, start: start, end: UInt32(entries.count))
      if let last = cells.last, last.isSame(as: cell) {
        cells[cells.count - 1].end = cell.end
      } else {
        cells.append(cell)
      }
    }
  }

  /// For each item that was taken, the number of items within the radius, itself among them, or `most` where
  /// there are more; 0 for the others.
  ///
  /// - Parameter check: throws where the call should stop; called every few thousand steps.
  /// - Complexity: O(*n* · `most`), and O(*n*) where cells hold that many.
  package func counts<Failure: Error>(
    ofItems itemCount: Int, most: Int, check: () throws(Failure) -> Void
  ) throws(Failure) -> [Int] {
    var result = [Int](repeating: 0, count: itemCount)
    var walk = Walk(among: self)
    var near: [Range<Int>] = []
    var steps = 0
    for (number, cell) in cells.enumerated() {
      if cell.entries.count >= most {
        for index in cell.entries { result[Int(entries[index].item)] = most }
        continue
      }
      near.removeAll(keepingCapacity: true)
      walk.forEachCell(near: cell, of: self) { if $0 != number { near.append(cells[$0].entries) } }
      for index in cell.entries {
        var count = cell.entries.count
        for others in near where count < most {
          steps += others.count
          for other in others where distance(entries[index], entries[other]) <= squaredRadius {
            count += 1
            if count == most { break }
          }
        }
        result[Int(entries[index].item)] = count
        if steps > 1 << 14 {
          try check()
          steps = 0
        }
      }
    }
    return result
  }

  /// The squared distance of two entries, by the short way around the globe.
  @inline(__always)
  func distance(_ a: Entry, _ b: Entry) -> Double {
    let east =
      wraps
      ? Int64(a.position.eastward(from: b.position.x)) : Int64(a.position.x) - Int64(b.position.x)
    return squared(Double(east), Double(Int64(a.position.y) - Int64(b.position.y)))
  }
}

// MARK: - Walking

extension RadiusCells {
  /// A walk along the rows around one cell after another, in their order.
  struct Walk {
    /// In each row around a cell, the first cell that may be near it.
    private var firsts: [Int]

    init(among all: RadiusCells) { firsts = Array(repeating: 0, count: 2 * Int(all.reach) + 1) }

    /// Calls `body` with the number of each cell that may hold neighbors of those in a cell, once; the cell
    /// itself is one of them.
    ///
    /// - Parameter cell: the first one, or one after the last that was asked for.
    mutating func forEachCell(near cell: Cell, of all: RadiusCells, _ body: (Int) -> Void) {
      let (row, column) = (Int64(cell.row), Int64(cell.column))
      let columnCount = Int64(1) << (32 - all.sideBits)
      var (west, east) = (column - all.reach, column + all.reach)
      if all.wraps, east - west >= columnCount - 1 { (west, east) = (0, columnCount - 1) }
      for (offset, first) in firsts.enumerated() {
        let row = row - all.reach + Int64(offset)
        var number = first
        while number < all.cells.count, all.precedes(number, row: row, column: west) { number += 1 }
        firsts[offset] = number
        all.forEachCell(from: number, row: row, to: east, body)
        guard all.wraps else { continue }
        if west < 0 {
          all.forEachCell(from: all.firstCell(row: row, column: west + columnCount), row: row, to: .max, body)
        }
        if east >= columnCount {
          all.forEachCell(from: all.firstCell(row: row, column: 0), row: row, to: east - columnCount, body)
        }
      }
    }
  }

  /// Whether a cell comes before a row and column, which may be outside of the world.
  @inline(__always)
  private func precedes(_ number: Int, row: Int64, column: Int64) -> Bool {
    let cell = cells[number]
    return Int64(cell.row) < row || Int64(cell.row) == row && Int64(cell.column) < column
  }

  private func firstCell(row: Int64, column: Int64) -> Int {
    cells.indices.partitioningIndex { !precedes($0, row: row, column: column) }
  }

  /// Calls `body` with the cells of a row from one on to a column.
  @inline(__always)
  private func forEachCell(from number: Int, row: Int64, to column: Int64, _ body: (Int) -> Void) {
    var number = number
    while number < cells.count, Int64(cells[number].row) == row, Int64(cells[number].column) <= column {
      body(number)
      number += 1
    }
  }
}
