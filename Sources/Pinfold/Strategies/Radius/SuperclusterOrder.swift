import Synchronization

/// Finds the seed that each item joins in the order of the input, as mapbox/supercluster does: in floating
/// point, with longitudes as they are; see ``RadiusStrategy/Order/input``.
///
/// Items are visited in ascending rank. An item joins the seed of lowest rank within the radius, or becomes a
/// seed. If a seed and its followers have too few points together, all stay unmerged, and are marked as
/// visited at this level. A new cluster absorbs nothing more at its level, even if items are near its mean.
///
/// An item depends only on lower ranks within the radius. So each cell processes its items in ascending rank,
/// and before each item it lets the cells in reach advance to the same rank. This proceeds through space
/// rather than through the input.
///
/// Source: V. Agafonkin, "Clustering millions of points on a map with Supercluster", Mapbox, 2016. The
/// original searches positions rounded to 32-bit floats, and lists neighbors in the order of its tree; here
/// positions have all their bits, and neighbors are in the order of items. G. E. Blelloch, J. T. Fineman, J.
/// Shun, "Greedy sequential maximal independent set and matching are parallel on average", SPAA 2012, for
/// what a greedy choice depends on.
struct SuperclusterOrder: BitwiseCopyable, Sendable {
  /// The data that a node merges by: its mean as shares of the world, with longitudes not reduced.
  struct Item: BitwiseCopyable {
    var x: Double
    var y: Double

    /// The order of items, in the upper half; the lower half is 0 except between a failed cluster and
    /// ``SuperclusterOrder/renumber(_:)``.
    var rank: UInt64
    var count: UInt32
  }

  /// An item to be visited, with all that a visit reads.
  private struct Candidate: BitwiseCopyable {
    var x: Double
    var y: Double
    var rank: UInt32

    /// Its index in the list.
    var index: UInt32

    /// The other cells in reach; ``none`` for fewer than three.
    var others: (UInt32, UInt32, UInt32)
  }

  /// The progress of a cell's visits.
  private struct Progress: ~Copyable {
    /// The place of the next candidate, or ``taken`` while a thread visits the cell.
    let next: Atomic<UInt32>

    /// Its rank; ``none`` if all are visited.
    let rank: Atomic<UInt32>

    init(next: UInt32, rank: UInt32) {
      self.next = Atomic(next)
      self.rank = Atomic(rank)
    }
  }

  /// By node.
  private let items: Column<Item>

  /// The candidates of each cell, from its first item's place on: the seeds, then those not yet visited, each
  /// in ascending rank.
  private let candidates: Column<Candidate>

  /// By cell.
  private let progress: SharedColumn<Progress>

  /// The amount to add to the search radius: list positions are rounded, and longitudes with many windings
  /// lose digits.
  private(set) var slack = 0.0

  private static var none: UInt32 { .max }
  private static var taken: UInt32 { .max }

  /// - Parameter most: the most items at a level.
  init(nodes: Int, most: Int, in nodeScratch: Scratch, _ scratch: Scratch) {
    items = nodeScratch.column(nodes)
    candidates = scratch.column(most)
    progress = scratch.atomics(most)
  }

  /// Sets the items of leaves.
  mutating func place(
    _ clusters: MergedClusters, _ points: PointSet, _ context: RunContext
  ) throws(ClusteringError) {
    let (rows, longitude, latitude, projection) = (
      points.rows, points.longitude, points.latitude, points.projection
    )
    let (lanes, items) = (context.lanes(for: clusters.leafCount), items)
    let farthest = Lanes(context.threads) { 1.0 }
    try Parallel.deal(clusters.leafCount, to: lanes, context) { (lane, leaves) in
      for leaf in leaves {
        let point = Int(clusters.leafStarts[leaf])
        let (x, y) = projection.unreducedUnit(
          Coordinate(longitude: longitude[point], latitude: latitude[point]))
        items[leaf] = Item(x: x, y: y, rank: UInt64(rows[point]) << 32, count: 1)
        farthest[lane] = max(farthest[lane], abs(x))
      }
    }
    // Above 2⁵² one ulp spans the world.
    let most = (0..<farthest.count).reduce(1) { max($0, farthest[$1]) }
    slack = 4 + 2 * min(most, 0x1p52).ulp * WorldPoint.worldSize
  }
}

