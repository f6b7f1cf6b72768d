import Pinfold

/// Gathers the clusters of all sections into one grouping: only those with a member in view, in canonical order.
struct PluginAnswer {
  private let points: PointSet
  private let view: View
  private var sections: [PluginGroups] = []
  private var clusters: [Cluster] = []

  private struct Cluster {
    var section: Int
    var number: Int
    var firstMember: UInt32
  }

  init(points: PointSet, view: View) {
    self.points = points
    self.view = view
  }

  mutating func add(_ groups: PluginGroups) {
    for number in 0..<groups.count {
      let members = groups.members(of: number)
      guard let first = members.first else { continue }
      guard members.contains(where: { view.rect.contains(points.position(Int($0))) }) else { continue }
      clusters.append(Cluster(section: sections.count, number: number, firstMember: first))
    }
    sections.append(groups)
  }

  var grouping: Grouping {
    let sorted = clusters.sorted { $0.firstMember < $1.firstMember }
    var permutation: [UInt32] = []
    permutation.reserveCapacity(sections.reduce(0) { $0 + $1.places.count })
    var ranges: [Range<Int>] = []
    var cuts: [PointOrder.Cut] = []
    let x = points.projection.wraps ? points.x : []
    for cluster in sorted {
      let start = permutation.count
      permutation.append(contentsOf: sections[cluster.section].members(of: cluster.number))
      ranges.append(start..<permutation.count)
      let origin = cut(of: permutation[start...], x)
      // Clusters that follow each other with one cut are one stretch.
      if let last = cuts.last, last.origin == Int64(origin) {
        cuts[cuts.count - 1].places = last.places.lowerBound..<permutation.count
      } else {
        cuts.append(PointOrder.Cut(places: start..<permutation.count, origin: origin))
      }
    }
    let positions = sorted.compactMap { sections[$0.section].positions?[$0.number] }
    return Grouping(
      order: points.order(permutation, cuts: cuts), ranges: ranges,
      positions: positions.count == sorted.count ? positions : nil)
  }

  /// Where to cut the circle for the mean of some members: opposite the view's centre, as it is for the plugin, unless
  /// they lie on both sides of that.
  private func cut(of members: ArraySlice<UInt32>, _ x: [UInt32]) -> UInt32 {
    guard points.projection.wraps else { return 0 }
    var (least, most) = (Int32.max, Int32.min)
    for member in members {
      let east = Int32(bitPattern: x[Int(member)] &- view.center.x)
      least = min(least, east)
      most = max(most, east)
    }
    if Int64(most) - Int64(least) < 1 << 31 { return view.center.x &+ 0x8000_0000 }
    return points.bounds(of: members.map(Int.init)).west
  }
}
