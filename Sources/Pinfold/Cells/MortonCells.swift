/// The Morton cells of one section of the canonical order: a quadtree implied by the sorted keys.
///
/// A cell of level *l* has a side of 2^(32−l) and holds one range of the section. Nothing is stored: a binary
/// search of its range finds a cell's quarters.
struct MortonCells {
  /// Z-order keys along the canonical order; must outlive this value.
  let keys: Column<UInt64>

  /// Edits since the keys were last merged.
  var edits: KeyDelta?
  let section: Range<Int>

  /// A square of the world, moved by the grid phase, and its points.
  struct Cell {
    /// 0 for the whole world, 32 for one position.
    var level: Int

    /// The key of the north-west corner.
    var corner: UInt64

    /// The points, by canonical index; never empty.
    var points: Range<Int>

    /// The side in fixed-point units.
    @inline(__always) var side: UInt64 { 1 << UInt64(32 - level) }
  }

  /// The cell of the whole world; nil if the section is empty.
  var root: Cell? { section.isEmpty ? nil : Cell(level: 0, corner: 0, points: section) }

  /// The smallest cell that holds some points; its level is 32 if they are coincident.
  ///
  /// - Parameter points: a range of the section, not empty.
  @inline(__always)
  func smallestCell(around points: Range<Int>) -> Cell {
    let first = key(at: points.lowerBound)
    // Keys ascend, so all have the leading bits that the first and the last share.
    let level = (first ^ key(at: points.upperBound - 1)).leadingZeroBitCount / 2
    let inside = level == 0 ? UInt64.max : (1 << UInt64(64 - 2 * level)) - 1
    return Cell(level: level, corner: first & ~inside, points: points)
  }

  /// Calls `body` for each quarter of a cell that holds points, in canonical order.
  @inline(__always)
  func forEachQuarter<Failure: Error>(
    of cell: Cell, _ body: (Cell) throws(Failure) -> Void
  ) throws(Failure) {
    let level = cell.level + 1
    let shift = UInt64(64 - 2 * level)
    var start = cell.points.lowerBound
    for quarter in 0..<4 as Range<UInt64> {
      let corner = cell.corner | quarter << shift
      let end =
        quarter == 3
        ? cell.points.upperBound : firstIndex(notBelow: corner + 1 << shift, start, cell.points.upperBound)
      if start < end { try body(Cell(level: level, corner: corner, points: start..<end)) }
      start = end
      if start == cell.points.upperBound { return }
    }
  }

  @inline(__always)
  func key(at index: Int) -> UInt64 {
    if let edits { return edits.key(at: index, in: keys) }
    return keys[index]
  }

  /// The key at an index before edits.
  @inline(__always)
  func baseKey(_ index: Int) -> UInt64 { keys[index] }

  /// The key of a point that was added.
  ///
  /// - Precondition: there is such a point.
  @inline(__always)
  func addedKey(_ number: Int) -> UInt64 { edits!.added[number] }

  /// The first index in `low..<high` whose key is at least `key`.
  @inline(__always)
  private func firstIndex(notBelow key: UInt64, _ low: Int, _ high: Int) -> Int {
    if let edits { return edits.firstIndex(notBelow: key, low..<high, in: keys) }
    return (low..<high).partitioningIndex { keys[$0] >= key }
  }

  /// The points at a position, by its key.
  func points(at key: UInt64) -> Range<Int> {
    let start = firstIndex(notBelow: key, section.lowerBound, section.upperBound)
    let end = key == .max ? section.upperBound : firstIndex(notBelow: key + 1, start, section.upperBound)
    return start..<end
  }

  /// Calls `body` for every occupied cell of a level that meets the window, in canonical order, with whether
  /// a point of the cell is in the window.
  ///
  /// - Complexity: O(*c* log *n*), where *c* is the number of cells in the window and of those around them.
  func forEachCell(
    level: Int, in window: MortonWindow, _ body: (_ cell: Cell, _ isInWindow: Bool) -> Void
  ) {
    if let root { visit(root, level: level, window: window, inside: false, body) }
  }

  private func visit(
    _ cell: Cell, level: Int, window: MortonWindow, inside: Bool, _ body: (Cell, Bool) -> Void
  ) {
    var inside = inside
    if !inside {
      switch relation(of: cell, to: window) {
      case .outside: return
      case .inside: inside = true
      case .across: break
      }
    }
    if cell.level == level { return body(cell, inside || holdsPoint(cell, in: window)) }
    forEachQuarter(of: cell) { visit($0, level: level, window: window, inside: inside, body) }
  }

