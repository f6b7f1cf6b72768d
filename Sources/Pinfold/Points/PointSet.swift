/// An immutable set of points in columns, in canonical order.
///
/// Points are sorted once: by section (the mergeable points of each group, then points that never merge),
/// within a section in Morton order, coincident points by id. The order does not depend on that of the input,
/// so results computed along it do not either, and each Morton cell of the world is one range of it.
///
/// Copies share their storage. An index below is a point's offset in canonical order.
public struct PointSet: Sendable {
  /// The map from coordinates to world positions.
  public let projection: Projection

  /// The columns, before edits.
  let base: PointStorage

  /// The edits since; nil for none.
  let delta: PointDelta?

  init(projection: Projection, base: PointStorage, delta: PointDelta? = nil) {
    self.projection = projection
    self.base = base
    self.delta = delta
  }

  /// Creates a set.
  ///
  /// - Parameters:
  ///   - columns: the points, in any order.
  ///   - projection: the map from coordinates to world positions.
  /// - Throws: ``PointSetError`` for columns of different lengths, repeated ids, and values out of range.
  /// - Complexity: O(*n*) for integer ids, O(*n* log *n*) for strings.
  public init(_ columns: PointColumns, projection: Projection = .mercator) throws(PointSetError) {
    try self.init(columns, projection: projection, rows: nil)
  }

  #if !hasFeature(Embedded)
    /// Creates a set on the threads of a context.
    ///
    /// - Throws: ``PointSetError``; ``ClusteringError`` if `context` stops the call.
    public init(_ columns: PointColumns, projection: Projection = .mercator, context: RunContext) throws {
      do throws(ClusteringError) {
        try self.init(columns, projection: projection, rows: nil, context: context)
      } catch {
        if case .points(let error) = error { throw error }
        throw error
      }
    }
  #endif

  /// - Parameter rows: the rows that points came from; nil for those of the columns.
  init(_ columns: PointColumns, projection: Projection, rows: PointStorage.Rows?) throws(PointSetError) {
    do throws(ClusteringError) {
      try self.init(columns, projection: projection, rows: rows, context: RunContext())
    } catch {
      guard case .points(let error) = error else {
        preconditionFailure("a call that cannot be stopped was stopped")
      }
      throw error
    }
  }

  private init(
    _ columns: PointColumns, projection: Projection, rows: PointStorage.Rows?, context: RunContext
  ) throws(ClusteringError) {
    let scale: WeightScale?
    do throws(PointSetError) {
      try columns.check(geographic: projection.wraps)
      scale = try WeightScale(columns.weight)
    } catch {
      throw .points(error)
    }
    try context.check()
    let ids = columns.ids?.normalised
    var ranks: [UInt32]?
    if let ids {
      let order = try IDOrder(ids, threads: context.threads, context.check)
      do throws(PointSetError) { try order.checkUnique(ids) } catch { throw .points(error) }
      ranks = order.ranks
    }
    let sorter = try PointSorter(
      columns, projection: projection, idRanks: ranks, threads: context.threads, context.check)
    let storage = try PointStorage(
      sorting: sorter, of: columns, ids, ranks, scale: scale, rows: rows, threads: context.threads,
      context.check)
    self.init(projection: projection, base: storage)
  }

  /// Whether another set shares this one's storage, so that equal canonical indices are the same points.
  ///
  /// - Complexity: O(1). Equal sets that were created separately are not identical.
  public func isIdentical(to other: PointSet) -> Bool { base === other.base && delta === other.delta }

  private var storage: PointStorage { delta?.merged(onto: base, phase: projection.gridPhase) ?? base }

  /// The number of points.
  public var count: Int { delta?.indices.count ?? base.count }

  /// The x of each position, in fixed point.
  public var x: [UInt32] { storage.x.array }

  /// The y of each position, in fixed point.
  public var y: [UInt32] { storage.y.array }

  /// Degrees east as in the input (x on planar data).
  public var longitude: [Double] { storage.longitude.array }

  /// Degrees north as in the input, also past ±85.0511° (y on planar data).
  public var latitude: [Double] { storage.latitude.array }

