extension PointSet {
  /// An order of these points, or of some of them, with running sums.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices.
  ///   - origin: the meridian at which the circle of x is cut; no cluster may lie on both sides of it.
  package func order(_ permutation: [UInt32], origin: UInt32) -> PointOrder {
    order(permutation, cuts: [PointOrder.Cut(range: 0..<permutation.count, origin: origin)])
  }

  /// An order of these points, or of some of them, with running sums, whose stretches are cut each for
  /// itself.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices.
  ///   - cuts: stretches that follow each other and cover the order, and where x is counted from in each; see
  ///     ``PointOrder/Cut``. A cluster may lie in several stretches only if it is in one piece when
  ///     unwrapped.
  package func order(
    _ permutation: [UInt32], cuts: [PointOrder.Cut], threads: Int = 1
  ) -> PointOrder {
    PointOrder(
      copying: permutation, x: x, y: y, idHashes: idHashes, weights: weight, scale: order.scale, cuts: cuts,
      threads: threads)
  }

  /// Likewise an order that some scratches own, in the last of which its sums come.
  func order(
    _ permutation: Column<UInt32>, cuts: [PointOrder.Cut], in scratches: [Scratch], threads: Int
  ) -> PointOrder {
    PointOrder(
      permutation: permutation, x: x, y: y, idHashes: idHashes, weights: weight, scale: order.scale,
      cuts: cuts, in: scratches, threads: threads)
  }

  /// An order in which the members of each cluster follow each other, and the range of each cluster.
  ///
  /// - Parameters:
  ///   - clusters: canonical indices, a list for each cluster.
  ///   - x: where a view's centre is. The circle is cut opposite, unless a cluster lies on both sides of
  ///     that.
  /// - Complexity: O(*m*), where *m* is the number of members.
  package func order(
    listing clusters: some Sequence<[UInt32]>, around x: UInt32
  ) -> (PointOrder, [Range<Int>]) {
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
  ///   - clusters: the range of each cluster; together they cover the order.
  ///   - x: where a view's centre is. The circle is cut opposite, unless a cluster lies on both sides of
  ///     that.
  /// - Complexity: O(*m*), where *m* is the number of members.
  package func order(_ permutation: [UInt32], clusters: [Range<Int>], around x: UInt32) -> PointOrder {
    var cuts: [PointOrder.Cut] = []
    let positions = projection.wraps ? self.x : []
    for cluster in clusters {
      let origin = projection.wraps ? cut(of: permutation[cluster], positions, around: x) : 0
      // Clusters that follow each other with one cut are one stretch.
      if let last = cuts.last, last.origin == Int64(origin) {
        cuts[cuts.count - 1].range = last.range.lowerBound..<cluster.upperBound
      } else {
        cuts.append(PointOrder.Cut(range: cluster, origin: origin))
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
