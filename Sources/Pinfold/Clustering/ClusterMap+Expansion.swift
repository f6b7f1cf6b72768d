/// How clusters split, for every strategy whose clusters nest.
///
/// The view in question is centered on the cluster and contains all of it, north up, and is at least as large
/// on the screen as the frame's; if panning changes no cluster, neither matters.
extension ClusterMap {
  /// The clusters, stacks and points that a cluster splits into, as a frame of the least zoom at which it
  /// splits; together they have the cluster's members, each once. Nil for a point, for a stack, and for a
  /// cluster that does not split up to the deepest zoom, or up to the deepest at which a view contains it.
  ///
  /// The frame is a complete one: it has members, boxes, ids, and clusters that can be expanded in turn.
  ///
  /// - Parameters:
  ///   - cluster: the index of a cluster.
  ///   - frame: a frame of this map.
  ///   - context: when to stop.
  /// - Throws: ``ClusteringError/noHierarchy(owner:instead:)`` if the map's clusters do not nest, and if the
  ///   context stops the call.
  /// - Complexity: that of a frame for each zoom up to it, and about thirty more, or two if clusters change
  ///   at whole zooms only; they contain little more than the cluster.
  public func expansion(
    of cluster: Int, in frame: Frame, context: RunContext = RunContext()
  ) throws(ClusteringError) -> Frame? {
    let descent = try ClusterDescent(from: cluster, in: frame, of: self)
    guard let zoom = try descent.expansionZoom(context) else { return nil }
    return try descent.children(at: zoom, context)
  }

  /// The least zoom at which a cluster has fallen apart, to a millionth, and no less than the frame's; of
  /// clusters that are ``Capabilities/nestedByZoom`` the least whole number of zooms deeper than it. Nil
  /// where ``expansion(of:in:context:)`` is.
  ///
  /// Where clusters depend on the view, as with `pca`, the zoom holds for one view alone: the frame's, with
  /// the cluster in its center.
  public func expansionZoom(
    of cluster: Int, in frame: Frame, context: RunContext = RunContext()
  ) throws(ClusteringError) -> Double? {
    try ClusterDescent(from: cluster, in: frame, of: self).expansionZoom(context)
  }
}

/// A search for the zoom at which a cluster splits.
private struct ClusterDescent {
  let map: ClusterMap
  let frame: Frame

  /// Canonical indices.
  let members: Set<Int>

  /// The lowest member; −1 for a cluster that never splits.
  let first: Int

  private let bounds: WorldRect

  /// The deepest zoom at which one view contains all members.
  private let deepest: Double

  init(from cluster: Int, in frame: Frame, of map: ClusterMap) throws(ClusteringError) {
    precondition(frame.points.isIdentical(to: map.points), "a frame of another map")
    let clusterer = map.clusterer
    guard clusterer.capabilities.haveHierarchy else {
      throw clusterer.lack(of: .nested)
    }
    self.map = map
    self.frame = frame
    var members: Set<Int> = []
    frame.forEachMember(of: cluster) { members.insert($0) }
    self.members = members
    first = frame.isStack(cluster) ? -1 : members.min() ?? -1
    bounds = map.points.bounds(of: Array(members))
    let most = Viewport.sizeRange.upperBound / Self.extent(max(bounds.width, bounds.height))
    deepest = min(Viewport.zoomRange.upperBound, .log2(most / frame.view.viewport.tileSize))
  }

  /// An extent as a share of the world, with room for bounds that are rounded on the plane.
  private static func extent(_ extent: UInt64) -> Double { Double(extent + 4) / WorldPoint.worldSize }

  /// The precision of an expansion zoom.
  private static let step = 0x1p-20

  func expansionZoom(_ context: RunContext) throws(ClusteringError) -> Double? {
    var low = frame.view.viewport.zoom
    guard first >= 0, low <= deepest else { return nil }
    // If panning changes clusters, this one may split as soon as it is centered.
    if try isApart(at: low, context) { return low }
    let isStepwise = !map.clusterer.capabilities.contains(.nested)
    var high = low
    repeat {
      guard high < deepest else { return nil }
      low = high
      if isStepwise {
        high += 1
        guard high <= deepest else { return nil }
      } else {
        high = min(deepest, high.rounded(.down) + 1)
      }
    } while try !isApart(at: high, context)
    if isStepwise { return high }
    var halvings = 0
    while high - low > Self.step {
      // Most strategies change clusters at whole zooms, or at halves, quarters or eighths of them.
      if halvings < 4, try !isApart(at: high - Self.step, context) { return high }
      halvings += 1
      let middle = (low + high) / 2
      if try isApart(at: middle, context) { high = middle } else { low = middle }
    }
    return high
  }

  func children(at zoom: Double, _ context: RunContext) throws(ClusteringError) -> Frame {
    let view = try view(at: zoom)
    var (clusters, selected) = try map.clusters(in: view, context)
    let all = clusters
    clusters.keep(
      (0..<all.count).filter { cluster in
        all.members[cluster].first.map { members.contains(all.order.index(at: $0.lowerBound)) } ?? false
      })
    return try map.frame(of: clusters, and: selected.filter(members.contains), in: view, context)
  }

  /// Whether the members are in several clusters of a view: clusters nest, so one that is no smaller contains
  /// all.
  private func isApart(at zoom: Double, _ context: RunContext) throws(ClusteringError) -> Bool {
    let clusters = try map.clusters(in: view(at: zoom), context).clusters.members
    guard let cluster = clusters.cluster(holding: first) else { return true }
    return clusters.memberCount(of: cluster) < members.count
  }

  private func view(at zoom: Double) throws(ClusteringError) -> ProjectedView {
    var viewport = frame.view.viewport
    viewport.zoom = zoom
    viewport.margin = 0
    viewport.bearing = 0
    viewport.clip = .members
    func room(_ screen: Double, _ extent: UInt64) -> Double {
      min(max(screen, Self.extent(extent) * viewport.worldWidth), Viewport.sizeRange.upperBound)
    }
    viewport.width = room(viewport.width, bounds.width)
    viewport.height = room(viewport.height, bounds.height)
    viewport.center = map.points.projection.unproject(bounds.center)
    do { return try ProjectedView(viewport, on: map.points.projection) } catch { throw .viewport(error) }
  }
}