  /// The id of each point.
  public var ids: PointIDs { storage.ids.all }

  /// The rank of each point's id among all ids, which decides ties.
  package var idRanks: [UInt32] { storage.idRanks.array }

  /// The row of the input columns that each point came from. Rows of inserted columns continue the numbers,
  /// and a moved point keeps its row.
  package var rows: [UInt32] { storage.rows.array }

  /// The weight of each point; nil if all are 1.
  public var weight: [Double]? { base.weight == nil ? nil : storage.weight?.array }

  /// The priority of each point; nil if all are 0.
  public var priority: [Double]? { hasPriorities ? storage.priority?.array : nil }

  var hasPriorities: Bool { base.priority != nil || delta?.added.priority != nil }

  /// The names of the groups with points, in the order of their UTF-8 bytes.
  public var groupNames: [String] { delta?.groupNames ?? base.groupNames }

  /// The further columns of the input.
  public var attributes: [Attribute] { storage.attributes }

  /// The sections of the canonical order: each group's mergeable points, those without a group first, then
  /// each group's points that never merge.
  public var sections: [PointSection] { delta?.sections ?? base.sections }

  /// The canonical order with its running sums.
  public var order: PointOrder { delta?.order ?? base.order }

  var idHashes: [UInt64] { storage.idHashes.array }

  /// Morton keys, ascending in each section.
  var keys: [UInt64] { storage.keys.array }

  /// The memory of the points in bytes, without strings of ids and attributes.
  public var byteCount: Int { base.byteCount + (delta?.byteCount ?? 0) }

  /// The memory of the points with strings of ids and attributes, in parts that sets may share.
  package var memoryParts: [MemoryPart] { base.memoryParts + (delta?.memoryParts ?? []) }
}

// In an edited set, access to one point costs O(log d), where d is the number of edits, without a merge.
extension PointSet {
  /// The position of a point.
  public func position(_ index: Int) -> WorldPoint {
    value(at: index) { WorldPoint(x: $0.x[$1], y: $0.y[$1]) }
  }

  /// The coordinate of a point as in the input.
  public func coordinate(_ index: Int) -> Coordinate {
    value(at: index) { Coordinate(longitude: $0.longitude[$1], latitude: $0.latitude[$1]) }
  }

  /// The id of a point.
  public func id(_ index: Int) -> PointID { value(at: index) { $0.ids[$1] } }

  /// The row of a point; see ``rows``.
  package func row(_ index: Int) -> Int { value(at: index) { Int($0.rows[$1]) } }

  /// The hash of a point's id.
  func idHash(_ index: Int) -> UInt64 { value(at: index) { $0.idHashes[$1] } }

  func priority(_ index: Int) -> Double { value(at: index) { $0.priority?[$1] ?? 0 } }

  package func idRank(_ index: Int) -> UInt32 {
    guard let delta else { return base.idRanks[index] }
    return delta.idRank(index, base)
  }

  /// Points in the order of their ids.
  func sortedByID(_ points: [Int]) -> [Int] {
    points.map { (rank: idRank($0), point: $0) }.sorted { $0.rank < $1.rank }.map { $0.point }
  }

  @inline(__always)
  private func value<Value>(at index: Int, _ read: (PointStorage, Int) -> Value) -> Value {
    guard delta != nil else { return read(base, index) }
    let (storage, index) = home(of: index)
    return read(storage, index)
  }

  /// The columns that contain a point, and its index in them.
  @inline(never)
  private func home(of index: Int) -> (PointStorage, Int) {
    guard let delta else { return (base, index) }
    switch delta.indices.source(of: index) {
    case .base(let index): return (base, index)
    case .added(let index): return (delta.added, index)
    }
  }
}

/// A range of the canonical order whose points may share clusters, or never merge.
public struct PointSection: Hashable, Sendable {
  /// The points.
  public var range: Range<Int>

  /// The index of the group's name; −1 for none.
  public var group: Int32

  /// Whether the points may join clusters; if not, each is always shown separately.
  public var mergeable: Bool
}
