/// An immutable set of points in columns, in canonical order.
///
/// Points are sorted once, when the set is made: by section (each group's mergeable points, then the points that
/// never merge), within a section along the Z-order curve, and on one spot by id. The order depends on the points
/// alone, never on the order of the input, so whatever is computed along it is the same for a shuffled input; and
/// every dyadic cell of the world is one range of it.
///
/// Copies share their storage. An index below is a point's place in canonical order.
public struct PointSet: Sendable {
  /// How coordinates map to world positions.
  public let projection: Projection

  private let storage: Storage

  private final class Storage: Sendable {
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

    init(sorting sorter: PointSorter, of columns: PointColumns, _ order: IDOrder) {
      let gather = Reordering(order: sorter.order)
      keys = gather(sorter.keys)
      x = sorter.order.map { sorter.positions[Int($0)].x }
      y = sorter.order.map { sorter.positions[Int($0)].y }
      longitude = gather(columns.longitude)
      latitude = gather(columns.latitude)
      ids = gather(columns.ids ?? .integers(Array(0..<Int64(columns.count))))
      idRanks = gather(order.ranks)
      idHashes = gather(order.hashes)
      rows = sorter.order
      weight = columns.weight.map { gather($0) }
      priority = columns.priority.map { gather($0) }
      groupNames = sorter.groupNames
      attributes = columns.attributes.map { gather($0) }
      sections = sorter.sections
      self.order = PointOrder(
        permutation: nil, x: x, y: y, idHashes: idHashes, weights: weight,
        cuts: [PointOrder.Cut(places: 0..<x.count, origin: 0 &- sorter.phase)])
    }
  }

  /// Makes a set of the columns' points.
  ///
  /// - Parameters:
  ///   - columns: the points, in any order.
  ///   - projection: how coordinates map to world positions.
  /// - Throws: ``PointSetError`` for columns that do not fit together, repeated ids, and values out of range.
  /// - Complexity: O(*n*) for integer ids, O(*n* log *n*) for texts.
  public init(_ columns: PointColumns, projection: Projection = .mercator) throws(PointSetError) {
    try columns.check(geographic: projection.wraps)
    let order = try IDOrder(columns.ids ?? .integers(Array(0..<Int64(columns.count))))
    let sorter = PointSorter(columns, projection: projection, idRanks: order.ranks)
    self.projection = projection
    storage = Storage(sorting: sorter, of: columns, order)
  }

  /// Whether this is a copy of another set, so that points are the same where their canonical indices are.
  public func isSame(as other: PointSet) -> Bool { storage === other.storage }

  /// The number of points.
  public var count: Int { storage.x.count }

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

  /// The place of each point's id in the order of ids: ties go to the lowest.
  public var idRanks: [UInt32] { storage.idRanks }

  /// The row of the input columns that each point came from.
  public var rows: [UInt32] { storage.rows }

  /// The weight of each point; nil where all are 1.
  public var weight: [Double]? { storage.weight }

  /// The priority of each point; nil where all are 0.
  public var priority: [Double]? { storage.priority }

  /// The names of the groups, in the order of their UTF-8 bytes.
  public var groupNames: [String] { storage.groupNames }

  /// The other columns of the input.
  public var attributes: [Attribute] { storage.attributes }

  /// The sections of the canonical order: one for each group's mergeable points, groupless points first, and one
  /// for each group's points that never merge.
  public var sections: [PointSection] { storage.sections }

  /// The canonical order with its running sums.
  public var order: PointOrder { storage.order }

  /// What stands for each id in cluster ids.
  var idHashes: [UInt64] { storage.idHashes }

  /// Z-order keys along the canonical order, ascending in every section.
  var keys: [UInt64] { storage.keys }

  /// The position of a point.
  public func position(_ index: Int) -> WorldPoint { WorldPoint(x: storage.x[index], y: storage.y[index]) }

  /// The coordinate of a point as the input has it.
  public func coordinate(_ index: Int) -> Coordinate {
    Coordinate(longitude: storage.longitude[index], latitude: storage.latitude[index])
  }

  /// The memory that the points take, in bytes, texts of ids and attributes not counted.
  public var byteCount: Int {
    count * (8 + 4 + 4 + 16 + 8 + 4 + 8 + 4) + (weight == nil ? 0 : 8 * count)
      + (priority == nil ? 0 : 8 * count)
      + order.byteCount
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
