/// An immutable set of points in columns, in canonical order.
///
/// Points are sorted once, when the set is made: by section (each group's mergeable points, then the points
/// that never merge), within a section in Morton order, and coincident points by id. The order depends on the
/// points alone, never on the order of the input, so whatever is computed along it is the same for a shuffled
/// input; and every Morton cell of the world is one range of it.
///
/// Copies share their storage. An index below is a point's offset in canonical order.
public struct PointSet: Sendable {
  /// The map from coordinates to world positions.
  public let projection: Projection

  /// The columns; of an edited set, those that it was made from.
  let base: PointStorage

  /// The edits since; nil where there are none.
  let delta: PointDelta?

  init(projection: Projection, base: PointStorage, delta: PointDelta? = nil) {
    self.projection = projection
    self.base = base
    self.delta = delta
  }

  /// Makes a set of the columns' points.
  ///
  /// - Parameters:
  ///   - columns: the points, in any order.
  ///   - projection: how coordinates map to world positions.
  /// - Throws: ``PointSetError`` for columns that do not fit together, repeated ids, and values out of range.
  /// - Complexity: O(*n*) for integer ids, O(*n* log *n*) for texts.
  public init(_ columns: PointColumns, projection: Projection = .mercator) throws(PointSetError) {
    try self.init(columns, projection: projection, rows: nil)
  }

  /// Makes a set likewise, on the context's threads, unless it should stop before.
  ///
  /// - Throws: ``PointSetError``; ``ClusteringError`` where `context` says that the call should stop.
  public init(_ columns: PointColumns, projection: Projection = .mercator, context: RunContext) throws {
    try self.init(columns, projection: projection, rows: nil, context: context)
  }

  /// Makes a set of points that came from other rows than those of the columns, if `rows` says so.
  init(_ columns: PointColumns, projection: Projection, rows: PointStorage.Rows?) throws(PointSetError) {
    do {
      try self.init(columns, projection: projection, rows: rows, context: RunContext())
    } catch let error as PointSetError {
      throw error
    } catch {
      preconditionFailure("a call that nobody can stop was stopped: \(error)")
    }
  }

  private init(
    _ columns: PointColumns, projection: Projection, rows: PointStorage.Rows?, context: RunContext
  ) throws {
    try columns.check(geographic: projection.wraps)
    let scale = try WeightScale(columns.weight)
    try context.check()
    let ids = columns.ids?.normalised
    var ranks: [UInt32]?
    if let ids {
      let order = try IDOrder(ids, threads: context.threads, context.check)
      try order.checkUnique(ids)
      ranks = order.ranks
    }
    let sorter = try PointSorter(
      columns, projection: projection, idRanks: ranks, threads: context.threads, context.check)
    let storage = try PointStorage(
      sorting: sorter, of: columns, ids, ranks, scale: scale, rows: rows, threads: context.threads,
      context.check)
    self.init(projection: projection, base: storage)
  }

  /// Whether another set shares this one's storage, so that points are the same where their canonical indices
  /// are.
  ///
  /// - Complexity: O(1). Equal sets that were made one by one are not identical.
  public func isIdentical(to other: PointSet) -> Bool { base === other.base && delta === other.delta }

  /// All columns in one piece; those of an edited set are put together when they are first asked for.
  private var storage: PointStorage { delta?.merged(onto: base, phase: projection.gridPhase) ?? base }

  /// The number of points.
  public var count: Int { delta?.indices.count ?? base.count }

  /// Positions: x of each point, in fixed point.
  public var x: [UInt32] { storage.x }

  /// Positions: y of each point, in fixed point.
  public var y: [UInt32] { storage.y }

  /// Degrees east as the input has them (on planar data x).
  public var longitude: [Double] { storage.longitude }

  /// Degrees north as the input has them (on planar data y); past ±85.0511° too.
  public var latitude: [Double] { storage.latitude }

  /// The id of each point.
  public var ids: PointIDs { storage.ids }

  /// The rank of each point's id among all ids, from the lowest, by which ties are decided.
  package var idRanks: [UInt32] { storage.idRanks }

  /// The row of the input columns that each point came from; rows of columns inserted later count on from
  /// those before, and a moved point keeps its row.
  package var rows: [UInt32] { storage.rows }

  /// The weight of each point; nil where all are 1.
  public var weight: [Double]? { base.weight == nil ? nil : storage.weight }

  /// The priority of each point; nil where all are 0.
  public var priority: [Double]? { hasPriorities ? storage.priority : nil }

  /// Whether points have priorities; else all are 0.
  var hasPriorities: Bool { base.priority != nil || delta?.added.priority != nil }

  /// The names of the groups that have a point, in the order of their UTF-8 bytes.
  public var groupNames: [String] { delta?.groupNames ?? base.groupNames }

  /// The other columns of the input.
  public var attributes: [Attribute] { storage.attributes }

  /// The sections of the canonical order: one for each group's mergeable points, groupless points first, and
  /// one for each group's points that never merge.
  public var sections: [PointSection] { delta?.sections ?? base.sections }

  /// The canonical order with its running sums.
  public var order: PointOrder { delta?.order ?? base.order }

  /// The number that stands for each id in cluster ids.
  var idHashes: [UInt64] { storage.idHashes }

  /// Z-order keys along the canonical order, ascending in every section.
  var keys: [UInt64] { storage.keys }

  /// The memory that the points take, in bytes, texts of ids and attributes not counted.
  public var byteCount: Int { base.byteCount + (delta?.byteCount ?? 0) }

  /// The memory that the points take, texts of ids and attributes included, in the parts that sets share.
  package var memoryParts: [MemoryPart] { base.memoryParts + (delta?.memoryParts ?? []) }
}

// Of an edited set, one point costs O(log d), where d is the number of edits, and no column is put together.
extension PointSet {
  /// The position of a point.
  public func position(_ index: Int) -> WorldPoint {
    guard delta != nil else { return WorldPoint(x: base.x[index], y: base.y[index]) }
    let (storage, index) = home(of: index)
    return WorldPoint(x: storage.x[index], y: storage.y[index])
  }

  /// The coordinate of a point as the input has it.
  public func coordinate(_ index: Int) -> Coordinate {
    guard delta != nil else {
      return Coordinate(longitude: base.longitude[index], latitude: base.latitude[index])
    }
    let (storage, index) = home(of: index)
    return Coordinate(longitude: storage.longitude[index], latitude: storage.latitude[index])
  }

  /// The id of a point.
  public func id(_ index: Int) -> PointID {
    let (storage, index) = home(of: index)
    return storage.ids[index]
  }

  /// The priority of a point.
  func priority(_ index: Int) -> Double {
    let (storage, index) = home(of: index)
    return storage.priority?[index] ?? 0
  }

  /// The rank of a point's id among all ids, from the lowest.
  package func idRank(_ index: Int) -> UInt32 {
    guard let delta else { return base.idRanks[index] }
    return delta.idRank(index, base)
  }

  /// The columns that hold a point, and its index in them.
  @inline(never)
  private func home(of index: Int) -> (PointStorage, Int) {
    guard let delta else { return (base, index) }
    switch delta.indices.source(of: index) {
    case .base(let index): return (base, index)
    case .added(let index): return (delta.added, index)
    }
  }
}

/// A run of the canonical order whose points may share clusters, or never merge at all.
public struct PointSection: Hashable, Sendable {
  /// The points.
  public var range: Range<Int>

  /// The index of the group's name, or −1 for points without a group.
  public var group: Int32

  /// Whether the points may join clusters; if not, each is always shown by itself.
  public var mergeable: Bool
}
