import Lua
import Pinfold
import PinfoldColumns
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldVerbs

/// A frame as a script sees it: an array of clusters, and columns over them.
final class FrameObject: LuaObject, @unchecked Sendable {
  static let luaName = "frame"
  let frame: Frame
  private lazy var onScreen = frame.positions.map { frame.view.screenPosition(of: $0) }

  /// The map that made the frame; nil where a plugin is shown a frame.
  let origin: NamedMap?
  var map: ClusterMap? { origin?.map }

  /// The named strategy of the map; nil if the frame is not the map's own for its view.
  let strategy: ClustererDefinition?

  init(_ frame: Frame, of origin: NamedMap? = nil, by strategy: ClustererDefinition? = nil) {
    self.frame = frame
    self.origin = origin
    self.strategy = strategy
  }

  var named: NamedFrame { NamedFrame(frame, of: origin) }
  var luaNativeBytes: Int { 1024 + frame.count * 48 }
  var luaParts: [LuaMemoryPart] { frame.points.luaParts }

  static func describe(_ lua: LuaClass<FrameObject>) {
    lua.about("The clusters of one view.", example: "frame = map:frame(paris)")
    lua.metamethod(.length, "integer", "The number of clusters.") { (frame: FrameObject) in frame.frame.count
    }
    lua.getter("x", "column", "The positions of markers, in screen points from the left.") { frame in
      LuaColumn(frame.onScreen.map(\.x), period: frame.frame.screenPeriod)
    }
    lua.getter("y", "column", "The positions of markers, in screen points from the top.") { frame in
      LuaColumn(frame.onScreen.map(\.y))
    }
    lua.getter("counts", "column", "The number of members of each cluster.") { frame in
      LuaColumn((0..<frame.frame.count).map { Int64(frame.frame.memberCount(of: $0)) })
    }
    lua.getter("weights", "column", "The sum of the members' weights.") { frame in
      LuaColumn(frame.frame.weights)
    }
    lua.getter(
      "assigned", "column", "The cluster of each of the frame's points in canonical order; 0 for none."
    ) { frame, call in
      try call.reserve(bytes: 2 * frame.frame.points.count * MemoryLayout<Int64>.stride)
      return LuaColumn(frame.frame.labels.map { Int64($0) + 1 })
    }
    lua.getter(
      "points", "framepoints", "All points of the map as columns, with their positions on the screen.",
      example: "frame.points.x:mean()"
    ) { FramePoints(of: $0.frame) }
    lua.method(
      "flows", "(new: frame): column, column, column",
      "The pairs of an old and a new cluster that share points: old ones, new ones, and numbers of points.",
      example: "local from, to, count = old:flows(new)"
    ) { (frame, call: LuaCall, new: FrameObject) in
      let flows = try Flow.between(frame.frame, new.frame)
      return try call.results(
        LuaColumn(flows.map { Int64($0.old + 1) }), LuaColumn(flows.map { Int64($0.new + 1) }),
        LuaColumn(flows.map { Int64($0.count) }))
    }
    lua.getter("hidden", "integer[]", "The clusters whose markers a separation hides.") {
      $0.frame.hidden.lazy.map { $0 + 1 }
    }
    lua.getter("radii", "column", "The radius of each marker in screen points.") { frame in
      LuaColumn((0..<frame.frame.count).map { frame.frame.radius(of: $0) })
    }
    lua.getter("view", "view", "The view.") { ViewObject($0.frame.view.viewport) }
    lua.getter(
      "worldWidth", "number?",
      "The width of the world in screen points; nil on planar data, which do not wrap."
    ) { frame in frame.frame.points.projection.wraps ? frame.frame.view.viewport.worldWidth : nil }
    lua.getter(
      "effectiveSize", "number?",
      "The size that clusters were made with, as the side of a grid's cells, in screen points; nil for none."
    ) { $0.frame.effectiveSize }
    lua.method(
      "members", "(cluster: integer): (integer|string)[]", "The ids of a cluster's members, in order."
    ) { (frame, cluster: Int) in
      let points = frame.frame.points
      return frame.frame.members(of: try frame.checked(cluster)).lazy.map { points.id($0).luaValue }
    }
    lua.method(
      "dataset", "(cluster: integer): dataset",
      "The members of a cluster as a dataset, with all their columns.",
      example: #"frame:dataset(1):top(1, "mag")[1].place"#
    ) { (frame, call: LuaCall, cluster: Int) in
      let cluster = try frame.checked(cluster)
      let points = try frame.madeBy("dataset").points
      try call.reserve(points: frame.frame.memberCount(of: cluster))
      try call.reserve(bytes: points.count)
      var isMember = [Bool](repeating: false, count: points.count)
      frame.frame.forEachMember(of: cluster) { isMember[$0] = true }
      return DatasetObject(
        name: "cluster \(frame.frame.ids[cluster])", points: points.filtering { isMember[$0] })
    }
    lua.method(
      "squaredErrors", "(): column",
      "Squared distances of members from their mean, summed by cluster, in screen points²."
    ) { frame in
      LuaColumn((0..<frame.frame.count).map { frame.frame.squaredError(of: $0) })
    }
    lua.method("visible", "(): column", "The number of members of each cluster on the screen.") { frame in
      LuaColumn((0..<frame.frame.count).map { Int64(frame.frame.visibleCount(of: $0)) })
    }
    lua.method(
      "clusters", "(): rows", "All clusters as rows; see Cluster.",
      example: #"frame:clusters():derive { sum = frame:aggregate("sum", "population") }:top(5, "sum")"#
    ) { frame in
      TableList(columns: frame.columns, tables: (0..<frame.frame.count).lazy.map { frame.table($0) })
    }
    lua.method(
      "find", "(id: integer|string): integer?",
      "The cluster that contains the point with an id; nil if there is none."
    ) { (frame, id: LuaValue) in
      let id = try PointID(id, of: "find: the argument")
      guard let point = frame.frame.points.index(of: id) else {
        throw LuaArgumentError(2, "the id of a point expected, got '\(id)'")
      }
      return frame.frame.cluster(showing: point).map { $0 + 1 }
    }
    lua.method(
      "bounds", "(cluster: integer): number[]",
      "The box around a cluster's members: west, south, east, north."
    ) { (frame, cluster: Int) in
      frame.frame.coordinateBounds(of: try frame.checked(cluster)).edges
    }
    lua.method(
      "hull", "(cluster: integer): Location[]",
      "The corners of the convex hull of a cluster's members; longitudes continue past 180 if it crosses ±180°."
    ) { (frame, cluster: Int) in
      frame.frame.hull(of: try frame.checked(cluster)).lazy.map { ["lon": $0.longitude, "lat": $0.latitude] }
    }
    lua.method(
      "leaves", "(cluster: integer, options?: LeafOptions): (integer|string)[]",
      "Ids of a cluster's points, page by page."
    ) { (frame, cluster: Int, options: LuaTable?) in
      let cluster = try frame.checked(cluster)
      let leaves = try LeavesDefinition(options, of: "leaves")
      let members = frame.frame.members(of: cluster).dropFirst(leaves.offset).prefix(leaves.limit)
      return members.lazy.map { frame.frame.points.id($0).luaValue }
    }
    lua.method(
      "expand", "(cluster: integer): frame?",
      "The clusters into which a cluster first splits; nil if it never splits."
    ) { (frame, call: LuaCall, cluster: Int) in
      let cluster = try frame.checked(cluster)
      let map = try frame.madeBy("expand")
      try call.reserve(frameOf: frame.frame.memberCount(of: cluster))
      return try map.expansion(of: cluster, in: frame.frame).map { FrameObject($0, of: frame.origin) }
    }
    lua.method(
      "expansionZoom", "(cluster: integer): number?",
      "The first zoom at which a cluster splits; nil if it never splits."
    ) { (frame, cluster: Int) in
      try frame.madeBy("expansionZoom").expansionZoom(of: try frame.checked(cluster), in: frame.frame)
    }
    lua.method(
      "geojson", "(options?: WritingOptions): string", "The clusters as a GeoJSON FeatureCollection.",
      example: #"frame:geojson { properties = "supercluster" }"#
    ) { (frame, call: LuaCall, options: LuaTable?) in
      let writing = try WritingDefinition(options, of: "geojson")
      let bytes = try Cluster(.made([frame.named]), writing, as: .geojson).answer(call.verbContext)
      return String(decoding: bytes, as: UTF8.self)
    }
    describeMarkers(lua)
    describePlot(lua)
    lua.fallback("Cluster", "A cluster, counted from 1.") { (frame, _, key) -> LuaFields? in
      guard let cluster = key.integer, (1...max(1, frame.frame.count)).contains(cluster),
        frame.frame.count > 0
      else { return nil }
      return frame.table(cluster - 1)
    }
    lua.metamethod(.toString) { (frame: FrameObject) in frame.description }
  }

