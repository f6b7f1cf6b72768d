import Lua
import Pinfold

/// Computations over each point's neighbors one by one, without a list of pairs.
extension NeighborsObject {
  static func describeSearches(_ lua: LuaClass<NeighborsObject>) {
    lua.method(
      "of", "(index: integer): column", "The indices of a point's neighbors, computed for this point alone."
    ) {
      (neighbors, call: LuaCall, place: Int) in
      guard place >= 1, place <= neighbors.positions.count else {
        throw LuaArgumentError(2, "an index from 1 to \(neighbors.positions.count) expected, got \(place)")
      }
      return try neighbors.neighbors(of: place - 1, call)
    }
    lua.method(
      "sum", "(values: column, kernel?: string): column",
      "The sum of the values of each point's neighbors, 0 for none. A kernel, 'triangular' (1 - d) or "
        + "'epanechnikov' (1 - d²), weighs each by its distance d as a share of the radius.",
      example: "density = points:neighbors(40):sum(points.weight, 'epanechnikov') + points.weight"
    ) { (neighbors, call: LuaCall, values: LuaColumn, kernel: String?) in
      try neighbors.sum(values, kernel: kernel, call)
    }
    for (name, end, isLeast) in [("min", "minimum", true), ("max", "maximum", false)] {
      lua.method(
        name, "(values: column): column",
        "The \(end) of the values of each point's neighbors; missing without neighbors."
      ) { (neighbors, call: LuaCall, values: LuaColumn) in
        try neighbors.values(values, at: neighbors.best(of: values, isLeast: isLeast, call), call)
      }
      lua.method(
        "arg\(name)", "(values: column): column",
        "The index of the neighbor with the \(end), the lowest of several; 0 without neighbors."
      ) { (neighbors, call: LuaCall, values: LuaColumn) in
        LuaColumn(try neighbors.best(of: values, isLeast: isLeast, call).map { UInt32($0 + 1) })
      }
    }
    lua.method(
      "distance", "(k: integer): column",
      "The distance in screen points to each point's k-th nearest neighbor; missing if there are fewer.",
      example: "core = points:neighbors(60):distance(5)"
    ) { (neighbors, call: LuaCall, k: Int) in
      guard k >= 1 else { throw LuaArgumentError(2, "a number from 1 expected, got \(k)") }
      return try neighbors.distances(toNearest: k, call)
    }
    lua.method(
      "seeds", "(values: column): column",
      "A greedy choice: from the greatest value down, of equal ones by index, each point that is left becomes a "
        + "seed and takes the neighbors that are left. The index of each point's seed.",
      example: "groups = points:neighbors(50):seeds(points.weight):group()"
    ) { (neighbors, call: LuaCall, values: LuaColumn) in
      try neighbors.seeds(by: values, call)
    }
  }

  /// The data structure that neighbors are looked up in.
  private enum Links {
    case lists(NeighborLists)
    case tree(KDTree, radius: Double)
  }

  private func links(_ call: LuaCall) throws -> Links {
    guard let radius, known == nil else { return .lists(try lists(call)) }
    return .tree(try keptTree(call), radius: radius)
  }

  /// Calls `body` with each neighbor of a point; in order only if they are listed.
  private func forEachNeighbor(of item: Int, _ links: Links, _ body: (Int) -> Void) {
    switch links {
    case .lists(let lists): lists.forEachNeighbor(of: item, body)
    case .tree(let tree, let radius):
      let position = positions[item]
      tree.forEach(within: radius, x: Double(position.x), y: Double(position.y)) {
        if $0 != item { body(Int($0)) }
      }
    }
  }

  private func neighbors(of item: Int, _ call: LuaCall) throws -> LuaColumn {
    var found: [UInt32] = []
    forEachNeighbor(of: item, try links(call)) { found.append(UInt32($0 + 1)) }
    try call.reserve(bytes: found.count * MemoryLayout<UInt32>.stride)
    if radius != nil { found.sort() }
    return LuaColumn(found)
  }

