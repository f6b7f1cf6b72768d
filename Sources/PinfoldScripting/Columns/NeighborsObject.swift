import Lua
import Pinfold

/// The neighbours of points, as columns: the neighbours of point *i* are `indices[starts[i]]` to
/// `indices[starts[i + 1] - 1]`. No point is its own neighbour.
///
/// Distances go the short way around the globe, whatever the view.
final class NeighborsObject: LuaObject, @unchecked Sendable {
  static let luaName = "neighbors"

  private let positions: [WorldPoint]
  private let view: ProjectedView

  /// The offset of each point's first neighbour in ``indices``, from 0, and the end.
  private let starts: [Int]

  /// The indices of the neighbours of one point after another, from 1.
  private let indices: LuaColumn

  /// Whether every point is a neighbour of its neighbours.
  private let isMutual: Bool

  private lazy var startColumn = LuaColumn(starts.map { Int64($0 + 1) })
  private lazy var countColumn = LuaColumn((0..<positions.count).map { Int64(starts[$0 + 1] - starts[$0]) })

  var luaNativeBytes: Int { positions.count * 32 + indices.count * 4 }

  static func describe(_ lua: LuaClass<NeighborsObject>) {
    lua.getter("starts") { $0.startColumn }
    lua.getter("counts") { $0.countColumn }
    lua.getter("indices") { $0.indices }
    lua.getter("distances") { neighbors, call in try neighbors.distances(call) }
    lua.method("of") { (neighbors, place: Int) in
      guard place >= 1, place <= neighbors.positions.count else {
        throw LuaArgumentError(2, "an index from 1 to \(neighbors.positions.count) expected, got \(place)")
      }
      return neighbors.list(of: place - 1)
    }
    lua.method("pairs") { (neighbors, call: LuaCall) in
      let (first, second) = try neighbors.pairs(call)
      return try call.results(first, second)
    }
    lua.method("connected") { (neighbors, call: LuaCall, mask: LuaColumn?) in
      try neighbors.connected(among: mask, call)
    }
    lua.metamethod(.length) { (neighbors: NeighborsObject) in neighbors.positions.count }
    lua.metamethod(.toString) { (neighbors: NeighborsObject) in
      "neighbors: \(neighbors.indices.count) of \(neighbors.positions.count) points"
    }
  }

  /// Finds the points within a radius of each, given in screen points, in the order of their indices.
  ///
  /// - Complexity: O(*n* log *n* + *m* log *m*), where *m* is the number of neighbours; they are counted
  ///   before any is listed, so too many are an error at once.
  init(of points: PointsObject, within radius: Double, _ call: LuaCall) throws {
    let (view, positions) = (points.view, points.worldPoints)
    let reach = view.units(fromPoints: radius)
    let tree = try Self.tree(of: positions, in: view, call)
    var starts = [0]
    starts.reserveCapacity(positions.count + 1)
    for (place, position) in positions.enumerated() {
      if place & 0xFF == 0 { try call.checkStop() }
      starts.append(
        starts[place] + tree.count(within: reach, x: Double(position.x), y: Double(position.y)) - 1)
    }
    indices = try Self.indices(ending: starts, call) { item, list in
      let position = positions[Int(item)]
      tree.forEach(within: reach, x: Double(position.x), y: Double(position.y)) {
        if $0 != item { list.append($0) }
      }
      list.sort()
    }
    (self.view, self.positions, self.starts, isMutual) = (view, positions, starts, true)
  }

  /// Finds the nearest points of each, from the nearest; of points equally far those with the lowest indices.
  ///
  /// - Complexity: O(*n* log *n* + *n k*²) on average, where *k* is the number wanted.
  init(of points: PointsObject, nearest count: Int, _ call: LuaCall) throws {
    let (view, positions) = (points.view, points.worldPoints)
    let wanted = min(count, max(0, positions.count - 1))
    let tree = try Self.tree(of: positions, in: view, call)
    let starts = (0...positions.count).map { $0 * wanted }
    indices = try Self.indices(ending: starts, call) { item, list in
      guard wanted > 0 else { return }
      var search = NearestItems(wanted, excluding: item)
      let position = positions[Int(item)]
      tree.search(x: Double(position.x), y: Double(position.y), &search)
      list.append(contentsOf: search.found.lazy.map(\.item))
    }
    (self.view, self.positions, self.starts, isMutual) = (view, positions, starts, false)
  }

  private static func tree(
    of positions: [WorldPoint], in view: ProjectedView, _ call: LuaCall
  ) throws -> KDTree {
    try call.reserve(bytes: positions.count * KDTree.bytesPerPosition)
    return try KDTree(positions, wraps: view.projection.wraps, check: call.checkStop)
  }