  private var description: String {
    return
      "frame: \(counted(frame.count, "cluster")) of \(counted(frame.pointCount, "point")) at zoom "
      + ViewObject.short(frame.view.viewport.zoom) + (frame.viewNote.map { "; \($0)" } ?? "")
  }

  func madeBy(_ method: String) throws -> ClusterMap {
    guard let map else { throw LuaError("\(method): this frame is a plugin's; it has no map") }
    return map
  }

  func checked(_ cluster: Int) throws -> Int {
    guard cluster >= 1, cluster <= frame.count else {
      throw LuaArgumentError(2, "a cluster from 1 to \(frame.count) expected, got \(cluster)")
    }
    return cluster - 1
  }

  /// The fields that some cluster has.
  private var columns: [String] {
    let (frame, details) = (frame, frame.details)
    let hasGroups = !frame.points.groupNames.isEmpty
    let hasPoints = (0..<frame.count).contains { frame.memberCount(of: $0) == 1 }
    return ["id", "count", "lon", "lat", "x", "y", "weight", "stack", "point"] + (hasGroups ? ["group"] : [])
      + (frame.hidden.isEmpty ? [] : ["hidden"])
      + (details == nil ? [] : ["fields"]) + (details?.outlines == nil ? [] : ["outline"])
      + (hasPoints && !frame.points.attributes.isEmpty ? ["attributes"] : [])
  }