extension Projection {
  /// A coordinate as shares of the world's width and height, longitudes not reduced: past 0 or 1 beyond
  /// ±180°.
  fileprivate func unreducedUnit(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    switch self {
    case .mercator:
      let sine = Double.sin(coordinate.latitude * .pi / 180)
      let y = 0.5 - 0.25 * Double.log((1 + sine) / (1 - sine)) / .pi
      return (coordinate.longitude / 360 + 0.5, max(0, min(y, 1)))
    case .planar(let extent): return extent.unit(coordinate)
    }
  }
}

// MARK: - Candidates

extension SuperclusterOrder {
  /// Lists the candidates of a block, of each cell in ascending rank. Cells with one isolated item have none.
  private func listCandidates(_ block: Int, _ round: RadiusRound) {
    let (list, board) = (round.seeds, round.board)
    list.cells.forEachCell(of: block..<block &+ 1) { cell in
      board.cells.initialize(
        cell.number, to: RadiusBoard.Cell(cell.items.lowerBound..<cell.items.lowerBound))
      if list.isIsolated(cell, round.reach) {
        return progress.initialize(cell.number, to: Progress(next: 0, rank: Self.none))
      }
      for index in cell.items {
        items.prefetch(Int(list.nodes[index]))
        board.begin(index)
        var others = (Self.none, Self.none, Self.none)
        list.cells.forEachOther(than: cell, around: list.positions[index], round.reach) { number in
          others = (UInt32(truncatingIfNeeded: number), others.0, others.1)
        }
        candidates[index].others = others
      }
      progress.initialize(
        cell.number, to: Progress(next: UInt32(truncatingIfNeeded: cell.items.lowerBound), rank: 0))
    }
    // By now the items of the first cells are in the cache.
    list.cells.forEachCell(of: block..<block &+ 1) { cell in
      if rank(of: cell.number) != Self.none { complete(cell, list) }
    }
  }

  /// Copies the items of a cell's candidates, and sorts the candidates by rank.
  @inline(__always)
  private func complete(_ cell: CellIndex.Cell, _ list: RadiusList) {
    let places = cell.items
    for place in places {
      let item = items[Int(list.nodes[place])]
      candidates[place].index = UInt32(truncatingIfNeeded: place)
      (candidates[place].x, candidates[place].y) = (item.x, item.y)
      candidates[place].rank = UInt32(truncatingIfNeeded: item.rank &>> 32)
    }
    if places.count > 1 { candidates[places].sort { $0.rank < $1.rank } }
    progress[cell.number].rank.store(candidates[places.lowerBound].rank, ordering: .relaxed)
  }
}

// MARK: - Visits

extension SuperclusterOrder {
  /// A cell that a thread has taken, to visit its candidates below some rank.
  private struct Visit: BitwiseCopyable {
    let cell: Int
    let limit: UInt32

    /// The place of the next candidate.
    var next: UInt32
  }

