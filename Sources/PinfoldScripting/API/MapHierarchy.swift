import Lua
import Pinfold
import PinfoldColumns

/// The methods of a map about single clusters, and tiles. A hierarchy finds a cluster by its id alone; other
/// nested strategies need a view that shows it.
extension MapObject {
  static func describeHierarchy(_ lua: LuaClass<MapObject>) {
    lua.method(
      "children", "(id: string, view?: view): Node[]",
      "The clusters into which a cluster splits; for strategies other than radius, in a view that shows it."
    ) { (map, call: LuaCall, id: String, view: ViewObject?) in
      switch try map.found(id, in: view, call) {
      case .node(let node, let hierarchy): return hierarchy.children(of: node).map(map.table)
      case .cluster(let cluster, let frame):
        let parts = try map.map.expansion(of: cluster, in: frame, context: map.scope.context)
        return parts.map { parts in (0..<parts.count).map { map.table(of: $0, in: parts) } } ?? []
      }
    }
    lua.method(
      "leaves", "(id: string, options?: LeafOptions, view?: view): (integer|string)[]",
      "Ids of a cluster's points, page by page."
    ) { (map, call: LuaCall, id: String, options: LuaTable?, view: ViewObject?) in
      let leaves = try LeavesDefinition(options, of: "leaves")
      let page: any Sequence<Int> =
        switch try map.found(id, in: view, call) {
        case .node(let node, _): node.members(limit: leaves.limit, offset: leaves.offset)
        case .cluster(let cluster, let frame):
          frame.members(of: cluster).dropFirst(leaves.offset).prefix(leaves.limit)
        }
      return Array(page).lazy.map { map.map.points.id($0).luaValue }
    }
    lua.method(
      "expansionZoom", "(id: string, view?: view): number?",
      "The zoom at which a cluster splits; nil for a point or a stack."
    ) { (map, call: LuaCall, id: String, view: ViewObject?) in
      switch try map.found(id, in: view, call) {
      case .node(let node, let hierarchy): return hierarchy.expansionZoom(of: node)
      case .cluster(let cluster, let frame):
        return try map.map.expansionZoom(of: cluster, in: frame, context: map.scope.context)
      }
    }
    lua.method(
      "tile", "(zoom: integer, x: integer, y: integer): Node[]",
      "The markers of a slippy map's tile, with their positions in units of which a tile is 512 wide; for panInvariant strategies."
    ) { (map, call: LuaCall, zoom: Int, x: Int, y: Int) in
      try call.reserve(frameOf: map.map.points.count)
      return try map.tile(zoom: zoom, x: x, y: y)
    }
  }

  private func tile(zoom: Int, x: Int, y: Int) throws -> [LuaFields] {
    func placed(_ row: LuaFields, x: Double, y: Double) -> LuaFields {
      var row = row
      row.set("x", x)
      row.set("y", y)
      return row
    }
    if let hierarchy = map.index.hierarchy {
      return try hierarchy.tile(zoom: zoom, x: x, y: y, context: scope.context).map { marker in
        placed(table(marker.node), x: marker.x, y: marker.y)
      }
    }
    guard let tile = try map.tile(zoom: zoom, x: x, y: y, context: scope.context) else { return [] }
    return tile.markers.map { placed(table(of: $0.cluster, in: tile.frame), x: $0.x, y: $0.y) }
  }

  private enum Found {
    case node(HierarchyNode, any ClusterHierarchy)
    case cluster(Int, Frame)
  }

  /// The cluster with an id: a node of the index's hierarchy or, where a view is given, one of its frame.
  private func found(_ text: String, in view: ViewObject?, _ call: LuaCall) throws -> Found {
    guard let view else {
      guard let hierarchy = map.index.hierarchy else {
        throw LuaError(
          "strategy '\(strategy.name)' keeps no clusters; give a view that shows this one behind its id")
      }
      guard let node = ClusterID(text).flatMap(hierarchy.node) else {
        throw LuaArgumentError(
          2,
          "the id of a cluster of this map expected, got '\(text)'; one that a view of other tiles than 256 "
            + "points shows is found by that view behind its id")
      }
      return .node(node, hierarchy)
    }
    let frame = try frame(view, after: nil, call).frame
    guard let cluster = ClusterID(text).flatMap({ frame.ids.firstIndex(of: $0) }) else {
      throw LuaArgumentError(2, "the id of a cluster of this view expected, got '\(text)'")
    }
    return .cluster(cluster, frame)
  }

  private func table(of index: Int, in frame: Frame) -> LuaFields {
    let cluster = frame[index]
    let point = cluster.count == 1 ? frame.members(of: index).first : nil
    return row(
      cluster.id, at: cluster.coordinate, count: cluster.count, weight: cluster.weight, point: point)
  }

  private func table(_ node: HierarchyNode) -> LuaFields {
    let points = map.points
    let point = node.count == 1 ? node.order.index(at: node.range.lowerBound) : nil
    let coordinate = point.map(points.coordinate) ?? points.projection.unproject(node.position)
    return row(
      node.id, at: coordinate, count: node.count, weight: node.order.weight(of: node.range), point: point)
  }

  /// A cluster as scripts see it; of a single point with its id.
  private func row(
    _ id: ClusterID, at coordinate: Coordinate, count: Int, weight: Double, point: Int?
  ) -> LuaFields {
    [
      "id": id.description, "lon": coordinate.longitude, "lat": coordinate.latitude, "count": count,
      "weight": weight, "point": point.map { map.points.id($0).luaValue },
    ]
  }
}
