/// Merges the items of one group, zoom by zoom, until no two are within a radius of each other; see ``RadiusStrategy``.
///
/// Items are looked at by square cells of at least two radii. Cells are coloured like a board with four colours. What
/// the items of a cell can take lies within a radius of it, so cells of one colour never reach for the same item, and
/// cores can share them: any order of cells gives the same merges.
struct RadiusMerging {
  /// A cluster, a stack or a point.
  fileprivate struct Item {
    let node: UInt32
    let count: UInt32
    let x: UInt32
    let y: UInt32
  }

  /// What became of an item: nothing, a part of another's cluster, or else the number of the cluster around it.
  fileprivate enum Fate {
    static let alive = UInt32.max
    static let taken = UInt32.max - 1
  }

  private var items: [Item]
  private let wraps: Bool
  private let minPoints: Int

  /// Starts with the leaves of a section.
  ///
  /// - Parameter minPoints: the least number of points of a cluster.
  init(leaves: Range<Int>, of builder: MergeForestBuilder, wraps: Bool, minPoints: Int) {
    items = leaves.map { Item(node: $0, of: builder) }
    self.wraps = wraps
    self.minPoints = minPoints
  }

  /// Merges until no two items are within a radius, or would have too few points together.
  ///
  /// In the first round every item that is still there takes all that are within the radius. A cluster moves to its
  /// mean, where others may be within the radius: so in the next round each new cluster takes what is near it, until a
  /// round has nothing to take.
  ///
  /// - Parameters:
  ///   - radius: in fixed-point units, at most half the world.
  ///   - time: when the merges happen.
  mutating func merge(
    within radius: Double, at time: Int32, in builder: inout MergeForestBuilder, context: RunContext
  ) throws(ClusteringError) {
    try context.check()
    guard items.count > 1, radius >= 1 else { return }
    let reach = Reach(radius: radius, wraps: wraps, minPoints: minPoints)
    let shift = reach.cellShift
    // There are fewer merges than items.
    var table = CellTable(capacity: 2 * items.count)
    var fates = [UInt32](repeating: Fate.alive, count: items.count)
    let count = items.count
    // A cluster has the place of the item that took the others.
    var places = Array(0..<UInt32(count))
    var fresh = 0
    var cells: [Int] = []
    var nodes: [Int] = []
    func insert(_ item: Int, _ table: inout CellTable) {
      let (slot, before) = table.insert(item, column: items[item].x >> shift, row: items[item].y >> shift)
      if before == CellTable.none || Int(before) < fresh { cells.append(slot) }
    }
    // Inserting goes from the last place to the first, so that a cell's list is in order.
    for item in items.indices.reversed() { insert(item, &table) }
    while !cells.isEmpty {
      let round = items.count
      for color in 0..<4 as Range<UInt32> {
        for family in try families(of: cells, color: color, from: fresh, table, &fates, reach, context) {
          nodes.removeAll(keepingCapacity: true)
          for member in family { nodes.append(Int(items[Int(member)].node)) }
          let node = builder.merge(nodes, at: time)
          fates[Int(family[family.startIndex])] = UInt32(items.count)
          places.append(places[Int(family[family.startIndex])])
          items.append(Item(node: node, of: builder))
          fates.append(Fate.alive)
        }
      }
      cells.removeAll(keepingCapacity: true)
      fresh = round
      let sorted = RadixSort.sorted(
        (round..<items.count).map { RadixSort.Item(key: UInt64(places[$0]), index: UInt32($0)) })
      for item in sorted.reversed() { insert(Int(item.index), &table) }
    }
    settle(count, fates)
  }

  /// What the fresh items in the cells of one color take: families, the one that takes first.
  private func families(
    of cells: [Int], color: UInt32, from fresh: Int, _ table: CellTable, _ fates: inout [UInt32],
    _ reach: Reach,
    _ context: RunContext
  ) throws(ClusteringError) -> [ArraySlice<UInt32>] {
    try table.reader { (table) throws(ClusteringError) in
      let cells = cells.filter {
        let cell = table.cell(of: $0)
        return cell.column & 1 | (cell.row & 1) << 1 == color
      }
      // Shares do not depend on the number of threads, so neither does the order of families.
      let shares = stride(from: 0, to: cells.count, by: 4096).map { $0..<min($0 + 4096, cells.count) }
      return try items.withUnsafeBufferPointer { (items) throws(ClusteringError) in
        nonisolated(unsafe) let items = items
        return try fates.withUnsafeMutableBufferPointer { (fates) throws(ClusteringError) in
          // Every cell touches only the fates of items within its reach.
          nonisolated(unsafe) let fates = fates
          return try Parallel.map(shares, context) { (share) throws(ClusteringError) in
            try context.check()
            var taking = Taking(items: items, fates: fates, table: table, reach: reach)
            for cell in cells[share] { taking.look(at: cell, from: fresh) }
            return taking.families
          }
        }
      }.flatMap(\.self)
    }
  }

