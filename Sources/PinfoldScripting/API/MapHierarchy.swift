import Lua
import Pinfold

/// The methods of a map whose strategy builds a hierarchy, and tiles.
extension MapObject {
  static func describeHierarchy(_ lua: LuaClass<MapObject>) {
    lua.method("children") { (map, id: String) in
      let hierarchy = try map.hierarchy()
      return hierarchy.children(of: try map.node(id, in: hierarchy)).map(map.table)
    }
    lua.method("leaves") { (map, id: String, options: LuaTable?) in
      let node = try map.node(id, in: map.hierarchy())
      let leaves = try LeavesDefinition(options, of: "leaves")
      return node.members(limit: leaves.limit, offset: leaves.offset).map { map.map.points.ids[$0].luaValue }
    }
    lua.method("expansionZoom") { (map, id: String) in
      let hierarchy = try map.hierarchy()
      return hierarchy.expansionZoom(of: try map.node(id, in: hierarchy))
    }
    lua.method("tile") { (map, call: LuaCall, zoom: Int, x: Int, y: Int) in
      try call.reserve(frameOf: map.map.points.count)
      return try map.tile(zoom: zoom, x: x, y: y)
    }
  }

  /// The markers of a tile: of the hierarchy's nodes, or of the clusters of a frame.
  private func tile(zoom: Int, x: Int, y: Int) throws -> [[String: LuaValue]] {
    if let hierarchy = map.index as? any ClusterHierarchy {
      return try hierarchy.tile(zoom: zoom, x: x, y: y, context: scope.context).map { marker in
        table(marker.node).merging(["x": .number(marker.x), "y": .number(marker.y)]) { $1 }
      }
    }
    guard let tile = try map.tile(zoom: zoom, x: x, y: y, context: scope.context) else { return [] }
    return tile.markers.map { marker in
      let cluster = tile.frame[marker.cluster]
      let point = cluster.count == 1 ? tile.frame.members(of: marker.cluster).first : nil
      return row(
        cluster.id, at: cluster.coordinate, count: cluster.count, weight: cluster.weight, point: point
      ).merging(["x": .number(marker.x), "y": .number(marker.y)]) { $1 }
    }
  }

  private func hierarchy() throws -> any ClusterHierarchy {
    guard let hierarchy = map.index as? any ClusterHierarchy else {
      throw LuaError(
        .runtime,
        "strategy '\(strategy.name)' keeps no clusters but those of its frames; ask them: frame:expand(i)")
    }
    return hierarchy
  }

  private func node(_ text: String, in hierarchy: any ClusterHierarchy) throws -> HierarchyNode {
    guard let node = ClusterID(text).flatMap(hierarchy.node) else {
      throw LuaArgumentError(2, "the id of a cluster of this map expected, got '\(text)'")
    }
    return node
  }

  private func table(_ node: HierarchyNode) -> [String: LuaValue] {
    let points = map.points
    let point = node.count == 1 ? node.order.index(at: node.range.lowerBound) : nil
    let coordinate = point.map(points.coordinate) ?? points.projection.unproject(node.position)
    return row(
      node.id, at: coordinate, count: node.count, weight: node.order.weight(of: node.range), point: point)
  }

  /// A cluster as scripts see it; of a single point with its id.
  private func row(
    _ id: ClusterID, at coordinate: Coordinate, count: Int, weight: Double, point: Int?
  ) -> [String: LuaValue] {
    [
      "id": .string(id.description), "lon": .number(coordinate.longitude),
      "lat": .number(coordinate.latitude), "count": .integer(count), "weight": .number(weight),
      "point": point.map { map.points.ids[$0].luaValue } ?? .nil,
    ]
  }
}
