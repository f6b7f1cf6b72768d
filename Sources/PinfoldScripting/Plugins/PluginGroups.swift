import Lua
import Pinfold
import PinfoldColumns

/// The clusters that a strategy plugin returns, checked: every point is in exactly one cluster, except that
/// lists may leave out points that are not in view, and every marker has a finite position.
struct PluginGroups {
  let points: PointsObject

  /// The indices of points, from 0, cluster by cluster.
  let places: [UInt32]

  /// The offset of each cluster's first point in ``places``, and the end.
  let starts: [Int]

  /// The positions of markers; nil where the plugin leaves them to the host.
  let positions: [WorldPoint]?

  /// The size on the screen that the clusters were made with; nil where the plugin has none.
  let size: Double?

  let details: PluginDetails

  /// State of the plugin to pass to its next frame.
  let state: LuaValue

  var count: Int { starts.count - 1 }

  /// The canonical indices of a cluster's members, ascending.
  func members(of cluster: Int) -> LazyMapSequence<ArraySlice<UInt32>, UInt32> {
    let indices = points.indices
    return places[starts[cluster]..<starts[cluster + 1]].lazy.map { indices[Int($0)] }
  }

  private static let fields = PluginKind.fields(of: "ClusterAnswer")

  init(_ answer: LuaValue, of points: PointsObject) throws {
    self.points = points
    guard let table = answer.table else {
      throw LuaError(
        "'cluster' returned a \(answer.typeName); it must return a table with 'groups' or 'clusters'")
    }
    try table.refuseFields(butFor: Self.fields, "'cluster' returned")
    if let groups = try table["groups"].object(as: GroupsObject.self)?.groups {
      guard groups.labels.count == points.indices.count else {
        throw LuaError("'groups' holds \(groups.labels.count) values for \(points.indices.count) points")
      }
      (places, starts) = groups.byGroup
    } else if let clusters = try table["clusters"].table {
      (places, starts) = try Self.places(clusters, of: points)
    } else {
      let found = try table["groups"]
      throw LuaError(
        found.isNil
          ? "'cluster' returned a table without 'groups' and without 'clusters'"
          : "'cluster' returned 'groups' that is a \(found.typeName); 'column:group()' makes groups")
    }
    size = try Self.size(table["size"])
    state = try table["state"]
    let count = starts.count - 1
    details = try PluginDetails(table, count: count, in: points.view)
    let xs = try Self.numbers(table["x"], "x", count), ys = try Self.numbers(table["y"], "y", count)
    guard let x = xs, let y = ys else {
      if (xs == nil) != (ys == nil) {
        let (given, missing) = xs == nil ? ("y", "x") : ("x", "y")
        throw LuaError("'cluster' returned '\(given)' without '\(missing)'; markers need both, or neither")
      }
      positions = nil
      return
    }
    positions = try (0..<count).map { cluster in
      guard let position = points.view.position(worldX: x[cluster], worldY: y[cluster]) else {
        throw GroupingDefect.badPosition(cluster: cluster + 1, x: x[cluster], y: y[cluster])
      }
      return position
    }
  }

  /// Throws where a cluster is wider or higher than the largest that the plugin declares: points beyond its
  /// reach, which are not given, might belong to it.
  func check(reach: Double) throws {
    let view = points.view
    // Positions are rounded to world units, at both ends.
    let most = view.units(fromPoints: reach) * (1 + 1e-9) + 2
    let positions = points.worldPoints
    for cluster in 0..<count {
      let members = places[starts[cluster]..<starts[cluster + 1]]
      guard let first = members.first.map({ positions[Int($0)] }) else { continue }
      var (west, east, north, south) = (Int64(0), Int64(0), Int64(first.y), Int64(first.y))
      for member in members {
        let position = positions[Int(member)]
        let x =
          view.projection.wraps
          ? Int64(position.eastward(from: first.x)) : Int64(position.x) - Int64(first.x)
        (west, east) = (min(west, x), max(east, x))
        (north, south) = (min(north, Int64(position.y)), max(south, Int64(position.y)))
      }
      let size = Double(max(east - west, south - north))
      guard size > most else { continue }
      let shown = ParameterValue.number((size / view.unitsPerPoint * 100).rounded() / 100)
      throw LuaError(
        "cluster \(cluster + 1) is \(shown) screen points across, and 'reach' declares "
          + "\(ParameterValue.number(reach)) at most")
    }
  }

  /// Throws where points of different groups share a cluster.
  func checkSections() throws {
    let sections = points.sectionNumbers
    for cluster in 0..<count {
      let members = places[starts[cluster]..<starts[cluster + 1]]
      guard let first = members.first else { continue }
      let section = sections[Int(first)]
      guard let other = members.lazy.map({ sections[Int($0)] }).first(where: { $0 != section }) else {
        continue
      }
      let names = [section, other].map { points.groupName(ofSection: $0) }
        .map { $0.isEmpty ? "none" : "'\($0)'" }
      throw LuaError(
        "cluster \(cluster + 1) has points of the groups \(names[0]) and \(names[1]), which never share one; "
          + "groups:cross(points.groups) keeps them apart")
    }
  }

