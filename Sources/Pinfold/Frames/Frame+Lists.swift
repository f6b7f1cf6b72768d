extension Frame {
  /// A frame of clusters that are given as lists: one that was stored, or that another program made.
  ///
  /// Nothing is checked against the view: such a frame may lose points, or show them twice, and it is for metrics to say
  /// so. Ids and weights follow from the members. Clusters keep the order given, so a frame made of another's lists and
  /// places says the same, but for the order in which ``forEachMember(of:_:)`` goes.
  ///
  /// - Parameters:
  ///   - clusters: the members of each cluster by canonical index, at least one.
  ///   - positions: where each marker stands.
  ///   - representatives: the member that each marker speaks for, or −1; nil where none speaks for a member.
  ///   - points: the points.
  ///   - view: the view that the frame answers.
  /// - Precondition: columns of one length, and no cluster without members.
  /// - Complexity: O(*m*), where *m* is the number of members.
  public init(
    listing clusters: [[UInt32]], positions: [WorldPoint], representatives: [Int32]? = nil,
    of points: PointSet,
    in view: View
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
    self.init(points: points, view: view, markers: markers, solitary: [])
  }
}

extension PointSet {
  /// An order in which the members of each cluster follow each other, and the range of each cluster.
  ///
  /// - Parameters:
  ///   - clusters: canonical indices, a list for each cluster.
  ///   - x: where a view's centre is. The circle is cut opposite, unless a cluster lies on both sides of that.
  /// - Complexity: O(*m*), where *m* is the number of members.
  public func order(listing clusters: some Sequence<[UInt32]>, around x: UInt32) -> (PointOrder, [Range<Int>])
  {
    var permutation: [UInt32] = []
    var ranges: [Range<Int>] = []
    for members in clusters {
      ranges.append(permutation.count..<permutation.count + members.count)
      permutation.append(contentsOf: members)
    }
    return (order(permutation, clusters: ranges, around: x), ranges)
  }

  /// An order of clusters that follow each other, with running sums.
  ///
  /// - Parameters:
  ///   - permutation: the canonical indices of the clusters' members.
  ///   - clusters: the places of each cluster; together they cover the order.
  ///   - x: where a view's centre is. The circle is cut opposite, unless a cluster lies on both sides of that.
  /// - Complexity: O(*m*), where *m* is the number of members.
  public func order(_ permutation: [UInt32], clusters: [Range<Int>], around x: UInt32) -> PointOrder {
    var cuts: [PointOrder.Cut] = []
    let positions = projection.wraps ? self.x : []
    for places in clusters {
      let origin = projection.wraps ? cut(of: permutation[places], positions, around: x) : 0
      // Clusters that follow each other with one cut are one stretch.
      if let last = cuts.last, last.origin == Int64(origin) {
        cuts[cuts.count - 1].places = last.places.lowerBound..<places.upperBound
      } else {
        cuts.append(PointOrder.Cut(places: places, origin: origin))
      }
    }
    return order(permutation, cuts: cuts)
  }

  private func cut(of members: ArraySlice<UInt32>, _ x: [UInt32], around center: UInt32) -> UInt32 {
    var (least, most) = (Int32.max, Int32.min)
    for member in members {
      let east = Int32(bitPattern: x[Int(member)] &- center)
      least = min(least, east)
      most = max(most, east)
    }
    guard Int64(most) - Int64(least) >= 1 << 31 else { return center &+ 0x8000_0000 }
    return bounds(of: members.map(Int.init)).west
  }
}
