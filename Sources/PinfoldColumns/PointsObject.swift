package import Lua
package import Pinfold

/// Points as a script sees them: columns in world-anchored screen points of one view, with x unwrapped so
/// that the world is cut opposite the view's center, or opposite one of the points where they are a cluster.
///
/// Indices are counted from 1, in canonical order; a script sees the order of the input only in `row`.
package final class PointsObject: LuaObject, @unchecked Sendable {
  package static let luaName = "points"
  package let points: PointSet
  package let view: ProjectedView

  /// The canonical index of each point.
  package let indices: [UInt32]

  /// The position around which x is unwrapped.
  private let middle: WorldPoint

  /// Positions that a script gave in place of the data's; nil for those of the data.
  package let derived: [WorldPoint]?

  private let previous: PreviousFrame?

  /// The ranges of canonical indices whose points `build` got; nil where there is no such thing.
  package let built: [Range<Int>]?

  private var positions: (x: LuaColumn, y: LuaColumn)?
  private var tree: KDTree?

  /// Points, of which those of one cluster are unwrapped around their first.
  ///
  /// - Parameters:
  ///   - previous: the previous frame; nil if it must not be used.
  ///   - sections: the sections whose points were passed to a strategy's `build`.
  package init(
    _ points: PointSet, _ indices: [UInt32], in view: ProjectedView, isCluster: Bool = false,
    after previous: PreviousFrame? = nil, of sections: [PointSection]? = nil
  ) {
    self.previous = previous
    built = sections?.map(\.range)
    self.points = points
    self.indices = indices
    self.view = view
    derived = nil
    middle = isCluster ? indices.first.map { points.position(Int($0)) } ?? view.center : view.center
  }

  private init(_ original: PointsObject, x: LuaColumn, y: LuaColumn, _ call: LuaCall) throws {
    for column in [x, y] where column.count != original.indices.count {
      throw LuaError("columns of \(original.indices.count) values expected, got \(column.count)")
    }
    (points, indices, view, middle) = (original.points, original.indices, original.view, original.middle)
    try call.checkStop()
    let view = original.view
    try call.reserve(bytes: 2 * original.indices.count * MemoryLayout<WorldPoint>.stride)
    derived = unsafe try x.withNumbers { x in
      unsafe try y.withNumbers { y in
        try x.indices.map { i in
          guard let position = unsafe view.position(worldX: x[i], worldY: y[i]) else {
            throw LuaError(unsafe "point \(i + 1) is put at (\(x[i]), \(y[i]))")
          }
          return position
        }
      }
    }
    (previous, built) = (original.previous, original.built)
    positions = nil
  }

  private init(_ original: PointsObject, taking places: LuaColumn, _ call: LuaCall) throws {
    try call.reserve(bytes: places.count * (MemoryLayout<UInt32>.stride + MemoryLayout<WorldPoint>.stride))
    indices = try LuaColumn(original.indices).taking(places, call).map { UInt32($0) }
    guard zip(indices, indices.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw LuaError("take needs indices in ascending order, each once; sort() or unique() makes them so")
    }
    derived = original.derived.map { derived in places.map { derived[Int($0) - 1] } }
    (points, view, middle) = (original.points, original.view, original.middle)
    (previous, built) = (original.previous, original.built)
  }

  /// Includes the positions, which hardly any script does without.
  package var luaNativeBytes: Int {
    indices.count * (4 + 16 + (tree == nil ? 0 : KDTree.bytesPerPosition))
  }

  /// The tree of all points, made on first use.
  func keptTree(_ call: LuaCall) throws -> KDTree {
    if let tree { return tree }
    let made = try NeighborsObject.tree(of: worldPoints, in: view, call)
    tree = made
    return made
  }

  package static func describe(_ lua: LuaClass<PointsObject>) {
    lua.about(
      "The points of a plugin's call: columns in screen points of the view's zoom.",
      example: "cluster = function(points) return { groups = points:grid(60):group() } end")
    lua.getter("x", "column", "Screen points from the world's west edge, unwrapped around the view.") {
      points, call in try points.positions(call).x
    }
    lua.getter("y", "column", "Screen points from the world's north edge.") { points, call in
      try points.positions(call).y
    }
    lua.getter(
      "unitX", "column", "World units from the west edge: integers, 2³² around, equal in every view."
    ) { points, call in
      let period = points.view.projection.wraps ? 0x1p32 : nil
      if let derived = points.derived { return try points.units(call, period: period) { derived[$0].x } }
      let x = points.points.x
      return try points.units(call, period: period) { x[Int(points.indices[$0])] }
    }
    lua.getter("unitY", "column", "World units from the north edge.") { points, call in
      if let derived = points.derived { return try points.units(call) { derived[$0].y } }
      let y = points.points.y
      return try points.units(call) { y[Int(points.indices[$0])] }
    }
    lua.describeData(of: \.self)
    lua.getter("priority", "column", "Priorities; 0 where the data have none.") { points, call in
      let priority = points.points.priority
      return try points.column(call) { priority?[$0] ?? 0 }
    }
    lua.getter("group", "string[]", "The name of each point's group; empty for none.") { points in
      points.sectionNumbers.map { points.groupName(ofSection: $0) }
    }
    lua.getter("groups", "groups", "The points by their groups, which never share a cluster.") {
      points, call in try points.groups(call)
    }
    lua.getter(
      "spots", "groups", "Coincident points of one group, which share a cluster at every zoom.",
      example: #"points:groupby("country"):whole(points.spots)"#
    ) { points, call in
      let spots = try NeighborsObject(of: points, within: 0, call).connected(among: nil, call)
      return GroupsObject(try spots.groups.crossed(with: points.groups(call).groups, call))
    }
    lua.getter(
      "index", "column", "The index of each point in build; with reach only some points are passed.",
      example: "return { groups = index.labels:take(points.index):group() }"
    ) { points, call in try points.builtIndices(call) }
    lua.getter(
      "shown", "column",
      "A mask of the points shown in the previous frame, if the plugin declares previous."
    ) { points, call in
      let shown = try points.frameBefore("shown").shown
      let ids = points.points.ids
      return try points.column(call) { shown.contains(ids[$0]) ? UInt32(1) : 0 }
    }
    lua.getter(
      "before", "column",
      "The cluster of each point in the previous frame, 0 for none, if the plugin declares previous."
    ) { points, call in
      let clusters = try points.frameBefore("before").clusters(of: points.points)
      return try points.column(call) { clusters[$0] }
    }
    lua.getter(
      "row", "column", "Rows of the data, from 1; results that use them depend on the order of the input."
    ) { points, call in
      let rows = points.points.rows
      return try points.column(call) { rows[$0] + 1 }
    }
    lua.method(
      "at", "(x: column, y: column): points",
      "The same points at other positions, such as means.",
      example: "shifted = points:at(meanX, meanY)"
    ) { (points, call: LuaCall, x: LuaColumn, y: LuaColumn) in
      try PointsObject(points, x: x, y: y, call)
    }
    lua.method(
      "take", "(indices: column): points", "Some of the points, by ascending indices, such as sites.",
      example: "sites = points:take(arange(1, #points, 100))"
    ) { (points, call: LuaCall, places: LuaColumn) in
      try PointsObject(points, taking: places, call)
    }
    lua.method(
      "groupby", "(name: string): groups",
      "Groups of equal values of an attribute; points without a value are one group.",
      example: "kinds = points:groupby('kind')"
    ) { (points, call: LuaCall, name: String) in
      GroupsObject(try Groups(keys: points.attributeKeys(name, call), call))
    }
    lua.method("bounds", "(): Bounds", "The smallest rectangle around the points; empty for none.") {
      (points, call: LuaCall) in try points.bounds(call)
    }
    lua.method("grid", "(width: number): column", "The key of each point's square cell.") {
      (points, call: LuaCall, width: Double) in try points.cells(.square, width, call)
    }
    lua.method("hex", "(width: number): column", "The key of each point's hexagonal cell.") {
      (points, call: LuaCall, width: Double) in try points.cells(.hexagon, width, call)
    }
    lua.method("neighbors", "(radius: number): neighbors", "Every point's neighbors within a radius.") {
      (points, call: LuaCall, radius: Double) in
      guard radius >= 0, radius.isFinite else { throw LuaArgumentError(2, "a number from 0 expected") }
      return try NeighborsObject(of: points, within: radius, call)
    }
    describeSearches(lua)
    lua.method(
      "iter", "(): fun(): integer, number, number", "Iterates over indices, x and y.",
      example: "for i, x, y in points:iter() do … end"
    ) { (points, call: LuaCall) in
      let (x, y) = try points.positions(call)
      return call.iterator(over: x, y)
    }
    lua.metamethod(.length, "integer", "The number of points.") { (points: PointsObject) in
      points.indices.count
    }
    lua.metamethod(.toString) { (points: PointsObject) in "points: \(points.indices.count)" }
  }

  private func frameBefore(_ member: String) throws -> PreviousFrame {
    guard let previous else {
      throw LuaError("'\(member)' is only for plugins that declare previous = true")
    }
    return previous
  }

  /// Positions in screen points, made when first needed.
  private func positions(_ call: LuaCall) throws -> (x: LuaColumn, y: LuaColumn) {
    if let positions { return positions }
    if let derived {
      let made = try positions(call) { derived[$0] }
      positions = made
      return made
    }
    let made = unsafe try indices.withUnsafeBufferPointer { indices in
      // For an edited set, columns cost a pass over all its points and single points a search.
      if indices.count < points.count / 8 {
        let points = points
        return try positions(call) { unsafe points.position(Int(indices[$0])) }
      }
      return unsafe try points.x.withUnsafeBufferPointer { x in
        unsafe try points.y.withUnsafeBufferPointer { y in
          try positions(call) { unsafe WorldPoint(x: x[Int(indices[$0])], y: y[Int(indices[$0])]) }
        }
      }
    }
    positions = made
    return made
  }

  @inline(__always)
  private func positions(
    _ call: LuaCall, _ position: (Int) -> WorldPoint
  ) throws -> (x: LuaColumn, y: LuaColumn) {
    let (view, middle) = (view, middle)
    let period = view.projection.wraps ? view.viewport.worldWidth : nil
    let x = try call.column(rows: indices.count, period: period) { i in
      view.worldX(of: position(i), around: middle)
    }
    let y = try call.column(rows: indices.count) { i in view.worldY(of: position(i)) }
    return (x, y)
  }

  /// Positions in fixed point.
  package var worldPoints: [WorldPoint] { derived ?? indices.map { points.position(Int($0)) } }

  /// World units as floats, whose products do not wrap around as those of whole numbers do; `unit` returns
  /// that of each offset.
  private func units(_ call: LuaCall, period: Double? = nil, _ unit: (Int) -> UInt32) throws -> LuaColumn {
    try call.column(rows: indices.count, period: period) { i in Double(unit(i)) }
  }

  /// A column of the results of `value` for each point's canonical index.
  package func column<Cell: LuaCell>(
    _ call: LuaCall, period: Double? = nil, _ value: (Int) -> Cell
  ) throws -> LuaColumn {
    try call.column(rows: indices.count, period: period) { i in value(Int(indices[i])) }
  }

  private func bounds(_ call: LuaCall) throws -> [String: Double] {
    if indices.isEmpty { return [:] }
    try call.checkStop()
    // Their indices, positions and sorted x, for a moment.
    try call.reserve(bytes: indices.count * 24)
    let rect = worldPoints.bounds(wraps: view.projection.wraps)
    let corner = WorldPoint(x: rect.west, y: rect.north)
    let west = view.east(of: corner, around: middle), north = Int64(rect.north)
    // A rectangle of units ends with its last one, where the last point is.
    let (east, south) = (west + Int64(rect.width) - 1, north + Int64(rect.height) - 1)
    return ["left": west, "right": east, "top": north, "bottom": south]
      .mapValues { Double($0) / view.unitsPerPoint }
  }

  private func cells(_ shape: Lattice.Shape, _ width: Double, _ call: LuaCall) throws -> LuaColumn {
    guard width > 0, width.isFinite else { throw LuaArgumentError(2, "a positive number expected") }
    let lattice = Lattice(shape, width: width, world: view.viewport.worldWidth, wraps: view.projection.wraps)
    let (x, y) = try positions(call)
    return try lattice.keys(x: x, y: y, call)
  }

  fileprivate func idValues(_ call: LuaCall) throws -> LuaAny {
    switch points.ids {
    case .integers(let values): return LuaAny(try column(call) { values[$0] })
    default: return LuaAny(indices.map { points.ids[Int($0)].luaValue })
    }
  }

  fileprivate func attribute(_ name: String, _ call: LuaCall) throws -> LuaAny {
    switch try points.attribute(named: name).values {
    case .numbers(let values): return LuaAny(try column(call) { values[$0] })
    case .integers(let values):
      return LuaAny(
        values.isExactInDoubles
          ? try column(call) { values[$0].isMissing ? .nan : Double(values[$0]) }
          : try column(call) { values[$0] })
    // A hole in a Lua array would end it, so a missing value is `false`.
    case .booleans(let values): return LuaAny(indices.map { LuaValue.boolean(values[Int($0)] ?? false) })
    case .texts(let column):
      return LuaAny(indices.map { column[Int($0)].map { LuaValue.string($0) } ?? .boolean(false) })
    }
  }
}