  private static func places(_ clusters: LuaTable, of points: PointsObject) throws -> ([UInt32], [Int]) {
    var places: [UInt32] = []
    var starts = [0]
    var seen = [Bool](repeating: false, count: points.indices.count)
    func id(_ place: Int) -> PointID { points.points.id(Int(points.indices[place])) }
    for (position, value) in try clusters.elements(as: LuaValue.self, of: "'clusters'").enumerated() {
      let cluster = position + 1
      let members = try Self.members(value, cluster)
      if members.isEmpty { throw GroupingDefect.emptyCluster(cluster) }
      for member in members {
        guard let offset = member.offset(in: seen.count) else {
          let shown =
            member.number.map { "\(ParameterValue.number($0))" } ?? member.string.map { "'\($0)'" }
            ?? member.typeName
          throw GroupingDefect.foreignPoint(cluster: cluster, member: shown)
        }
        if seen[offset] { throw GroupingDefect.pointTwice(id(offset)) }
        seen[offset] = true
        places.append(UInt32(offset))
      }
      // Canonical indices ascend within a cluster.
      places[starts[starts.count - 1]...].sort()
      starts.append(places.count)
    }
    let missing = seen.indices.first { offset in
      !seen[offset] && points.view.rect.contains(points.points.position(Int(points.indices[offset])))
    }
    if let missing { throw GroupingDefect.pointMissing(id(missing)) }
    return (places, starts)
  }

  private static func members(_ value: LuaValue, _ cluster: Int) throws -> [LuaValue] {
    if let column = value.object(as: LuaColumn.self) { return column.map { .number($0) } }
    guard let table = value.table else {
      throw LuaError("cluster \(cluster) is a \(value.typeName); it must be a list of indices of points")
    }
    return try table.elements(of: "cluster \(cluster)")
  }

  private static func size(_ value: LuaValue) throws -> Double? {
    if value.isNil { return nil }
    guard let size = value.number, size > 0, size.isFinite else {
      throw LuaError("'size' is \(value.numberOrType); it must be a positive number of screen points")
    }
    return size
  }

  private static func numbers(_ value: LuaValue, _ name: String, _ count: Int) throws -> [Double]? {
    if value.isNil { return nil }
    guard let numbers = try value.numbers(of: "'\(name)'") else {
      throw LuaError("'\(name)' is a \(value.typeName); it must be a column or a list of numbers")
    }
    guard numbers.count == count else {
      throw LuaError("'\(name)' holds \(numbers.count) values for \(count) clusters")
    }
    return numbers
  }
}

/// Gathers the clusters of all sections into one grouping, in canonical order: those with a member in view,
/// and as candidates those whose members' bounds meet it, or that a plugin put there.
struct PluginAnswer {
  private let points: PointSet
  private let view: ProjectedView
  private var sections: [PluginGroups] = []
  private var clusters: [Cluster] = []

  private struct Cluster {
    var section: Int
    var number: Int
    var firstMember: UInt32
    var hasMemberInView: Bool
  }

  init(points: PointSet, view: ProjectedView) {
    self.points = points
    self.view = view
  }

  mutating func add(_ groups: PluginGroups) {
    for number in 0..<groups.count {
      let members = groups.members(of: number)
      guard let first = members.first else { continue }
      let isInView = members.contains { view.rect.contains(points.position(Int($0))) }
      let isNear = isInView || groups.positions.map { view.rect.contains($0[number]) } ?? false
      guard isNear || points.mayHaveMarker(of: members, in: view) else { continue }
      clusters.append(
        Cluster(section: sections.count, number: number, firstMember: first, hasMemberInView: isInView))
    }
    sections.append(groups)
  }

  var grouping: Grouping {
    let sorted = clusters.sorted { $0.firstMember < $1.firstMember }
    var permutation: [UInt32] = []
    permutation.reserveCapacity(sections.reduce(0) { $0 + $1.places.count })
    var ranges: [Range<Int>] = []
    for cluster in sorted {
      let start = permutation.count
      for member in sections[cluster.section].members(of: cluster.number) { permutation.append(member) }
      ranges.append(start..<permutation.count)
    }
    let positions = sorted.compactMap { sections[$0.section].positions?[$0.number] }
    var grouping = Grouping(
      order: points.order(permutation, clusters: ranges, around: view.center.x), ranges: ranges,
      positions: positions.count == sorted.count ? positions : nil)
    if sections.contains(where: { !$0.details.isEmpty }) {
      grouping.details = ClusterDetails(sorted.map { (sections[$0.section].details, $0.number) })
    }
    grouping.candidates = sorted.indices.filter { !sorted[$0].hasMemberInView }
    grouping.effectiveSize = sections.lazy.compactMap(\.size).first
    return grouping
  }
}
