import Synchronization

/// The columns of a set in canonical order, shared by its copies and by the sets edited from it.
final class PointStorage: Sendable {
  let keys: [UInt64]
  let x: [UInt32]
  let y: [UInt32]
  let longitude: [Double]
  let latitude: [Double]
  let ids: PointIDs
  let idRanks: [UInt32]
  let idHashes: [UInt64]
  let rows: [UInt32]
  let weight: [Double]?
  let priority: [Double]?
  let groupNames: [String]
  let attributes: [Attribute]
  let sections: [PointSection]
  let order: PointOrder

  /// The number of input rows so far, including those of removed points.
  let rowCount: Int

  struct Rows {
    var ofPoints: [UInt32]
    var count: Int
  }

  private let madeLookup = AtomicLazyReference<IDLookup>()

  /// - Parameters:
  ///   - ids: nil for row numbers.
  ///   - ranks: the order of the ids, by which coincident points were sorted; nil for that of the rows.
  ///   - rows: the rows that the points came from; nil for those of the columns.
  ///   - check: called between columns; an error that it throws ends the work.
  init<Stop: Error>(
    sorting sorter: PointSorter, of columns: PointColumns, _ ids: PointIDs?, _ ranks: [UInt32]?,
    scale: WeightScale?, rows: Rows? = nil, threads: Int = 1, _ check: () throws(Stop) -> Void
  ) throws(Stop) {
    let (sorted, phase) = (sorter.sorted, sorter.phase)
    let count = sorted.count
    let (order, keys) = try Parallel.columns(count: count, threads: threads, check) {
      (order, keys, rows) in
      for row in rows { (order[row], keys[row]) = (sorted[row].index, sorted[row].key) }
    }
    self.keys = keys
    (x, y) = try Parallel.columns(count: count, threads: threads, check) { x, y, rows in
      for row in rows { (x[row], y[row]) = (Morton.x(sorted[row].key) &- phase, Morton.y(sorted[row].key)) }
    }
    let (longitudes, latitudes) = (columns.longitude, columns.latitude)
    (longitude, latitude) = try Parallel.columns(count: count, threads: threads, check) { x, y, rows in
      for row in rows { (x[row], y[row]) = (longitudes[Int(order[row])], latitudes[Int(order[row])]) }
    }
    try check()
    let gather = Reordering(order: order, threads: threads)
    if let ids {
      self.ids = gather(ids)
    } else {
      self.ids = .integers(
        try [Int64](count: count, threads: threads, check) { ids, rows in
          for row in rows { ids[row] = Int64(order[row]) }
        })
    }
    try check()
    idRanks =
      ranks == nil
      ? order
      : try [UInt32](count: count, threads: threads, check) { ranks, rows in
        for row in rows { ranks[row] = sorted[row].tag }
      }
    idHashes = try self.ids.hashes(threads: threads, check)
    try check()
    self.rows = rows.map { gather($0.ofPoints) } ?? order
    rowCount = rows?.count ?? columns.count
    weight = columns.weight.map { gather($0) }
    priority = columns.priority.map { gather($0) }
    groupNames = sorter.groupNames
    try check()
    attributes = gather(columns.attributes)
    try check()
    sections = sorter.sections
    self.order = PointOrder(
      permutation: nil, x: x, y: y, idHashes: idHashes, weights: weight, scale: scale,
      cuts: [PointOrder.Cut(range: 0..<x.count, origin: 0 &- phase)], threads: threads)
  }

  /// Merges the columns of an edited set. O(*n*), as both parts are sorted.
  init(merging delta: PointDelta, onto base: PointStorage, phase: UInt32) {
    let added = delta.added
    let gather = Reordering(order: delta.indices.sources())
    func merged<Element>(_ column: (PointStorage) -> [Element]) -> [Element] {
      gather(column(base) + column(added))
    }
    func filled(_ column: (PointStorage) -> [Double]?, _ filler: Double) -> [Double]? {
      if column(base) == nil && column(added) == nil { return nil }
      return merged { column($0) ?? [Double](repeating: filler, count: $0.count) }
    }
    keys = merged { $0.keys }
    x = merged { $0.x }
    y = merged { $0.y }
    longitude = merged { $0.longitude }
    latitude = merged { $0.latitude }
    ids = gather(base.ids.joined(with: added.ids))
    let indices = delta.ranks.indicesOfBase()
    idRanks = gather(
      base.idRanks.map { indices[Int($0)] } + added.idRanks.map { UInt32(delta.ranks.added[Int($0)]) })
    idHashes = merged { $0.idHashes }
    rows = merged { $0.rows }
    rowCount = added.rowCount
    weight = filled({ $0.weight }, 1)
    priority = filled({ $0.priority }, 0)
    groupNames = delta.groupNames
    attributes = gather(
      zip(base.attributes, added.attributes).map { attribute, more in
        var attribute = attribute
        attribute.values.append(more.values)
        return attribute
      })
    sections = delta.sections
    order = PointOrder(
      permutation: nil, x: x, y: y, idHashes: idHashes, weights: weight, scale: base.order.scale,
      cuts: [PointOrder.Cut(range: 0..<x.count, origin: 0 &- phase)])
  }

  var count: Int { x.count }

  /// The lookup by id, created on demand in O(*n*).
  var lookup: IDLookup {
    madeLookup.load() ?? madeLookup.storeIfNil(IDLookup(ids, ranks: idRanks))
  }

  var memoryParts: [MemoryPart] {
    // A string of more than fifteen bytes has a buffer of its own.
    let bytesOfTextID = 48
    var bytes = byteCount
    if case .integers = ids {} else { bytes += bytesOfTextID * count }
    var parts: [MemoryPart] = []
    for attribute in attributes {
      bytes += attribute.values.byteCount
      if let part = attribute.values.sharedPart { parts.append(part) }
    }
    return parts + [MemoryPart(self, bytes: bytes)]
  }

  var byteCount: Int {
    count * (8 + 4 + 4 + 16 + 8 + 4 + 8 + 4) + (weight == nil ? 0 : 8 * count)
      + (priority == nil ? 0 : 8 * count) + (madeLookup.load() == nil ? 0 : 4 * count) + order.byteCount
  }
}
