/// Sorts columns into canonical order; see ``PointSet``.
///
/// Of the time that a set of 10^6 uniform points takes, projecting has a quarter, one half of it the system's
/// sine and logarithm, and sorting a seventh; what is left goes to memory: bringing columns into order, and
/// the kernel's clearing of new pages (`perf`, samples of processor time).
struct PointSorter {
  /// The input rows in canonical order, each with its point's Z-order key and the rank of its id, if ids have
  /// ranks.
  private(set) var sorted: [RadixSort.Item]

  /// The runs of points that may share clusters.
  private(set) var sections: [PointSection] = []

  /// The names of the groups that have a point, in byte order.
  let groupNames: [String]

  /// The distance by which x is moved before the keys are made.
  let phase: UInt32

  /// Sorts rows.
  ///
  /// - Parameters:
  ///   - idRanks: the order of ids, by which coincident points are sorted; nil for that of the rows.
  ///   - check: called now and then; what it throws ends the sort.
  init<Stop: Error>(
    _ columns: PointColumns, projection: Projection, idRanks: [UInt32]?, threads: Int = 1,
    _ check: () throws(Stop) -> Void
  ) throws(Stop) {
    let phase = projection.gridPhase
    self.phase = phase
    let (longitude, latitude) = (columns.longitude, columns.latitude)
    let items = try [RadixSort.Item](count: columns.count, threads: threads, check) { items, rows in
      for row in rows {
        let position = projection.project(Coordinate(longitude: longitude[row], latitude: latitude[row]))
        let key = Morton.key(x: position.x &+ phase, y: position.y)
        items[row] = RadixSort.Item(key: key, index: UInt32(row), tag: idRanks?[row] ?? 0)
      }
    }
    sorted = try RadixSort.sorted(items, threads: threads, check)
    try check()
    // Sorting by keys keeps the order of rows.
    if idRanks != nil { Self.sortSpots(&sorted) }
    try check()

    groupNames = columns.usedGroupNames.inByteOrder
    guard columns.group != nil || columns.mergeable != nil else {
      sections =
        columns.count == 0 ? [] : [PointSection(range: 0..<columns.count, group: -1, mergeable: true)]
      return
    }
    splitIntoSections(columns)
  }

  /// Sorts coincident points by the ranks of their ids.
  private static func sortSpots(_ items: inout [RadixSort.Item]) {
    var start = 0
    while start < items.count {
      var end = start + 1
      while end < items.count, items[end].key == items[start].key { end += 1 }
      if end - start > 1 {
        items[start..<end].sort { $0.tag < $1.tag }
      }
      start = end
    }
  }

  /// Deals the sorted rows to their sections, keeping the order within each.
  private mutating func splitIntoSections(_ columns: PointColumns) {
    let numbers = groupNames.numbers(of: columns.groupNames)
    let groups = groupNames.count + 1
    func section(of row: Int) -> Int {
      let name = columns.group.map { $0[row] } ?? -1
      let slot = name < 0 ? 0 : 1 + Int(numbers[Int(name)])
      return (columns.mergeable?[row] ?? true) ? slot : groups + slot
    }
    let homes = sorted.map { section(of: Int($0.index)) }
    var starts = [Int](repeating: 0, count: 2 * groups + 1)
    for home in homes { starts[home + 1] += 1 }
    for i in 1..<starts.count { starts[i] += starts[i - 1] }
    for home in 0..<2 * groups where starts[home] < starts[home + 1] {
      sections.append(
        PointSection(
          range: starts[home]..<starts[home + 1], group: Int32(home % groups) - 1, mergeable: home < groups))
    }
    var dealt = sorted
    for (item, home) in zip(sorted, homes) {
      dealt[starts[home]] = item
      starts[home] += 1
    }
    sorted = dealt
  }
}

extension PointColumns {
  /// The names of the groups that a point is in, in any order.
  fileprivate var usedGroupNames: [String] {
    guard let group else { return [] }
    var isUsed = [Bool](repeating: false, count: groupNames.count)
    for name in group where name >= 0 { isUsed[Int(name)] = true }
    return Set(groupNames.indices.lazy.filter { isUsed[$0] }.map { ExactText(groupNames[$0]) }).map(\.text)
  }
}

extension Sequence<String> {
  /// The texts in the order of their UTF-8 bytes.
  var inByteOrder: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension [String] {
  /// The index among these texts of each of some others, −1 for one that is not among them.
  func numbers(of names: [String]) -> [Int32] {
    let numbers = Dictionary(
      enumerated().map { (ExactText($0.element), Int32($0.offset)) }, uniquingKeysWith: { $1 })
    return names.map { numbers[ExactText($0)] ?? -1 }
  }
}