  /// A cluster as a table.
  func table(_ index: Int) -> LuaFields {
    let cluster = frame[index]
    let screen = onScreen[index]
    var row: LuaFields = [
      "id": cluster.id.description, "lon": cluster.coordinate.longitude, "lat": cluster.coordinate.latitude,
      "x": screen.x, "y": screen.y, "count": cluster.count, "weight": cluster.weight,
      "stack": cluster.isStack, "point": cluster.point.map { frame.points.id($0).luaValue },
      "group": frame.groupName(of: index),
    ]
    if frame.isHidden(index) { row.set("hidden", true) }
    if let details = frame.details {
      row.set("fields", Self.values(details.fields, at: index))
      if let outline = details.outlines?[index], !outline.isEmpty {
        row.set(
          "outline",
          outline.map { frame.points.projection.unproject($0) }
            .map { ["lon": $0.longitude, "lat": $0.latitude] })
      }
    }
    // A single point is written with all columns of the data.
    if cluster.count == 1 {
      frame.forEachMember(of: index) { point in
        row.set("point", frame.points.id(point).luaValue)
        row.set("attributes", Self.values(frame.points.attributes, at: point))
      }
    }
    return row
  }

  /// The first of equal names counts, so it is set last.
  private static func values(_ attributes: [Attribute], at index: Int) -> LuaFields {
    LuaFields(attributes.reversed().map { ($0.name, $0.values.luaValue(at: index)) })
  }
}

/// The points of a cluster to return.
struct LeavesDefinition: Definition {
  private(set) var limit = 10
  private(set) var offset = 0
  static let owner = "leaves"
  static let options: [DefinedOption<LeavesDefinition>] = [
    DefinedOption("limit", \.limit, "Maximum number."),
    DefinedOption("offset", \.offset, "Number to skip."),
  ]
}

extension Frame {
  /// The world's width where x on the screen repeats after it: on the globe, with north up.
  fileprivate var screenPeriod: Double? {
    points.projection.wraps && !view.turn.isTurned ? view.viewport.worldWidth : nil
  }
}

/// All points of a frame's map for scripts: columns in the order of `frame.assigned`, with positions in the
/// screen points of the frame's markers, each by the shorter way around from its own.
final class FramePoints: LuaObject, Sendable {
  static let luaName = "framepoints"
  private let points: PointsObject
  private let frame: Frame

  init(of frame: Frame) {
    self.frame = frame
    points = PointsObject(frame.points, Array(0..<UInt32(frame.points.count)), in: frame.view)
  }

  var luaNativeBytes: Int { points.luaNativeBytes }

  static func describe(_ lua: LuaClass<FramePoints>) {
    lua.about(
      "The points of a frame, also those out of its view: a value for each in the order of frame.assigned.",
      example: "shown = frame.assigned:gt(0)  east = frame.points.x - frame.x:take(frame.assigned)")
    lua.metamethod(.length, "integer", "The number of points.") { (points: FramePoints) in
      points.points.indices.count
    }
    lua.getter(
      "x", "column",
      "Screen points from the left, as those of markers; a clustered point is on its marker's side of the globe's seam."
    ) { points, call in try points.column(call, period: points.frame.screenPeriod) { $0.x } }
    lua.getter("y", "column", "Screen points from the top.") { points, call in
      try points.column(call) { $0.y }
    }
    lua.describeData(of: \.points)
    lua.metamethod(.toString) { (points: FramePoints) in "points: \(points.points.indices.count)" }
  }

  private func column(
    _ call: LuaCall, period: Double? = nil, _ axis: ((x: Double, y: Double)) -> Double
  ) throws -> LuaColumn {
    try call.reserve(bytes: frame.points.count * MemoryLayout<Int32>.stride)
    let labels = frame.labels
    return try points.column(call, period: period) { point in
      let position = frame.points.position(point)
      let marker = labels[point] < 0 ? position : frame.positions[Int(labels[point])]
      return axis(frame.view.screenPosition(of: position, beside: marker))
    }
  }
}
