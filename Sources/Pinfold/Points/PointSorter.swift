/// Sorts columns into canonical order; see ``PointSet``.
struct PointSorter {
  /// The input rows in canonical order, each with its Morton key and the rank of its id, if ids have ranks.
  private(set) var sorted: [RadixSort.Item]

  private(set) var sections: [PointSection] = []

  /// The names of the groups with points, in byte order.
  let groupNames: [String]

  /// The shift of x in the keys.
  let phase: UInt32

  /// - Parameters:
  ///   - idRanks: the order of coincident points; nil for that of the rows.
  ///   - check: called now and then; an error that it throws ends the sort.
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
    // The sort by keys is stable.
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

  /// Distributes the sorted rows to their sections, stably.
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
  /// The names of the groups with points, in any order.
  fileprivate var usedGroupNames: [String] {
    guard let group else { return [] }
    var isUsed = [Bool](repeating: false, count: groupNames.count)
    for name in group where name >= 0 { isUsed[Int(name)] = true }
    return Set(groupNames.indices.lazy.filter { isUsed[$0] }.map { ExactText(groupNames[$0]) }).map {
      $0.text
    }
  }
}

extension Sequence<String> {
  var inByteOrder: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension [String] {
  /// The index of each name in this list; −1 if it is absent.
  func numbers(of names: [String]) -> [Int32] {
    var numbers: [ExactText: Int32] = [:]
    for (number, name) in enumerated() { numbers[ExactText(name)] = Int32(number) }
    return names.map { numbers[ExactText($0)] ?? -1 }
  }
}
