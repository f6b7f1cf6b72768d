import Pinfold

/// Gathers the clusters of all sections into one grouping: only those with a member in view, in canonical order.
struct PluginAnswer {
  private let points: PointSet
  private let view: View
  private var clusters: [(members: [UInt32], position: WorldPoint?)] = []

  init(points: PointSet, view: View) {
    self.points = points
    self.view = view
  }

  mutating func add(_ groups: PluginGroups) {
    for cluster in 0..<groups.starts.count - 1 {
      let places = groups.places[groups.starts[cluster]..<groups.starts[cluster + 1]]
      let members = places.map { groups.points.indices[Int($0)] }
      guard members.contains(where: { view.rect.contains(points.position(Int($0))) }) else { continue }
      clusters.append((members, groups.positions?[cluster]))
    }
  }

  var grouping: Grouping {
    let sorted = clusters.sorted { $0.members[0] < $1.members[0] }
    var permutation: [UInt32] = []
    var ranges: [Range<Int>] = []
    var cuts: [PointOrder.Cut] = []
    for cluster in sorted {
      let range = permutation.count..<permutation.count + cluster.members.count
      ranges.append(range)
      cuts.append(PointOrder.Cut(places: range, origin: cut(of: cluster.members)))
      permutation.append(contentsOf: cluster.members)
    }
    let positions = sorted.compactMap(\.position)
    return Grouping(
      order: points.order(permutation, cuts: cuts), ranges: ranges,
      positions: positions.count == sorted.count ? positions : nil)
  }

  /// Where to cut the circle for the mean of some members: opposite the view's centre, as it is for the plugin, unless
  /// they lie on both sides of that.
  private func cut(of members: [UInt32]) -> UInt32 {
    guard points.projection.wraps else { return 0 }
    let x = points.x
    let east = members.map { Int32(bitPattern: x[Int($0)] &- view.center.x) }
    guard let least = east.min(), let most = east.max(), Int64(most) - Int64(least) >= 1 << 31 else {
      return view.center.x &+ 0x8000_0000
    }
    return points.bounds(of: members.map(Int.init)).west
  }
}
