/// Positions in square cells so small that all of one cell are within a radius of each other.
///
/// A position in a crowded cell has many neighbors without any distance computed, and one near pair joins all
/// of two cells. Cells are sorted by row, then column: the cells near another are a range of each of a few
/// rows, found by iterating over these rows at once.
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

  /// By cell; within one in no particular order.
  var entries: [Entry] = []
  private(set) var cells: [Cell] = []
  let squaredRadius: Double
  let wraps: Bool

  /// The binary logarithm of a cell's side in fixed-point units.
  private let sideBits: UInt32

  /// The most rows or columns between neighbors.
  private let reach: Int64

  /// An upper bound of the bytes per position.
  package static let bytesPerPosition = MemoryLayout<Entry>.stride + 2 * MemoryLayout<Cell>.stride

  /// Sorts positions into cells.
  ///
  /// - Parameters:
  ///   - items: the indices of those to use; nil for all.
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
    // Consecutive positions of a cell form a run and are moved together; in Morton order, that is a whole
    // cell.
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

  /// For each item used, the number of items within the radius, itself included, or `most` if there are more;
  /// 0 for the others.
  ///
  /// - Parameter check: throws if the call should stop; called every few thousand steps.
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
    let (east, south) = a.position.offsets(from: b.position, wraps: wraps)
    return squared(Double(east), Double(south))
  }
}

// MARK: - Walking

extension RadiusCells {
  /// Iterates over the rows around one cell after another, in their order.
  struct Walk {
    /// The first cell of each row around a cell that may be near it.
    private var firsts: [Int]

    init(among all: RadiusCells) { firsts = Array(repeating: 0, count: 2 * Int(all.reach) + 1) }

    /// Calls `body` once with the number of each cell that may hold neighbors of those in a cell, its own
    /// included.
    ///
    /// - Parameter cell: no earlier than that of the last call.
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

  @inline(__always)
  private func forEachCell(from number: Int, row: Int64, to column: Int64, _ body: (Int) -> Void) {
    var number = number
    while number < cells.count, Int64(cells[number].row) == row, Int64(cells[number].column) <= column {
      body(number)
      number += 1
    }
  }
}

// MARK: - Components

extension RadiusCells {
  /// For each item used, the lowest item of its connected component: items within the radius of each other
  /// share one. Each of the others is a component of its own.
  ///
  /// - Parameter check: throws if the call should stop; called every few thousand steps.
  /// - Complexity: O(*n*) and, for cells whose nearest items are about the radius apart, O(*n* log *n*).
  package mutating func components<Failure: Error>(
    ofItems itemCount: Int, check: () throws(Failure) -> Void
  ) throws(Failure) -> [UInt32] {
    var sets = DisjointSets(count: cells.count)
    // Cells that touch come first: they join most of those farther away.
    for touches in [true, false] {
      var walk = Walk(among: self)
      var near: [Int] = []
      for number in cells.indices {
        if number & 0xFF == 0 { try check() }
        near.removeAll(keepingCapacity: true)
        walk.forEachCell(near: cells[number], of: self) {
          if $0 > number, isTouching(number, $0) == touches { near.append($0) }
        }
        for other in near where sets.root(of: number) != sets.root(of: other) {
          if try holdsNearPair(cells[number].entries, cells[other].entries, check) {
            sets.join(number, other)
          }
        }
      }
    }
    var lowest = [UInt32](repeating: .max, count: cells.count)
    for (number, cell) in cells.enumerated() {
      let root = sets.root(of: number)
      for index in cell.entries { lowest[root] = min(lowest[root], entries[index].item) }
    }
    var result = Array(0..<UInt32(itemCount))
    for (number, cell) in cells.enumerated() {
      let root = sets.root(of: number)
      for index in cell.entries { result[Int(entries[index].item)] = lowest[root] }
    }
    return result
  }

  private func isTouching(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (cells[a], cells[b])
    return abs(Int64(a.row) - Int64(b.row)) <= 1 && abs(Int64(a.column) - Int64(b.column)) <= 1
  }

  /// Whether an entry of one range is within the radius of one of another.
  ///
  /// Halves the larger box and searches the nearer half first, so few pairs are compared unless many are
  /// about the radius apart. Entries change their order inside a range.
  private mutating func holdsNearPair<Failure: Error>(
    _ a: Range<Int>, _ b: Range<Int>, _ check: () throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    if a.count * b.count <= 256 {
      for i in a {
        for j in b where distance(entries[i], entries[j]) <= squaredRadius { return true }
      }
      return false
    }
    if a.count + b.count > 4096 { try check() }
    let (boxA, boxB) = (Box(around: entries[a]), Box(around: entries[b]))
    let distances = boxA.distances(to: boxB, wraps: wraps)
    if distances.nearest > squaredRadius { return false }
    if distances.farthest <= squaredRadius { return true }
    let (split, box, other, otherBox) =
      boxA.extent >= boxB.extent ? (a, boxA, b, boxB) : (b, boxB, a, boxA)
    let middle = halve(split, box)
    let halves = [split.lowerBound..<middle, middle..<split.upperBound].map { half in
      (half, Box(around: entries[half]).distances(to: otherBox, wraps: wraps).nearest)
    }
    for (half, _) in halves[0].1 <= halves[1].1 ? halves : halves.reversed() {
      if try holdsNearPair(half, other, check) { return true }
    }
    return false
  }

  /// Partitions a range at the middle of its box, and returns the start of the second half.
  private mutating func halve(_ range: Range<Int>, _ box: Box) -> Int {
    if box.width > box.height {
      let middle = box.west + (box.east - box.west) / 2
      return entries[range].partition { $0.position.x > middle }
    }
    let middle = box.north + (box.south - box.north) / 2
    return entries[range].partition { $0.position.y > middle }
  }
}

// Boxes of positions that do not cross the seam of the world.
extension Box {
  fileprivate init(around entries: ArraySlice<RadiusCells.Entry>) {
    self = .empty
    for entry in entries { insert(x: entry.position.x, y: entry.position.y) }
  }

  /// Bounds of the squared distance of two positions, one of each box.
  @inline(__always)
  fileprivate func distances(to other: Box, wraps: Bool) -> (nearest: Double, farthest: Double) {
    let turn = wraps ? Int64(1) << 32 : 0
    let (west, east) = (Int64(self.west), Int64(self.east))
    var (gap, width) = (Int64.max, Int64.max)
    for shift in [-turn, 0, turn] {
      let (otherWest, otherEast) = (Int64(other.west) + shift, Int64(other.east) + shift)
      gap = min(gap, max(otherWest - east, west - otherEast, 0))
      width = min(width, max(otherEast - west, east - otherWest))
    }
    let southward = Int64(other.north) - Int64(south)
    let northward = Int64(north) - Int64(other.south)
    let height = max(Int64(other.south) - Int64(north), Int64(south) - Int64(other.north))
    return (
      squared(Double(gap), Double(max(southward, northward, 0))), squared(Double(width), Double(height))
    )
  }
}
