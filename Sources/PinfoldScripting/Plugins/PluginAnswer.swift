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
    let (order, ranges) = points.order(listing: sorted.lazy.map(\.members), around: view.center.x)
    let positions = sorted.compactMap(\.position)
    return Grouping(
      order: order, ranges: ranges, positions: positions.count == sorted.count ? positions : nil)
  }
}
