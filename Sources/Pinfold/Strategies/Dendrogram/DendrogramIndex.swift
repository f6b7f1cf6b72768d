import Synchronization

/// An index that is a ``Dendrogram``, from which the hierarchy follows.
protocol DendrogramIndex: ClusterHierarchy {
  var points: PointSet { get }
  var dendrogram: Dendrogram { get }

  var directory: NodeDirectory<UInt32> { get }

  /// The width of a tile in tile units.
  var tileExtent: Double { get }

  /// The margin of a tile that has markers, as a share of its width.
  var tileBuffer: Double { get }

  /// The time in the dendrogram that corresponds to a zoom.
  func time(at zoom: Double) -> Int32

  /// The least zoom at which a node that was formed at a time has fallen apart; nil where it never does.
  func expansionZoom(of time: Int32) -> Double?
}

extension DendrogramIndex {
  var byteCount: Int { dendrogram.byteCount }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try dendrogram.grouping(at: time(at: view.viewport.zoom), in: view.rect, context: context)
  }

  func node(of id: ClusterID) -> HierarchyNode? {
    directory.node(of: id) {
      dendrogram.nodes.enumerated().lazy.filter { $0.element.time != Dendrogram.never }.map { index, node in
        (dendrogram.order.clusterID(of: node.range), UInt32(index))
      }
    }.map { node(at: Int($0)) }
  }

  func children(of node: HierarchyNode) -> [HierarchyNode] {
    var children: [HierarchyNode] = []
    if expansionZoom(of: node) == nil { return children }
    dendrogram.forEachChild(of: node.index) { children.append(self.node(at: $0)) }
    return children
  }

  func expansionZoom(of node: HierarchyNode) -> Double? {
    dendrogram.isLeaf(node.index) ? nil : expansionZoom(of: dendrogram.nodes[node.index].time)
  }

  func nodes(at zoom: Double, in rect: WorldRect) -> [HierarchyNode]? {
    try? nodes(at: time(at: zoom), in: rect, RunContext())
  }

  func nodes(
    at time: Int32, in rect: WorldRect, _ context: RunContext
  ) throws(ClusteringError) -> [HierarchyNode] {
    let found = try dendrogram.clusters(at: time, in: rect, context) { _, _ in }
    return (0..<found.count).map { node(at: Int(UInt32(truncatingIfNeeded: found[$0]))) }
  }

  func tile(zoom: Int, x: Int, y: Int, context: RunContext) throws(ClusteringError) -> [TileMarker] {
    try markers(zoom: zoom, x: x, y: y) { (time, rect) throws(ClusteringError) in
      try nodes(at: time, in: rect, context)
    }
  }

  /// The markers on a tile.
  ///
  /// - Parameter nodes: the clusters at a time whose mean may lie in a rectangle, in canonical order.
  func markers(
    zoom: Int, x: Int, y: Int,
    _ nodes: (_ time: Int32, _ rect: WorldRect) throws(ClusteringError) -> [HierarchyNode]
  ) throws(ClusteringError) -> [TileMarker] {
    guard let tile = SlippyTile(zoom: zoom, x: x, y: y) else { return [] }
    let world = WorldPoint.worldSize
    let rect = WorldRect(
      around: tile.middle.x * world, tile.middle.y * world, (0.5 + tileBuffer) * tile.width * world)
    let found = try nodes(time(at: Double(zoom)), rect).map { (item: $0, position: $0.position) }
    return tile.placed(found, extent: tileExtent, buffer: tileBuffer, wraps: points.projection.wraps)
      .map { TileMarker(node: $0.item, x: $0.x, y: $0.y) }
  }

  private func node(at index: Int) -> HierarchyNode {
    HierarchyNode(index: index, order: dendrogram.order, range: dendrogram.nodes[index].range)
  }
}

extension Box {
  /// Returns whether the mean of the positions in the box may lie in a rectangle.
  ///
  /// A cluster that spans half the globe may have its mean outside its box, because means use the shorter way
  /// around.
  func mayHoldMean(in rect: WorldRect) -> Bool {
    if width < 1 << 31 { return rect.relation(to: self) != .outside }
    return UInt64(north) < UInt64(rect.north) + rect.height && south >= rect.north
  }
}

extension WorldRect {
  /// The rectangle of positions up to a distance from a position in both directions, and no farther than a
  /// unit more.
  init(around x: Double, _ y: Double, _ reach: Double) {
    let north = max(0, (y - reach).rounded(.down))
    let south = min(WorldPoint.worldSize, (y + reach).rounded(.down) + 1)
    self.init(
      west: UInt32(truncatingIfNeeded: Int64((x - reach).rounded(.down))),
      width: UInt64(min(WorldPoint.worldSize, (2 * reach).rounded(.down) + 2)), north: UInt32(north),
      height: UInt64(max(0, south - north)))
  }

  /// The rectangle of positions up to a distance from a box in both directions, and a few units farther; all
  /// of the world's width around a box that spans half the globe.
  init(around box: Box, by distance: Double) {
    let world = 1 << 32 as UInt64
    let reach = UInt64(min(distance, WorldPoint.worldSize).rounded(.up)) + 2
    let width = UInt64(box.width) + 2 * reach + 1
    let isWhole = box.width >= 1 << 31 || width >= world
    let north = UInt64(box.north) - min(UInt64(box.north), reach)
    self.init(
      west: isWhole ? 0 : box.west &- UInt32(reach), width: isWhole ? world : width, north: UInt32(north),
      height: min(world, UInt64(box.south) + reach + 1) - north)
  }
}

/// Nodes by their clusters' ids, listed when first needed.
final class NodeDirectory<Node: Sendable>: Sendable {
  private let table = AtomicLazyReference<Table>()

  /// The node with an id; of several the last that was listed.
  ///
  /// - Complexity: O(*m*) for the first call, where *m* is the number of nodes; O(1) afterwards.
  func node(of id: ClusterID, listed: () -> [(id: ClusterID, node: Node)]) -> Node? {
    (table.load() ?? table.storeIfNil(Table(listed()))).node(of: id)
  }

  /// A hash table with linear probing. Ids are hashes already, so some of their bits give the slot; those of
  /// the package for JavaScript have no lower ones.
  private final class Table: Sendable {
    private let nodes: [(id: ClusterID, node: Node)]
    private let slots: [UInt32]
    private static var free: UInt32 { .max }

    init(_ nodes: [(id: ClusterID, node: Node)]) {
      self.nodes = nodes
      // At most half full.
      var slots = [UInt32](
        repeating: Self.free, count: 1 << (Int.bitWidth - nodes.count.leadingZeroBitCount + 1))
      for (place, entry) in nodes.enumerated() {
        slots[Self.slot(of: entry.id, in: slots, nodes)] = UInt32(place)
      }
      self.slots = slots
    }

    func node(of id: ClusterID) -> Node? {
      let place = slots[Self.slot(of: id, in: slots, nodes)]
      return place == Self.free ? nil : nodes[Int(place)].node
    }

    /// The slot that holds an id, or the free one where it would be.
    private static func slot(of id: ClusterID, in slots: [UInt32], _ nodes: [(id: ClusterID, node: Node)])
      -> Int
    {
      var slot = Int(truncatingIfNeeded: id.bits >> 11) & (slots.count - 1)
      while slots[slot] != free, nodes[Int(slots[slot])].id != id { slot = (slot + 1) & (slots.count - 1) }
      return slot
    }
  }
}