  /// Calls `body` for each point, and looks every few whether to stop.
  private func forEachPoint(_ call: LuaCall, _ body: (Int) throws -> Void) throws {
    for item in positions.indices {
      if item & 0xFF == 0 { try call.checkStop() }
      try body(item)
    }
  }

  private func check(_ values: LuaColumn) throws {
    guard values.count == positions.count else {
      throw LuaArgumentError(2, "a column of \(positions.count) values expected, got \(values.count)")
    }
  }

  /// Sums that depend on no order, so that equal points of other views have equal ones.
  private func sum(_ values: LuaColumn, kernel: String?, _ call: LuaCall) throws -> LuaColumn {
    try check(values)
    let power: Double
    switch kernel {
    case nil: power = 0
    case "triangular": power = 1
    case "epanechnikov": power = 2
    case let kernel?:
      throw LuaArgumentError(3, "'triangular' or 'epanechnikov' expected, got '\(kernel)'")
    }
    guard power == 0 || radius.map({ $0 > 0 }) ?? false else {
      throw LuaError("a kernel needs a radius; the nearest neighbors have none")
    }
    if let radius, power != 1,
      let sums = try sums(of: values, within: radius, isWeighed: power == 2, call)
    {
      return sums
    }
    let links = try links(call)
    try call.reserve(bytes: positions.count * MemoryLayout<Double>.stride)
    return unsafe try values.withNumbers { values in
      unsafe try LuaColumn(count: positions.count, of: Double.self) { sums in
        var sum = ExactSum()
        try forEachPoint(call) { item in
          var count = 0
          forEachNeighbor(of: item, links) { neighbor in
            let share = power == 0 ? 0 : distance(item, neighbor) / (radius ?? 1)
            unsafe sum.add(values[neighbor] * (power == 0 ? 1 : 1 - (power == 1 ? share : share * share)))
            count += 1
          }
          unsafe sums.initializeElement(at: item, to: count == 0 ? 0 : sum.rounded)
          if count > 0 { sum.clear() }
        }
      }
    }
  }

  /// The neighbor with the least or the greatest value, the lowest of several; −1 for none. A missing value
  /// is neither.
  private func best(of values: LuaColumn, isLeast: Bool, _ call: LuaCall) throws -> [Int32] {
    try check(values)
    let (order, known) = try order(of: values, isLeast: isLeast, call)
    let count = positions.count
    try call.reserve(bytes: 2 * count * MemoryLayout<UInt32>.stride)
    var ranks = [UInt32](repeating: 0, count: count)
    for (rank, item) in order.enumerated() { ranks[Int(item)] = UInt32(rank) }
    var result = [Int32](repeating: -1, count: count)
    func set(_ item: Int, rank: Int64) { if rank < known { result[item] = Int32(order[Int(rank)]) } }
    if let radius {
      try call.reserve(bytes: count * RadiusTotals<LowestTwo>.bytesPerPosition)
      try RadiusTotals<LowestTwo>.forEach(
        of: try keptTree(call), within: radius, value: { Int64(ranks[$0]) }, check: call.checkStop
      ) { item, two in
        set(item, rank: two.first == Int64(ranks[item]) ? two.second : two.first)
      }
    } else {
      let lists = try lists(call)
      try forEachPoint(call) { item in
        var best = Int64.max
        lists.forEachNeighbor(of: item) { best = min(best, Int64(ranks[$0])) }
        set(item, rank: best)
      }
    }
    return result
  }

  /// The items from that with the least value, or with the greatest: equal ones by index, missing ones last;
  /// and how many have a value.
  private func order(
    of values: LuaColumn, isLeast: Bool, _ call: LuaCall
  ) throws -> (items: [UInt32], known: Int) {
    let places = try values.sortedIndices(descending: !isLeast, call)
    try call.reserve(bytes: places.count * MemoryLayout<UInt32>.stride)
    let known = unsafe values.withNumbers { unsafe $0.count { !$0.isNaN } }
    return (places.map { UInt32($0) - 1 }, known)
  }

  /// The values at some indices; missing where there is none.
  private func values(_ values: LuaColumn, at places: [Int32], _ call: LuaCall) throws -> LuaColumn {
    unsafe try values.withNumbers { values in
      try call.column(rows: places.count) { row in
        unsafe places[row] < 0 ? Double.nan : values[Int(places[row])]
      }
    }
  }