  /// Calls `body` for ranges of points that together are all those in the window, in canonical order.
  func forEachRange(in window: MortonWindow, _ body: (Range<Int>) -> Void) {
    if let root { visitRanges(root, window: window, body) }
  }

  private func visitRanges(_ cell: Cell, window: MortonWindow, _ body: (Range<Int>) -> Void) {
    switch relation(of: cell, to: window) {
    case .outside: return
    case .inside: body(cell.points)
    case .across:
      if cell.points.count <= 8 {
        for index in cell.points where contains(index, window) { body(index..<index + 1) }
      } else {
        forEachQuarter(of: cell) { visitRanges($0, window: window, body) }
      }
    }
  }

  func holdsPoint(_ cell: Cell, in window: MortonWindow) -> Bool {
    switch relation(of: cell, to: window) {
    case .outside: return false
    case .inside: return true
    case .across:
      if cell.points.count <= 8 { return cell.points.contains { contains($0, window) } }
      var found = false
      forEachQuarter(of: cell) { if !found { found = holdsPoint($0, in: window) } }
      return found
    }
  }

  @inline(__always)
  private func contains(_ index: Int, _ window: MortonWindow) -> Bool {
    let key = key(at: index)
    return window.contains(x: UInt64(Morton.x(key)), y: UInt64(Morton.y(key)))
  }

  @inline(__always)
  private func relation(of cell: Cell, to window: MortonWindow) -> Relation {
    window.relation(x: UInt64(Morton.x(cell.corner)), y: UInt64(Morton.y(cell.corner)), side: cell.side)
  }
}

extension MortonCells.Cell {
  /// The cell as a rectangle of the world, with the grid phase taken off.
  func rect(phase: UInt32) -> WorldRect {
    WorldRect(west: Morton.x(corner) &- phase, width: side, north: Morton.y(corner), height: side)
  }
}

/// Edits of the sorted keys of a canonical order; searches go along the edited order.
struct KeyDelta: Sendable {
  let indices: SequenceDelta

  /// The keys added, in the canonical order of their points.
  let added: [UInt64]

  /// The key at an index of the edited order.
  @inline(never)
  func key(at index: Int, in keys: Column<UInt64>) -> UInt64 {
    switch indices.source(of: index) {
    case .base(let index): keys[index]
    case .added(let index): added[index]
    }
  }

  /// The first index in a range of one section, along the edited order, whose key is at least `key`.
  @inline(never)
  func firstIndex(notBelow key: UInt64, _ range: Range<Int>, in keys: Column<UInt64>) -> Int {
    let firstAdded = indices.addedCount(before: range.lowerBound)
    let lastAdded = indices.addedCount(before: range.upperBound)
    let newer = (firstAdded..<lastAdded).partitioningIndex { added[$0] >= key }
    let firstKept = range.lowerBound - firstAdded
    let lastKept = range.upperBound - lastAdded
    guard firstKept < lastKept else { return firstKept + newer }
    // From the first key kept to the last all are of one section and ascend, removed ones too.
    let start = indices.baseIndex(ofKept: firstKept)
    let end = indices.baseIndex(ofKept: lastKept - 1) + 1
    let older = (start..<end).partitioningIndex { keys[$0] >= key }
    return older - indices.removedCount(before: older) + newer
  }
}

/// A view's rectangle, moved by the grid phase as Morton cells are.
struct MortonWindow {
  private let rect: WorldRect

  init(_ rect: WorldRect, phase: UInt32) {
    self.rect = WorldRect(west: rect.west &+ phase, width: rect.width, north: rect.north, height: rect.height)
  }

  @inline(__always)
  func contains(x: UInt64, y: UInt64) -> Bool {
    rect.contains(x: UInt32(truncatingIfNeeded: x), y: UInt32(truncatingIfNeeded: y))
  }

  /// The relation of a square with this north-west corner and side to the window.
  @inline(__always)
  func relation(x: UInt64, y: UInt64, side: UInt64) -> Relation {
    let (x, y) = (UInt32(truncatingIfNeeded: x), UInt32(truncatingIfNeeded: y))
    let extent = UInt32(truncatingIfNeeded: side &- 1)
    return relation(of: Box(west: x, east: x &+ extent, north: y, south: y &+ extent))
  }

  /// The relation of a box of positions, moved by the grid phase, to the window.
  @inline(__always)
  func relation(of box: Box) -> Relation { rect.relation(to: box) }
}
