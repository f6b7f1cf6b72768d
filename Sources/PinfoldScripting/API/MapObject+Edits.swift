import Lua
import Pinfold
import PinfoldDefinitions

/// Edits of a map's points: each returns a new map and does not change the old one.
extension MapObject {
  static func describeEdits(_ lua: LuaClass<MapObject>) {
    lua.method(
      "insert", "(points: dataset|PointColumns): map",
      "A map with further points; the map itself is unchanged."
    ) { (map, call: LuaCall, points: LuaValue) in
      let columns = try columns(points, into: map.map.points)
      return try map.edited(columns.longitude.count, call) { (edited, context) in
        try edited.insert(columns, context: context)
      }
    }
    lua.method("remove", "(ids: (integer|string)[]): map", "A map without some points.") {
      (map, call: LuaCall, ids: [LuaValue]) in
      let ids = try ids.map { try PointID($0, of: "remove: the list") }
      return try map.edited(ids.count, call) { (edited, context) in
        try edited.remove(ids, context: context)
      }
    }
    lua.method(
      "move", "(what: integer|string|Move[], location?: Location): map",
      "A map with one point, or several, at another location."
    ) { (map, call: LuaCall, what: LuaValue, place: LuaValue) in
      let moves = try moves(what, place, onGlobe: map.map.points.projection.wraps)
      return try map.edited(moves.count, call) { (edited, context) in
        try edited.move(moves, context: context)
      }
    }
    lua.method(
      "update", "(points: PointColumns): map",
      "A map with other values for the points of some ids; columns that are not given are unchanged.",
      example: "m:update { id = { 7 }, weight = { 12 } }"
    ) { (map, call: LuaCall, points: LuaTable) in
      let given = try PointTable(points, of: "update").columns(
        of: "update", isWhole: false, onGlobe: map.map.points.projection.wraps)
      guard let ids = given.ids else {
        throw LuaError("update: 'id' is missing; it says which points to update")
      }
      return try map.edited(ids.count, call) { (edited, context) in
        try edited.update((0..<ids.count).map { ids[$0] }, context: context) { $0.replace(with: given) }
      }
    }
    lua.method(
      "filter", "(test: column|(fun(index: integer): boolean)): map",
      "A map of the points that a mask or a function selects."
    ) { (map, call: LuaCall, test: LuaValue) in
      let mask = try PointMask(test, of: map.dataset).isIncluded
      return try map.edited(mask.count { !$0 }, call) { (edited, context) in
        try edited.filter(context: context) { mask[$0] }
      }
    }
  }

  /// The map after an edit.
  private func edited(
    _ count: Int, _ call: LuaCall, _ edit: (inout ClusterMap, RunContext) throws -> Void
  ) throws -> MapObject {
    try call.reserve(points: count)
    // Indexes that are not incremental are rebuilt.
    if !map.clusterer.capabilities.contains(.incremental) {
      try call.reserve(indexOf: map.points.count, by: map.clusterer)
    }
    var map = map
    try edit(&map, scope.context)
    return MapObject(
      strategy: strategy, dataset: DatasetObject(name: dataset.name, points: map.points), map: map,
      scope: scope)
  }

  /// Points to insert, in the order of their rows.
  private static func columns(_ points: LuaValue, into set: PointSet) throws -> PointColumns {
    func check(isPlanar: Bool) throws {
      guard isPlanar == set.projection.wraps else { return }
      throw LuaArgumentError(
        2,
        "the map's points are \(isPlanar ? "on the globe" : "on a plane"), and these \(isPlanar ? "on a plane" : "on the globe")"
      )
    }
    if let dataset = points.object(as: DatasetObject.self) {
      try check(isPlanar: !dataset.points.projection.wraps)
      return dataset.points.columns(in: dataset.order)
    }
    guard let table = points.table else {
      throw LuaArgumentError(2, "dataset or table of columns expected, got \(points.typeName)")
    }
    let given = try PointTable(table, of: "insert")
    let columns = try given.columns(of: "insert", onGlobe: set.projection.wraps)
    try check(isPlanar: given.isPlanar || given.hasPlaneCoordinates)
    return columns
  }

  private static func moves(
    _ what: LuaValue, _ place: LuaValue, onGlobe: Bool
  ) throws -> [(id: PointID, to: Coordinate)] {
    if let list = what.table {
      return try list.elements(as: LuaValue.self, of: "move: the list").map { value in
        guard let move = value.table else {
          throw LuaError("move: the list holds a \(value.typeName); it takes tables")
        }
        let place = try LocationDefinition(move, of: "move", raw: ["id"])
        return (try PointID(place.id, of: "move: 'id'"), try place.coordinate(onGlobe: onGlobe))
      }
    }
    guard let table = place.table else {
      throw LuaArgumentError(3, "table with lon and lat, or x and y, expected, got \(place.typeName)")
    }
    return [
      (
        try PointID(what, of: "move: the first argument"),
        try LocationDefinition(table, of: "move").coordinate(onGlobe: onGlobe)
      )
    ]
  }
}

/// The new position of a point, in degrees or on a plane; in a list with the point's id.
struct LocationDefinition: Definition {
  private var longitude: Double?
  private var latitude: Double?
  private var x: Double?
  private var y: Double?

  /// The point's id; nil where it is given apart.
  private(set) var id: LuaValue = .nil

  init() {}

  static let owner = "move"
  static let options: [DefinedOption<LocationDefinition>] = [
    DefinedOption("id", .type("integer|string", "an id"), "The point.") { (place, node, _) in
      place.id = node.object(as: LuaValue.self) ?? .nil
    },
    DefinedOption("lon", \.longitude, "Longitude in degrees."),
    DefinedOption("lat", \.latitude, "Latitude in degrees."),
    DefinedOption("x", \.x, "In place of lon, on a plane."),
    DefinedOption("y", \.y, "In place of lat, on a plane."),
  ]

  func coordinate(onGlobe: Bool) throws(LuaError) -> Coordinate {
    guard let x = longitude ?? x, let y = latitude ?? y else {
      throw LuaError("move: a coordinate is missing; give lon and lat, or x and y")
    }
    return Coordinate(longitude: onGlobe ? x.wrappedDegrees : x, latitude: y)
  }
}
