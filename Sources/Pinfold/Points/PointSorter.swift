/// Sorts columns into canonical order; see ``PointSet``.
struct PointSorter {
  /// World positions, in input order.
  let positions: [WorldPoint]

  /// Z-order keys, in input order.
  let keys: [UInt64]

  /// The input rows in canonical order.
  private(set) var order: [UInt32]

  /// The runs of points that may share clusters.
  private(set) var sections: [PointSection] = []

  /// The names of groups, in byte order.
  let groupNames: [String]

  /// The distance by which x is moved before the keys are made.
  let phase: UInt32

  /// Sorts rows.
  ///
  /// - Parameters:
  ///   - idRanks: the order of ids, by which coincident points are sorted.
  ///   - check: called every few thousand points; what it throws ends the sort.
  init<Stop: Error>(
    _ columns: PointColumns, projection: Projection, idRanks: [UInt32], _ check: () throws(Stop) -> Void
  ) throws(Stop) {
    let phase = projection.gridPhase
    self.phase = phase
    var positions: [WorldPoint] = []
    positions.reserveCapacity(columns.count)
    for row in 0..<columns.count {
      if row & 0x7FFF == 0 { try check() }
      positions.append(
        projection.project(Coordinate(longitude: columns.longitude[row], latitude: columns.latitude[row])))
    }
    self.positions = positions
    keys = positions.map { Morton.key(x: $0.x &+ phase, y: $0.y) }
    let items = keys.enumerated().map { RadixSort.Item(key: $0.element, index: UInt32($0.offset)) }
    var sorted = try RadixSort.sorted(items, check)
    try check()
    Self.sortSpots(&sorted, by: idRanks)
    order = sorted.map(\.index)
    try check()

    groupNames = Array(Set(columns.group == nil ? [] : columns.groupNames))
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard columns.group != nil || columns.mergeable != nil else {
      sections =
        columns.count == 0 ? [] : [PointSection(range: 0..<columns.count, group: -1, mergeable: true)]
      return
    }
    splitIntoSections(columns)
  }

  /// Sorts coincident points by their ids.
  private static func sortSpots(_ items: inout [RadixSort.Item], by ranks: [UInt32]) {
    var start = 0
    while start < items.count {
      var end = start + 1
      while end < items.count, items[end].key == items[start].key { end += 1 }
      if end - start > 1 {
        items[start..<end].sort { ranks[Int($0.index)] < ranks[Int($1.index)] }
      }
      start = end
    }
  }

  /// Deals the sorted rows to their sections, keeping the order within each.
  private mutating func splitIntoSections(_ columns: PointColumns) {
    let groupIndices = Dictionary(
      uniqueKeysWithValues: groupNames.enumerated().map { ($0.element, Int32($0.offset)) })
    let groups = groupNames.count + 1
    func section(of row: Int) -> Int {
      let name = columns.group.map { $0[row] } ?? -1
      let slot = name < 0 ? 0 : 1 + Int(groupIndices[columns.groupNames[Int(name)]] ?? -1)
      return (columns.mergeable?[row] ?? true) ? slot : groups + slot
    }
    let homes = order.map { section(of: Int($0)) }
    var starts = [Int](repeating: 0, count: 2 * groups + 1)
    for home in homes { starts[home + 1] += 1 }
    for i in 1..<starts.count { starts[i] += starts[i - 1] }
    for home in 0..<2 * groups where starts[home] < starts[home + 1] {
      sections.append(
        PointSection(
          range: starts[home]..<starts[home + 1], group: Int32(home % groups) - 1, mergeable: home < groups))
    }
    var dealt = order
    for (row, home) in zip(order, homes) {
      dealt[starts[home]] = row
      starts[home] += 1
    }
    order = dealt
  }
}