  private func distances(toNearest k: Int, _ call: LuaCall) throws -> LuaColumn {
    let links = try links(call)
    try call.reserve(bytes: positions.count * MemoryLayout<Double>.stride)
    return unsafe try LuaColumn(count: positions.count, of: Double.self) { distances in
      var found: [Double] = []
      try forEachPoint(call) { item in
        var farthest = Double.nan
        if case .tree(let tree, let radius) = links {
          var search = NearestItems(min(k, positions.count), excluding: UInt32(item), within: radius)
          let position = positions[item]
          tree.search(x: Double(position.x), y: Double(position.y), &search)
          if search.found.count == k { farthest = search.found[k - 1].squaredDistance.squareRoot() }
        } else {
          found.removeAll(keepingCapacity: true)
          forEachNeighbor(of: item, links) { found.append(distance(item, $0)) }
          if found.count >= k { farthest = found.sorted()[k - 1] }
        }
        unsafe distances.initializeElement(at: item, to: farthest / view.unitsPerPoint)
      }
    }
  }

  private func seeds(by values: LuaColumn, _ call: LuaCall) throws -> LuaColumn {
    try check(values)
    let links = try links(call)
    let order = try order(of: values, isLeast: false, call).items
    try call.reserve(bytes: positions.count * MemoryLayout<UInt32>.stride)
    var seeds = [UInt32](repeating: 0, count: positions.count)
    try forEachPoint(call) { place in
      let item = Int(order[place])
      guard seeds[item] == 0 else { return }
      seeds[item] = UInt32(item + 1)
      forEachNeighbor(of: item, links) { if seeds[$0] == 0 { seeds[$0] = UInt32(item + 1) } }
    }
    return LuaColumn(seeds)
  }
}

extension PointsObject {
  static func describeSearches(_ lua: LuaClass<PointsObject>) {
    lua.method(
      "within", "(x: number, y: number, radius: number): column",
      "The indices of the points within a radius of a position, in screen points.",
      example: "inside = points:within(points.x[1], points.y[1], 60)"
    ) { (points, call: LuaCall, x: Double, y: Double, radius: Double) in
      guard radius >= 0, radius.isFinite else { throw LuaArgumentError(4, "a number from 0 expected") }
      guard let place = points.view.position(worldX: x, worldY: y) else {
        throw LuaError("a place in screen points expected, got (\(x), \(y))")
      }
      var found: [UInt32] = []
      try points.keptTree(call).forEach(
        within: points.view.units(fromPoints: radius), x: Double(place.x), y: Double(place.y)
      ) { found.append($0 + 1) }
      try call.reserve(bytes: found.count * MemoryLayout<UInt32>.stride)
      return LuaColumn(found.sorted())
    }
    lua.method(
      "nearest", "(of: integer|points): neighbors|column",
      "Every point's nearest neighbors, as many as the number says; or, of other points, the index of the "
        + "nearest of these for each of them, of several the lowest, 0 if there is none here.",
      example: "sites = points:at(meanX, meanY)\nsite = sites:nearest(points)"
    ) { (points, call: LuaCall, target: LuaValue) in
      if let others = target.object(as: PointsObject.self) {
        return LuaAny(try points.nearest(to: others, call))
      }
      let count = try call.argument(2, as: Int.self)
      guard count >= 1 else { throw LuaArgumentError(2, "a number from 1 expected") }
      return LuaAny(try NeighborsObject(of: points, nearest: count, call))
    }
  }

  private func nearest(to others: PointsObject, _ call: LuaCall) throws -> LuaColumn {
    guard view.projection == others.view.projection else {
      throw LuaError("the points have different projections")
    }
    let tree = try keptTree(call)
    let positions = others.worldPoints
    return try call.column(rows: positions.count) { row in
      tree.nearest(within: .infinity, x: Double(positions[row].x), y: Double(positions[row].y)).map { $0 + 1 }
        ?? 0
    }
  }
}