  /// Finds the seed that each item of a level joins.
  ///
  /// Threads share space. A thread takes a cell while it visits the cell's items. If it needs a cell that
  /// another thread has taken, it gives back what it has, and one thread visits the rest in the end; no
  /// thread waits.
  ///
  /// - Parameter radius: in fixed-point units; no more than that of the round.
  /// - Complexity: O(*n*) where bounded numbers of items are near each other or few of them are seeds, where
  ///   *n* is the number of items.
  func settle(_ round: RadiusRound, within radius: Double, _ context: RunContext) throws(ClusteringError) {
    let list = round.seeds
    let (lanes, cellCount) = (context.lanes(for: list.count), list.cells.cellCount)
    try Parallel.deal(list.cells.blockCount, to: lanes, context) { (_, blocks) in
      for block in blocks { listCandidates(block, round) }
    }
    let (share, shares) = (radius / WorldPoint.worldSize, 16 * lanes)
    let unfinished = Lanes<[Int]>(lanes) { [] }
    try Parallel.deal(shares, to: lanes, context) { (lane, part) in
      let own = cellCount * part.lowerBound / shares..<cellCount * part.upperBound / shares
      unfinished[lane] += visit(own, list, round.board, squared: share * share)
    }
    let rest = (0..<lanes).flatMap { unfinished[$0] }
    try Parallel.deal(rest.count, to: 1, context) { (_, part) in
      _ = visit(rest[part], list, round.board, squared: share * share)
    }
  }

  /// Visits the candidates of some cells, and before each those that it depends on.
  ///
  /// - Returns: the cells that depend on one that another thread had taken.
  @inline(__always)
  private func visit(
    _ cells: some Sequence<Int>, _ list: RadiusList, _ board: RadiusBoard, squared: Double
  ) -> [Int] {
    var (waiting, unfinished): ([Visit], [Int]) = ([], [])
    for cell in cells where rank(of: cell) != Self.none {
      guard var visit = visit(cell, below: Self.none) else {
        unfinished.append(cell)
        continue
      }
      while true {
        if rank(of: visit.cell) >= visit.limit {
          giveBack(visit)
          guard let before = waiting.popLast() else { break }
          visit = before
          continue
        }
        let candidate = candidates[Int(visit.next)]
        guard let behind = cellBehind(candidate) else {
          settle(candidate, in: &visit, list, board, squared: squared)
          continue
        }
        waiting.append(visit)
        guard let before = self.visit(behind, below: candidate.rank) else {
          waiting.forEach(giveBack)
          waiting.removeAll(keepingCapacity: true)
          unfinished.append(cell)
          break
        }
        visit = before
      }
    }
    return unfinished
  }

  /// Takes a cell; nil if another thread has it.
  @inline(__always)
  private func visit(_ cell: Int, below limit: UInt32) -> Visit? {
    let next = progress[cell].next.exchange(Self.taken, ordering: .acquiring)
    return next == Self.taken ? nil : Visit(cell: cell, limit: limit, next: next)
  }

  @inline(__always)
  private func giveBack(_ visit: Visit) { progress[visit.cell].next.store(visit.next, ordering: .releasing) }

  /// The rank of a cell's next candidate.
  @inline(__always)
  private func rank(of cell: Int) -> UInt32 { progress[cell].rank.load(ordering: .acquiring) }

  /// A cell in reach of a candidate that has to advance to its rank.
  @inline(__always)
  private func cellBehind(_ candidate: Candidate) -> Int? {
    let (first, second, third) = candidate.others
    if first != Self.none, rank(of: Int(first)) < candidate.rank { return Int(first) }
    if second != Self.none, rank(of: Int(second)) < candidate.rank { return Int(second) }
    if third != Self.none, rank(of: Int(third)) < candidate.rank { return Int(third) }
    return nil
  }

