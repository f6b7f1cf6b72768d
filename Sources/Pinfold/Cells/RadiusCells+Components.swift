// What hangs together within a radius, without a list of pairs.

extension RadiusCells {
  /// For each item that was taken, the lowest item of its component: items within the radius of each other
  /// share one. Each of the others is a component by itself.
  ///
  /// - Parameter check: throws where the call should stop; called every few thousand steps.
  /// - Complexity: O(*n*) and, for cells whose nearest items are about the radius apart, O(*n* log *n*).
  package mutating func components<Failure: Error>(
    ofItems itemCount: Int, check: () throws(Failure) -> Void
  ) throws(Failure) -> [UInt32] {
    var sets = DisjointSets(count: cells.count)
    // Cells that touch come first: once they are joined, most of those farther away are too.
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
  /// Halves the larger box and looks into the nearer half first, so hardly any pair is looked at unless many
  /// are about the radius apart. Entries change their order inside a range.
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
    let (extentA, extentB) = (Extent(around: entries[a]), Extent(around: entries[b]))
    let distances = extentA.distances(to: extentB, wraps: wraps)
    if distances.nearest > squaredRadius { return false }
    if distances.farthest <= squaredRadius { return true }
    let (split, box, other, otherExtent) =
      max(extentA.width, extentA.height) >= max(extentB.width, extentB.height)
      ? (a, extentA, b, extentB) : (b, extentB, a, extentA)
    let middle = halve(split, box)
    let halves = [split.lowerBound..<middle, middle..<split.upperBound].map { half in
      (half, Extent(around: entries[half]).distances(to: otherExtent, wraps: wraps).nearest)
    }
    for (half, _) in halves[0].1 <= halves[1].1 ? halves : halves.reversed() {
      if try holdsNearPair(half, other, check) { return true }
    }
    return false
  }

  /// Moves the western or northern half of a box before the other, and returns where that one starts.
  private mutating func halve(_ range: Range<Int>, _ box: Extent) -> Int {
    if box.width > box.height {
      let middle = box.west + (box.east - box.west) / 2
      return entries[range].partition { Int64($0.position.x) > middle }
    }
    let middle = box.north + (box.south - box.north) / 2
    return entries[range].partition { Int64($0.position.y) > middle }
  }
}

/// A box of positions, its edges included, that does not cross the seam of the world.
private struct Extent {
  private(set) var west = Int64.max
  private(set) var east = Int64.min
  private(set) var north = Int64.max
  private(set) var south = Int64.min

  var width: Int64 { east - west }
  var height: Int64 { south - north }

  /// The smallest box around entries.
  init(around entries: ArraySlice<RadiusCells.Entry>) {
    for entry in entries {
      west = min(west, Int64(entry.position.x))
      east = max(east, Int64(entry.position.x))
      north = min(north, Int64(entry.position.y))
      south = max(south, Int64(entry.position.y))
    }
  }

  /// Squared distances that no two positions, one of each box, are below or above.
  @inline(__always)
  func distances(to other: Extent, wraps: Bool) -> (nearest: Double, farthest: Double) {
    let turn = wraps ? Int64(1) << 32 : 0
    var (gap, width) = (Int64.max, Int64.max)
    for shift in [-turn, 0, turn] {
      let (eastward, westward) = (other.west + shift - east, west - other.east - shift)
      gap = min(gap, max(eastward, westward, 0))
      width = min(width, max(other.east + shift - west, east - other.west - shift))
    }
    let (southward, northward) = (other.north - south, north - other.south)
    let height = max(other.south - north, south - other.north)
    return (
      squared(Double(gap), Double(max(southward, northward, 0))), squared(Double(width), Double(height))
    )
  }
}
