import Synchronization

/// The columns of a set in canonical order, shared by its copies and by the sets edited from it.
final class PointStorage: Sendable {
  let keys: StoredColumn<UInt64>
  let x: StoredColumn<UInt32>
  let y: StoredColumn<UInt32>
  let longitude: StoredColumn<Double>
  let latitude: StoredColumn<Double>
  let ids: StoredIDs
  let idRanks: StoredColumn<UInt32>
  let idHashes: StoredColumn<UInt64>
  let rows: StoredColumn<UInt32>
  let weight: StoredColumn<Double>?
  let priority: StoredColumn<Double>?
  let groupNames: [String]
  private let ownAttributes: [Attribute]
  let sections: [PointSection]
  let order: PointOrder

  /// The number of input rows so far, including those of removed points.
  let rowCount: Int

  struct Rows {
    var ofPoints: [UInt32]
    var count: Int
  }

  #if !hasFeature(Embedded)
    /// The file that the columns are in; nil for columns that were made.
    let saved: SavedPoints?

    var attributes: [Attribute] { saved?.attributes ?? ownAttributes }

    /// The names of the attributes, of a file without their values.
    var attributeNames: [String] { saved?.attributeNames ?? ownAttributes.map { $0.name } }

    private let madeTally = MadeOnce<PointTally?>()

    /// See ``PointSet/tally``. Other attributes of a file are not read for it.
    var tally: PointTally? {
      madeTally.value { attributeNames.contains(PointTally.attribute) ? PointTally(attributes) : nil }
    }
  #else
    var attributes: [Attribute] { ownAttributes }
  #endif

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
    self.keys = StoredColumn(keys)
    let (x, y) = try Parallel.columns(count: count, threads: threads, check) { x, y, rows in
      for row in rows { (x[row], y[row]) = (Morton.x(sorted[row].key) &- phase, Morton.y(sorted[row].key)) }
    }
    let (longitudes, latitudes) = (columns.longitude, columns.latitude)
    let (longitude, latitude) = try Parallel.columns(count: count, threads: threads, check) { x, y, rows in
      for row in rows { (x[row], y[row]) = (longitudes[Int(order[row])], latitudes[Int(order[row])]) }
    }
    (self.x, self.y) = (StoredColumn(x), StoredColumn(y))
    (self.longitude, self.latitude) = (StoredColumn(longitude), StoredColumn(latitude))
    try check()
    let gather = Reordering(order: order, threads: threads)
    let ownIDs: PointIDs
    if let ids {
      ownIDs = gather(ids)
    } else {
      ownIDs = .integers(
        try [Int64](count: count, threads: threads, check) { ids, rows in
          for row in rows { ids[row] = Int64(order[row]) }
        })
    }
    try check()
    self.ids = StoredIDs(ownIDs)
    let idRanks =
      ranks == nil
      ? order
      : try [UInt32](count: count, threads: threads, check) { ranks, rows in
        for row in rows { ranks[row] = sorted[row].tag }
      }
    self.idRanks = StoredColumn(idRanks)
    let idHashes = try ownIDs.hashes(threads: threads, check)
    self.idHashes = StoredColumn(idHashes)
    try check()
    self.rows = StoredColumn(rows.map { gather($0.ofPoints) } ?? order)
    rowCount = rows?.count ?? columns.count
    let weight = columns.weight.map { gather($0) }
    self.weight = weight.map { StoredColumn($0) }
    priority = columns.priority.map { StoredColumn(gather($0)) }
    groupNames = sorter.groupNames
    try check()
    ownAttributes = gather(columns.attributes)
    #if !hasFeature(Embedded)
      saved = nil
    #endif
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
    func merged<Element>(_ column: (PointStorage) -> StoredColumn<Element>) -> [Element] {
      gather(column(base).array + column(added).array)
    }
    func filled(_ column: (PointStorage) -> StoredColumn<Double>?, _ filler: Double) -> [Double]? {
      if column(base) == nil && column(added) == nil { return nil }
      return merged { column($0) ?? StoredColumn([Double](repeating: filler, count: $0.count)) }
    }
    keys = StoredColumn(merged { $0.keys })
    let (x, y) = (merged { $0.x }, merged { $0.y })
    (self.x, self.y) = (StoredColumn(x), StoredColumn(y))
    longitude = StoredColumn(merged { $0.longitude })
    latitude = StoredColumn(merged { $0.latitude })
    ids = StoredIDs(gather(base.ids.all.joined(with: added.ids.all)))
    let indices = delta.ranks.indicesOfBase()
    idRanks = StoredColumn(
      gather(
        base.idRanks.array.map { indices[Int($0)] }
          + added.idRanks.array.map { UInt32(delta.ranks.added[Int($0)]) }))
    let idHashes = merged { $0.idHashes }
    self.idHashes = StoredColumn(idHashes)
    rows = StoredColumn(merged { $0.rows })
    rowCount = added.rowCount
    let weight = filled({ $0.weight }, 1)
    self.weight = weight.map { StoredColumn($0) }
    priority = filled({ $0.priority }, 0).map { StoredColumn($0) }
    groupNames = delta.groupNames
    #if !hasFeature(Embedded)
      saved = nil
    #endif
    ownAttributes = gather(
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

  #if !hasFeature(Embedded)
    /// The columns of a file.
    init(_ saved: SavedPoints) throws(SectionFileError) {
      let file = saved.file
      let count = saved.count
      func column<Element: BitwiseCopyable & Sendable>(
        _ name: String
      ) throws(SectionFileError) -> StoredColumn<Element> {
        StoredColumn(try file.column(name, count: count))
      }
      func optional(_ name: String) throws(SectionFileError) -> StoredColumn<Double>? {
        file.has(name) ? try column(name) : nil
      }
      (keys, x, y) = (try column("keys"), try column("x"), try column("y"))
      (longitude, latitude) = (try column("longitude"), try column("latitude"))
      (idRanks, idHashes, rows) = (try column("id ranks"), try column("id hashes"), try column("rows"))
      (weight, priority) = (try optional("weight"), try optional("priority"))
      (ids, sections, rowCount) = (try file.ids(count: count), try saved.sections(), saved.rowCount)
      groupNames = try file.texts("groups").all
      order = try saved.order("", permutation: nil)
      ownAttributes = []
      self.saved = saved
    }
  #endif

  var count: Int { x.count }

  /// The lookup by id, created on demand in O(*n*).
  var lookup: IDLookup {
    madeLookup.load() ?? madeLookup.storeIfNil(IDLookup(ids.all, ranks: idRanks.array))
  }

  var memoryParts: [MemoryPart] {
    // A string of more than fifteen bytes has a buffer of its own.
    let bytesOfTextID = 48
    var bytes = byteCount
    if case .others = ids { bytes += bytesOfTextID * count }
    var parts: [MemoryPart] = []
    for attribute in ownAttributes {
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