  /// Makes the next candidate of a cell join a seed or become one.
  @inline(__always)
  private func settle(
    _ candidate: Candidate, in visit: inout Visit, _ list: RadiusList, _ board: RadiusBoard, squared: Double
  ) {
    var (seed, lowest): (Int?, UInt32) = (nil, candidate.rank)
    func look(in cell: Int) {
      let end = board.cells[cell].end.load(ordering: .acquiring)
      for place in Int(board.cells[cell].start)..<Int(end) {
        if candidates[place].rank >= lowest { return }
        let (east, south) = (candidate.x - candidates[place].x, candidate.y - candidates[place].y)
        if east * east + south * south <= squared {
          (seed, lowest) = (place, candidates[place].rank)
          return
        }
      }
    }
    look(in: visit.cell)
    if candidate.others.0 != Self.none { look(in: Int(candidate.others.0)) }
    if candidate.others.1 != Self.none { look(in: Int(candidate.others.1)) }
    if candidate.others.2 != Self.none { look(in: Int(candidate.others.2)) }
    if let seed {
      board.add(Int(candidate.index), to: Int(candidates[seed].index))
    } else {
      // Never past a candidate that is not visited yet.
      let end = board.cells[visit.cell].end.load(ordering: .relaxed)
      candidates[Int(end)] = candidate
      board.seeds[Int(end)] = candidate.index
      board.cells[visit.cell].end.store(end &+ 1, ordering: .releasing)
    }
    visit.next &+= 1
    progress[visit.cell].rank.store(
      visit.next == list.cells.starts[visit.cell &+ 1] ? Self.none : candidates[Int(visit.next)].rank,
      ordering: .releasing)
  }
}

// MARK: - Clusters

extension SuperclusterOrder {
  @inline(__always)
  func prefetch(_ node: UInt32, _ clusters: MergedClusters) {
    items.prefetch(Int(node))
    if node >= clusters.leafCount { clusters.sums.prefetch(Int(node) &- clusters.leafCount) }
  }

  /// Lists the followers of a seed in ascending rank, then the seed, and returns their mean, which as a sum
  /// of floating-point numbers depends on the order.
  @inline(__always)
  func list(_ seed: Int, _ round: RadiusRound, into found: inout GrowingBuffer<UInt64>) -> Item {
    let nodes = round.seeds.nodes
    round.board.forEachFollower(of: seed) { index in
      found.append(items[Int(nodes[index])].rank | UInt64(truncatingIfNeeded: index))
    }
    found.sortByUpperHalf()
    var mean = items[Int(nodes[seed])]
    (mean.x, mean.y) = (mean.x * Double(mean.count), mean.y * Double(mean.count))
    for place in 0..<found.count {
      found[place] &= 0xFFFF_FFFF
      let item = items[Int(nodes[Int(found[place])])]
      mean.x += item.x * Double(item.count)
      mean.y += item.y * Double(item.count)
      mean.count &+= item.count
    }
    found.append(UInt64(truncatingIfNeeded: seed))
    (mean.x, mean.y) = (mean.x / Double(mean.count), mean.y / Double(mean.count))
    return mean
  }

  /// The world position of an item, moved by the grid phase.
  @inline(__always)
  func position(of item: Item, _ round: RadiusRound) -> WorldPoint {
    // On the plane nothing is reduced.
    let position = WorldPoint(
      unitX: round.reach.wraps ? item.x : max(0, min(item.x, 1 - 0x1p-32)), unitY: item.y)
    return WorldPoint(x: position.x &+ round.phase, y: position.y)
  }

  /// Sets the item of a new cluster; if it had too few points, its followers are next after their seed in
  /// rank.
  @inline(__always)
  func finish(
    _ seed: Int, _ mean: Item, _ found: borrowing GrowingBuffer<UInt64>, as node: UInt32?,
    _ round: RadiusRound
  ) {
    if let node {
      items[Int(node)] = mean
      return
    }
    for place in 0..<found.count &- 1 {
      items[Int(round.seeds.nodes[Int(found[place])])].rank = mean.rank &+ UInt64(place) &+ 1
    }
  }

  /// Numbers ranks densely, in the same order, if clusters had too few points.
  func renumber(_ list: RadiusList) {
    func rank(_ index: Int) -> UInt64 { items[Int(list.nodes[index])].rank }
    guard (0..<list.count).contains(where: { rank($0) & 0xFFFF_FFFF > 0 }) else { return }
    let sorted = RadixSort.sorted(
      (0..<list.count).map { RadixSort.Item(key: rank($0), index: list.nodes[$0]) })
    for (rank, item) in sorted.enumerated() { items[Int(item.index)].rank = UInt64(rank) << 32 }
  }
}
