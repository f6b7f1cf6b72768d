extension Frame {
  /// Creates a frame from lists of members, such as a stored frame or the output of another program.
  ///
  /// The lists are not checked against the view: such a frame may lose points, or show them twice, and
  /// metrics report that. Ids and weights follow from the members. Clusters keep the order given, so a frame
  /// made of another's lists and positions equals it, except for the order of ``forEachMember(of:_:)``.
  ///
  /// - Parameters:
  ///   - clusters: the members of each cluster by canonical index, at least one.
  ///   - positions: the position of each marker.
  ///   - representatives: the member that represents each cluster, or −1; nil if no cluster has one.
  ///   - points: the points.
  ///   - view: the view that the frame shows.
  /// - Precondition: columns of one length, and no cluster without members.
  /// - Complexity: O(*m*), where *m* is the number of members.
  public init(
    listing clusters: [[UInt32]], positions: [WorldPoint], representatives: [Int32]? = nil,
    of points: PointSet,
    in view: ProjectedView
  ) {
    precondition(clusters.count == positions.count, "a position for each cluster")
    precondition(clusters.allSatisfy { !$0.isEmpty }, "clusters have members")
    let (order, ranges) = points.order(listing: clusters, around: view.center.x)
    var markers = MarkerColumns(order: order)
    for (cluster, range) in ranges.enumerated() {
      let point = representatives.map { Int($0[cluster]) } ?? -1
      markers.append(
        Representative(position: positions[cluster], point: point < 0 ? nil : point), of: [range],
        id: order.clusterID(of: range), weight: order.weight(of: range))
    }
    self.init(points: points, view: view, markers: markers, nonMergeable: [])
  }
}