  /// Keeps what is left, each new cluster in the place of the item that first took others.
  private mutating func settle(_ count: Int, _ fates: [UInt32]) {
    guard items.count > count else { return }
    var left: [Item] = []
    for item in 0..<count {
      var heir = UInt32(item)
      while fates[Int(heir)] < Fate.taken { heir = fates[Int(heir)] }
      if fates[Int(heir)] == Fate.alive { left.append(items[Int(heir)]) }
    }
    items = left
  }
}

extension RadiusMerging.Item {
  fileprivate init(node: Int, of builder: MergeForestBuilder) {
    let position = builder.position(of: node)
    self.init(
      node: UInt32(node), count: UInt32(builder.pointCount(of: node)), x: position.x, y: position.y)
  }
}

/// Which items are near enough to be taken.
private struct Reach {
  let radius: UInt32
  let squared: Int64
  let wraps: Bool
  let minPoints: Int

  /// The logarithm of a side of at least two radii: whoever is within a radius is in one of two columns and rows.
  let cellShift: UInt32

  init(radius: Double, wraps: Bool, minPoints: Int) {
    let radius = min(radius, 0x1p31)
    self.radius = UInt32(radius)
    squared = Int64(radius * radius)
    self.wraps = wraps
    self.minPoints = minPoints
    cellShift = UInt32(64 - (2 * UInt64(radius) - 1).leadingZeroBitCount)
  }

  /// Whether two positions are within the radius.
  @inline(__always)
  func holds(_ x: UInt32, _ y: UInt32, from originX: UInt32, _ originY: UInt32) -> Bool {
    let east = wraps ? Int64(Int32(bitPattern: x &- originX)) : Int64(x) - Int64(originX)
    let south = Int64(y) - Int64(originY)
    // Longer ones could overflow when squared.
    guard abs(east) <= Int64(radius), abs(south) <= Int64(radius) else { return false }
    return east * east + south * south <= squared
  }

  /// Calls `body` with the cells that may hold positions within the radius of one.
  @inline(__always)
  func forEachCell(around x: UInt32, _ y: UInt32, _ body: (_ column: UInt32, _ row: UInt32) -> Void) {
    let west = (wraps ? x &- radius : x - min(x, radius)) >> cellShift
    let east = (wraps ? x &+ radius : x + min(.max - x, radius)) >> cellShift
    let north = (y - min(y, radius)) >> cellShift
    let south = (y + min(.max - y, radius)) >> cellShift
    body(west, north)
    if east != west { body(east, north) }
    if south != north {
      body(west, south)
      if east != west { body(east, south) }
    }
  }
}

/// One thread's work on some cells.
private struct Taking {
  let items: UnsafeBufferPointer<RadiusMerging.Item>
  let fates: UnsafeMutableBufferPointer<UInt32>
  let table: CellTable.Reader
  let reach: Reach

  private var members: [UInt32] = []
  private var ends: [Int] = []

  init(
    items: UnsafeBufferPointer<RadiusMerging.Item>, fates: UnsafeMutableBufferPointer<UInt32>,
    table: CellTable.Reader, reach: Reach
  ) {
    self.items = items
    self.fates = fates
    self.table = table
    self.reach = reach
  }

  /// Lets each fresh item of a cell take what is near it.
  mutating func look(at slot: Int, from fresh: Int) {
    table.forEachItem(of: slot) { item in
      if item >= fresh && fates[item] == RadiusMerging.Fate.alive { take(around: item) }
    }
  }

  private mutating func take(around item: Int) {
    let seed = items[item]
    let start = members.count
    members.append(UInt32(item))
    var count = Int(seed.count)
    reach.forEachCell(around: seed.x, seed.y) { column, row in
      table.forEachItem(of: table.slot(column: column, row: row)) { other in
        let candidate = items[other]
        // Distance first: the fates of items out of reach may belong to other threads.
        guard other != item, reach.holds(candidate.x, candidate.y, from: seed.x, seed.y),
          fates[other] == RadiusMerging.Fate.alive
        else { return }
        members.append(UInt32(other))
        count += Int(candidate.count)
      }
    }
    guard members.count > start + 1, count >= reach.minPoints else {
      members.removeLast(members.count - start)
      return
    }
    for member in members[start...] { fates[Int(member)] = RadiusMerging.Fate.taken }
    ends.append(members.count)
  }

  /// What was taken, whoever took first in each family.
  var families: [ArraySlice<UInt32>] {
    zip([0] + ends, ends).map { members[$0..<$1] }
  }
}