extension LuaClass {
  /// Adds what points have whatever view they are in, to a class with points.
  package func describeData(of owned: @escaping (T) -> PointsObject) {
    getter("weight", "column", "Weights; 1 where the data have none.") { owner, call in
      let points = owned(owner), weight = points.points.weight
      return try points.column(call) { weight?[$0] ?? 1 }
    }
    getter("lon", "column", "Degrees east as the data have them; x on planar data.") { owner, call in
      let points = owned(owner), longitude = points.points.longitude
      return try points.column(call, period: points.points.projection.wraps ? 360 : nil) { longitude[$0] }
    }
    getter("lat", "column", "Degrees north as the data have them; y on planar data.") { owner, call in
      let points = owned(owner), latitude = points.points.latitude
      return try points.column(call) { latitude[$0] }
    }
    getter("id", "column|string[]", "Ids: a column where they are numbers, else a list.") { owner, call in
      try owned(owner).idValues(call)
    }
    method("attr", "(name: string): column|(string|boolean)[]", "An attribute; a missing string is false.") {
      (owner, call: LuaCall, name: String) in try owned(owner).attribute(name, call)
    }
  }
}

extension PointID {
  /// The id as a script sees it, its type kept.
  package var luaValue: LuaValue {
    switch self {
    case .integer(let value): .integer(Int(value))
    case .text(let value): .string(value)
    }
  }
}

