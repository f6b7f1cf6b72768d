/// The columns of points in input order, from which a ``PointSet`` is created.
///
/// Each column is either absent or as long as ``longitude``.
public struct PointColumns: Sendable {
  /// Degrees east (any finite number; reduced modulo 360°), or x of planar data.
  public var longitude: [Double]

  /// Degrees north, −90…90, or y of planar data.
  public var latitude: [Double]

  /// Unique ids; nil numbers the points by row, from 0.
  public var ids: PointIDs?

  /// The weight of each point, not negative; nil for 1 each.
  public var weight: [Double]?

  /// The group of each point, an index into ``groupNames``, or −1 for none; nil for no groups.
  public var group: [Int32]?

  /// The names of the groups.
  public var groupNames: [String] = []

  /// Whether each point may join a cluster; nil if all may.
  public var mergeable: [Bool]?

  /// The priority with which a point represents its cluster, highest first; nil for 0 each.
  public var priority: [Double]?

  /// Further columns of the points.
  public var attributes: [Attribute] = []

  /// Creates columns of coordinates; set the others afterwards.
  public init(longitude: [Double] = [], latitude: [Double] = [], ids: PointIDs? = nil) {
    self.longitude = longitude
    self.latitude = latitude
    self.ids = ids
  }

  /// The number of points.
  public var count: Int { longitude.count }
}

extension PointColumns {
  /// Throws for the first value or length that no point set can have.
  func check(geographic: Bool) throws(PointSetError) {
    guard count <= Int32.max else { throw .tooManyPoints(count) }
    func length(_ name: String, _ found: Int?) throws(PointSetError) {
      if let found, found != count { throw .columnLength(name: name, count: found, expected: count) }
    }
    try length("latitude", latitude.count)
    try length("id", ids?.count)
    try length("weight", weight?.count)
    try length("group", group?.count)
    try length("mergeable", mergeable?.count)
    try length("priority", priority?.count)
    for attribute in attributes { try length(attribute.name, attribute.values.count) }
    if isSound(geographic: geographic) { return }
    for row in 0..<count {
      try Coordinate(longitude: longitude[row], latitude: latitude[row]).check(
        row: row, geographic: geographic)
      if let weight = weight?[row], !(weight >= 0 && weight.isFinite) { throw .badWeight(row: row, weight) }
      if let priority = priority?[row], priority.isNaN { throw .badPriority(row: row) }
      if let group = group?[row], !(-1..<Int32(groupNames.count)).contains(group) {
        throw .badGroup(row: row, group)
      }
    }
  }

  /// Whether all values are valid, checked column by column, which is fast but names no row.
  private func isSound(geographic: Bool) -> Bool {
    let bound = geographic ? 90 : Double.greatestFiniteMagnitude
    let groups = -1..<Int32(groupNames.count)
    return longitude.allSatisfy { $0.isFinite } && latitude.allSatisfy { abs($0) <= bound }
      && weight?.allSatisfy { $0 >= 0 && $0.isFinite } ?? true
      && priority?.allSatisfy { !$0.isNaN } ?? true
      && group?.allSatisfy { groups.contains($0) } ?? true
  }
}

extension Coordinate {
  /// Throws if no point can have this coordinate.
  func check(row: Int, geographic: Bool) throws(PointSetError) {
    let good = longitude.isFinite && latitude.isFinite
    if !good || (geographic && abs(latitude) > 90) { throw .badCoordinate(row: row, self) }
  }
}

extension PointColumns {
  /// The rows `order[0]`, `order[1]` and so on of all columns; `order` may omit rows but not repeat them.
  package func reordered(_ order: [Int]) -> PointColumns {
    let gather = Reordering(order: order.map { UInt32($0) })
    var columns = PointColumns(
      longitude: gather(longitude), latitude: gather(latitude), ids: ids.map { gather($0) })
    columns.weight = weight.map { gather($0) }
    columns.group = group.map { gather($0) }
    columns.groupNames = groupNames
    columns.mergeable = mergeable.map { gather($0) }
    columns.priority = priority.map { gather($0) }
    columns.attributes = gather(attributes)
    return columns
  }
}
