package import Lua
import Pinfold

/// The neighbors of points, themselves excluded.
///
/// Neighbors within a radius are listed only if a script reads a list: counts, sums, components and nearest
/// points are computed without, so that crowds cost no more than scattered points. The neighbors of point *i*
/// are `indices[starts[i]]` to `indices[starts[i + 1] - 1]`. Distances go the short way around the globe.
package final class NeighborsObject: LuaObject, @unchecked Sendable {
  package static let luaName = "neighbors"
  let positions: [WorldPoint]
  let view: ProjectedView

  /// The radius in world units; nil where the nearest are listed.
  let radius: Double?

  private(set) var known: NeighborLists?
  private var tree: KDTree?
  private var knownCounts: LuaColumn?

  package var luaNativeBytes: Int {
    positions.count * (MemoryLayout<WorldPoint>.stride + (tree == nil ? 0 : KDTree.bytesPerPosition))
      + (known?.byteCount ?? 0)
  }

  package static func describe(_ lua: LuaClass<NeighborsObject>) {
    lua.about(
      "The neighbors of each point; indices are counted from 1.",
      example: "groups = points:neighbors(30):connected()")
    lua.getter("starts", "column", "The start of each point's neighbors in the list of indices, and the end.")
    { neighbors, call in
      LuaColumn(try neighbors.lists(call).starts.map { Int64($0 + 1) })
    }
    lua.getter("counts", "column", "The number of neighbors of each point.") { neighbors, call in
      try neighbors.counts(call)
    }
    lua.getter(
      "indices", "column",
      "The neighbors of all points, one after another; lists need memory for each pair."
    ) { neighbors, call in try neighbors.lists(call).indices }
    lua.getter("distances", "column", "The distance of each neighbor in screen points.") { neighbors, call in
      try neighbors.distances(call)
    }
    describeSearches(lua)
    lua.method(
      "pairs", "(): column, column", "Each pair of neighbors once: its first indices and its second."
    ) { (neighbors, call: LuaCall) in
      let (first, second) = try neighbors.pairs(call)
      return try call.results(first, second)
    }
    lua.method(
      "count", "(most?: integer): column",
      "The number of neighbors of each point, counted no further than most, which takes less time.",
      example: "isCore = near:count(3):ge(3)"
    ) { (neighbors, call: LuaCall, most: Int?) in
      guard let most else { return try neighbors.counts(call) }
      guard most >= 0 else { throw LuaArgumentError(2, "a number from 0 expected, got \(most)") }
      return try neighbors.counts(call, most: most)
    }
    lua.method(
      "connected", "(mask?: column): groups",
      "Groups of points that hang together, with a mask only by those for which it holds; lists no pairs."
    ) { (neighbors, call: LuaCall, mask: Mask?) in
      try neighbors.connected(among: mask, call)
    }
    lua.method(
      "closest", "(mask: column): column",
      "The index of each point's nearest neighbor for which a mask holds, its own where that does, 0 for none."
    ) { (neighbors, call: LuaCall, mask: Mask) in
      try neighbors.closest(among: mask, call)
    }
    lua.metamethod(.length, "integer", "The number of points.") { (neighbors: NeighborsObject) in
      neighbors.positions.count
    }
    lua.metamethod(.toString) { (neighbors: NeighborsObject) in
      "neighbors: of \(neighbors.positions.count) points"
    }
  }

  /// Prepares to find the points within a radius of each, given in screen points, in the order of their
  /// indices.
  ///
  /// - Complexity: O(*n*).
  init(of points: PointsObject, within radius: Double, _ call: LuaCall) throws {
    try call.checkStop()
    try call.reserve(bytes: points.indices.count * MemoryLayout<WorldPoint>.stride)
    (view, positions) = (points.view, points.worldPoints)
    self.radius = view.units(fromPoints: radius)
  }

  /// Finds the nearest points of each, from the nearest; of points equally far those with the lowest indices.
  ///
  /// - Complexity: O(*n* log *n* + *n k*²) on average, where *k* is the number wanted.
  init(of points: PointsObject, nearest count: Int, _ call: LuaCall) throws {
    let (view, positions) = (points.view, points.worldPoints)
    let tree = try Self.tree(of: positions, in: view, call)
    let wanted = min(count, max(0, positions.count - 1))
    known = try NeighborLists(starts: (0...positions.count).map { $0 * wanted }, call) { item, list in
      guard wanted > 0 else { return }
      var search = NearestItems(wanted, excluding: item)
      let position = positions[Int(item)]
      tree.search(x: Double(position.x), y: Double(position.y), &search)
      list.append(contentsOf: search.found.lazy.map(\.item))
    }
    (self.view, self.positions, radius) = (view, positions, nil)
  }

  /// The tree of all positions, made on first use.
  func keptTree(_ call: LuaCall) throws -> KDTree {
    if let tree { return tree }
    let made = try Self.tree(of: positions, in: view, call)
    tree = made
    return made
  }

  static func tree(
    of positions: [WorldPoint], in view: ProjectedView, _ call: LuaCall
  ) throws -> KDTree {
    try call.checkStop()
    try call.reserve(bytes: positions.count * KDTree.bytesPerPosition)
    return try KDTree(positions, wraps: view.projection.wraps, check: call.checkStop)
  }

  /// Cells of all positions or of some; queries take longer than making them, so they are not kept.
  private func cells(
    within radius: Double, of items: [UInt32]? = nil, _ call: LuaCall
  ) throws -> RadiusCells {
    try call.checkStop()
    try call.reserve(bytes: (items?.count ?? positions.count) * RadiusCells.bytesPerPosition)
    return RadiusCells(positions, of: items, radius: radius, wraps: view.projection.wraps)
  }

  /// The lists of neighbors, made on first use.
  ///
  /// - Complexity: O(*n* log *n* + *m* log *m*), where *m* is the number of neighbors. They are counted
  /// first, so too many are an error at once.
  func lists(_ call: LuaCall) throws -> NeighborLists {
    if let known { return known }
    guard let radius else { preconditionFailure("the nearest are listed from the start") }
    let tree = try keptTree(call)
    var starts = [0]
    starts.reserveCapacity(positions.count + 1)
    for count in try counts(within: radius, call) {
      starts.append(starts[starts.count - 1] + count - 1)
    }
    let (total, width) = (starts[positions.count], radius / view.unitsPerPoint)
    let bytes = total * MemoryLayout<UInt32>.stride
    guard call.room >= bytes, total < UInt32.max else {
      throw LuaError(
        "neighbors(\(ParameterValue.number(width))): a list of \(total) pairs takes \(bytes >> 20) MB, more than "
          + "there is memory for; of, sum, max, distance and seeds list none")
    }
    let lists = try NeighborLists(starts: starts, call) { item, list in
      let position = positions[Int(item)]
      tree.forEach(within: radius, x: Double(position.x), y: Double(position.y)) {
        if $0 != item { list.append($0) }
      }
      list.sort()
    }
    known = lists
    return lists
  }

  /// The number of points within the radius of each, itself included.
  private func counts(within radius: Double, _ call: LuaCall) throws -> [Int] {
    var counts = [Int](repeating: 0, count: positions.count)
    try call.reserve(bytes: positions.count * RadiusTotals<SquareSum>.bytesPerPosition)
    try RadiusTotals<SquareSum>.forEach(
      of: try keptTree(call), within: radius, value: { _ in 1 }, check: call.checkStop
    ) { counts[$0] = Int($1.sum) }
    return counts
  }

  private func counts(_ call: LuaCall, most: Int = .max) throws -> LuaColumn {
    if most == .max, let knownCounts { return knownCounts }
    let counts: LuaColumn
    if let radius {
      try call.reserve(bytes: 2 * positions.count * MemoryLayout<Int>.stride)
      // A tree takes parts of a crowd at once, which pays where many are counted.
      let found =
        try most < 256
        ? cells(within: radius, call).counts(ofItems: positions.count, most: most + 1, check: call.checkStop)
        : self.counts(within: radius, call)
      counts = LuaColumn(found.map { UInt32(min($0 - 1, most)) })
    } else {
      let starts = try lists(call).starts
      counts = LuaColumn(positions.indices.map { UInt32(min(starts[$0 + 1] - starts[$0], most)) })
    }
    if most == .max { knownCounts = counts }
    return counts
  }

  private func distances(_ call: LuaCall) throws -> LuaColumn {
    let lists = try lists(call)
    try call.reserve(bytes: lists.indices.count * MemoryLayout<Double>.stride)
    return unsafe try LuaColumn(count: lists.indices.count, of: Double.self) { distances in
      var next = 0
      try lists.forEachLink(call) { a, b in
        unsafe distances.initializeElement(at: next, to: distance(a, b) / view.unitsPerPoint)
        next += 1
      }
    }
  }

  /// The distance of two points in world units, by the short way.
  func distance(_ a: Int, _ b: Int) -> Double {
    let (a, b) = (positions[a], positions[b])
    let east = view.projection.wraps ? Double(b.eastward(from: a.x)) : Double(Int64(b.x) - Int64(a.x))
    let south = Double(Int64(b.y) - Int64(a.y))
    return (east * east + south * south).squareRoot()
  }

  private func pairs(_ call: LuaCall) throws -> (LuaColumn, LuaColumn) {
    let lists = try lists(call)
    try call.reserve(bytes: 2 * lists.indices.count * MemoryLayout<UInt32>.stride)
    var (first, second): ([UInt32], [UInt32]) = ([], [])
    try lists.forEachLink(call) { a, b in
      // Within a radius the relation is symmetric.
      if a > b, radius != nil || lists.contains(a, in: b) { return }
      first.append(UInt32(min(a, b) + 1))
      second.append(UInt32(max(a, b) + 1))
    }
    return (LuaColumn(first), LuaColumn(second))
  }

  // MARK: Among some of the points

  /// The connected components of the neighbor graph; with a mask, of the points for which it is true, while
  /// each other point is a group of its own.
  func connected(among mask: Mask?, _ call: LuaCall) throws -> GroupsObject {
    let items = try mask.map { try chosen(by: $0, call) }
    // The roots, and the sets of cells or points that they come of.
    try call.reserve(bytes: positions.count * 2 * MemoryLayout<UInt32>.stride)
    guard let radius else {
      return GroupsObject(try Groups(keys: LuaColumn(try linked(among: items, call)), call))
    }
    var cells = try cells(within: radius, of: items, call)
    let roots = try cells.components(ofItems: positions.count, check: call.checkStop)
    return GroupsObject(try Groups(keys: LuaColumn(roots), call))
  }

  /// The lowest of the points that are linked with each by lists of neighbors, among some or all of them.
  private func linked(among items: [UInt32]?, _ call: LuaCall) throws -> [UInt32] {
    var roots = Array(0..<UInt32(positions.count))
    var isChosen = [Bool](repeating: items == nil, count: positions.count)
    for item in items ?? [] { isChosen[Int(item)] = true }
    func root(of item: Int) -> UInt32 {
      var item = item
      while roots[item] != item {
        roots[item] = roots[Int(roots[item])]
        item = Int(roots[item])
      }
      return UInt32(item)
    }
    try lists(call).forEachLink(call) { a, b in
      guard isChosen[a], isChosen[b] else { return }
      let (a, b) = (root(of: a), root(of: b))
      roots[Int(max(a, b))] = min(a, b)
    }
    for item in positions.indices { roots[item] = root(of: item) }
    return roots
  }

  /// For each point the index of the nearest of its neighbors for which a mask holds, of several equally far
  /// the lowest; the point itself where the mask holds for it, and 0 where it holds for none.
  private func closest(among mask: Mask, _ call: LuaCall) throws -> LuaColumn {
    let items = try chosen(by: mask, call)
    var result = [UInt32](repeating: 0, count: positions.count)
    for item in items { result[Int(item)] = item + 1 }
    if let radius {
      let tree = try Self.tree(of: items.map { positions[Int($0)] }, in: view, call)
      for (item, position) in positions.enumerated() where result[item] == 0 {
        if item & 0xFF == 0 { try call.checkStop() }
        if let found = tree.nearest(within: radius, x: Double(position.x), y: Double(position.y)) {
          result[item] = items[Int(found)] + 1
        }
      }
    } else {
      var isChosen = [Bool](repeating: false, count: positions.count)
      for item in items { isChosen[Int(item)] = true }
      // The nearest neighbors are listed from the nearest.
      try lists(call).forEachLink(call) { a, b in
        if result[a] == 0, isChosen[b] { result[a] = UInt32(b + 1) }
      }
    }
    return LuaColumn(result)
  }

  private func chosen(by mask: Mask, _ call: LuaCall) throws -> [UInt32] {
    try mask.check(count: positions.count)
    var items: [UInt32] = []
    try mask.column.forEachBlock(call) { block in
      for i in 0..<block.rows.count where block[i].holds {
        items.append(UInt32(block.rows.lowerBound + i))
      }
    }
    return items
  }
}