  /// Lists the neighbours of one item after another; `list` appends those of one, counted from 0.
  private static func indices(
    ending starts: [Int], _ call: LuaCall, _ list: (UInt32, inout [UInt32]) -> Void
  ) throws -> LuaColumn {
    let total = starts[starts.count - 1]
    guard total < UInt32.max else {
      throw LuaError(
        .runtime, "there are \(total) neighbors; a smaller radius, or nearest(k), makes them fewer")
    }
    try call.reserve(bytes: total * MemoryLayout<UInt32>.stride)
    return try LuaColumn(count: total, of: UInt32.self) { indices in
      var row: [UInt32] = []
      for item in 0..<starts.count - 1 {
        if item & 0xFF == 0 || row.count > 4096 { try call.checkStop() }
        row.removeAll(keepingCapacity: true)
        list(UInt32(item), &row)
        for (place, neighbor) in row.enumerated() {
          indices.initializeElement(at: starts[item] + place, to: neighbor + 1)
        }
      }
    }
  }

  private func row(_ item: Int) -> Range<Int> { starts[item]..<starts[item + 1] }

  /// A copy, because the other neighbours need not live as long.
  private func list(of item: Int) -> LuaColumn {
    LuaColumn(indices.withCells(as: UInt32.self) { Array($0[row(item)]) } ?? [])
  }

  /// Calls `body` with every pair of an item and a neighbour of it, both from 0.
  private func forEachLink(_ call: LuaCall, _ body: (Int, Int) -> Void) throws {
    try indices.withCells(as: UInt32.self) { indices in
      for item in positions.indices {
        if item & 0xFF == 0 || starts[item + 1] - starts[item] > 4096 { try call.checkStop() }
        for place in row(item) { body(item, Int(indices[place]) - 1) }
      }
    }
  }

  private func distances(_ call: LuaCall) throws -> LuaColumn {
    try call.reserve(bytes: indices.count * MemoryLayout<Double>.stride)
    return try LuaColumn(count: indices.count, of: Double.self) { distances in
      var next = 0
      try forEachLink(call) { a, b in
        let (a, b) = (positions[a], positions[b])
        let east =
          view.projection.wraps ? Double(b.eastward(from: a.x)) : Double(Int64(b.x) - Int64(a.x))
        let south = Double(Int64(b.y) - Int64(a.y))
        let distance = (east * east + south * south).squareRoot() / view.unitsPerPoint
        distances.initializeElement(at: next, to: distance)
        next += 1
      }
    }
  }

  /// Each pair of neighbours once, the lower index first.
  private func pairs(_ call: LuaCall) throws -> (LuaColumn, LuaColumn) {
    try call.reserve(bytes: 2 * indices.count * MemoryLayout<UInt32>.stride)
    var (first, second): ([UInt32], [UInt32]) = ([], [])
    try indices.withCells(as: UInt32.self) { indices in
      try forEachLink(call) { a, b in
        if a > b, isMutual || indices[row(b)].contains(UInt32(a + 1)) { return }
        first.append(UInt32(min(a, b) + 1))
        second.append(UInt32(max(a, b) + 1))
      }
    }
    return (LuaColumn(first), LuaColumn(second))
  }

  /// The connected components of the neighbour graph; with a mask, of the points for which it holds, while
  /// each of the others is a group alone.
  private func connected(among mask: LuaColumn?, _ call: LuaCall) throws -> GroupsObject {
    var counts = [Bool](repeating: true, count: positions.count)
    if let mask {
      guard mask.count == positions.count else {
        throw LuaArgumentError(2, "a mask of \(positions.count) values expected, got \(mask.count)")
      }
      try mask.forEachBlock(call) { block in
        for i in 0..<block.rows.count { counts[block.rows.lowerBound + i] = block.numbers[i] != 0 }
      }
    }
    var parents = Array(0..<UInt32(positions.count))
    func root(of item: Int) -> UInt32 {
      var item = item
      while parents[item] != item {
        parents[item] = parents[Int(parents[item])]
        item = Int(parents[item])
      }
      return UInt32(item)
    }
    try forEachLink(call) { a, b in
      guard counts[a], counts[b] else { return }
      let (a, b) = (root(of: a), root(of: b))
      parents[Int(max(a, b))] = min(a, b)
    }
    let roots = try call.column(count: positions.count, of: UInt32.self) { part, roots in
      for item in part { roots.initializeElement(at: item, to: root(of: item)) }
    }
    return GroupsObject(try Groups(keys: roots, call))
  }
}
