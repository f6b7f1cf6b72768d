extension PointSet {
  /// An order of some or all points, given by canonical index, with running sums.
  ///
  /// - Parameter origin: the meridian at which x is cut; no cluster may span it.
  package func order(_ permutation: [UInt32], origin: UInt32) -> PointOrder {
    order(permutation, cuts: [PointOrder.Cut(range: 0..<permutation.count, origin: origin)])
  }

  /// An order of some or all points, given by canonical index, with running sums.
  ///
  /// - Parameter cuts: consecutive stretches that cover the order, each with the origin of x. A cluster may
  ///   span several stretches only if it is contiguous when unwrapped.
  package func order(
    _ permutation: [UInt32], cuts: [PointOrder.Cut], threads: Int = 1
  ) -> PointOrder {
    let scratch = Scratch()
    let copy: Column<UInt32> = scratch.column(permutation.count)
    copy.copy(permutation)
    return order(copy, cuts: cuts, in: [scratch], threads: threads)
  }

  /// As above, with memory owned by scratches, the last of which receives the sums.
  func order(
    _ permutation: Column<UInt32>, cuts: [PointOrder.Cut], in scratches: [Scratch], threads: Int
  ) -> PointOrder {
    PointOrder(
      permutation: permutation, x: x, y: y, idHashes: idHashes, weights: weight, scale: order.scale,
      cuts: cuts, in: scratches, threads: threads)
  }

  /// An order in which the members of each cluster are adjacent, and the range of each cluster.
  ///
  /// - Parameters:
  ///   - clusters: the members' canonical indices.
  ///   - x: the center of a view. x is cut on the opposite side, unless a cluster spans that.
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

  /// An order of adjacent clusters with running sums.
  ///
  /// - Parameters:
  ///   - permutation: the canonical indices of the members.
  ///   - clusters: the range of each cluster; together they cover the order.
  ///   - x: the center of a view. x is cut on the opposite side, unless a cluster spans that.
  /// - Complexity: O(*m*), where *m* is the number of members.
  package func order(_ permutation: [UInt32], clusters: [Range<Int>], around x: UInt32) -> PointOrder {
    var cuts: [PointOrder.Cut] = []
    let positions = projection.wraps ? self.x : []
    for cluster in clusters {
      let origin = projection.wraps ? cut(of: permutation[cluster], positions, around: x) : 0
      // Adjacent clusters with the same cut share a stretch.
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