extension ProjectedView {
  /// A position in screen points from the world's north-west corner, unwrapped around the view's center.
  package func worldPosition(of point: WorldPoint) -> (x: Double, y: Double) {
    (worldX(of: point, around: center), worldY(of: point))
  }

  /// The x of a point in world units, by the short way from another, which is unwrapped around the view's
  /// center.
  @inline(__always)
  fileprivate func east(of point: WorldPoint, around middle: WorldPoint) -> Int64 {
    guard projection.wraps else { return Int64(point.x) }
    return Int64(center.x) + Int64(middle.eastward(from: center.x)) + Int64(point.eastward(from: middle.x))
  }

  @inline(__always)
  fileprivate func worldX(of point: WorldPoint, around middle: WorldPoint) -> Double {
    Double(east(of: point, around: middle)) / unitsPerPoint
  }

  @inline(__always)
  fileprivate func worldY(of point: WorldPoint) -> Double { Double(point.y) / unitsPerPoint }

  /// The position at coordinates that a script gives in such screen points; nil unless both are finite.
  package func position(worldX x: Double, worldY y: Double) -> WorldPoint? {
    guard x.isFinite, y.isFinite else { return nil }
    let unitX = x / viewport.worldWidth
    return WorldPoint(
      unitX: projection.wraps ? unitX : max(0, min(unitX, 1 - 0x1p-32)), unitY: y / viewport.worldWidth)
  }
}
