import Pinfold

/// Gathers the clusters of all sections into one grouping, in canonical order: those with a member in view,
/// and as candidates those whose members' bounds meet it, or that a plugin put there.
struct PluginAnswer {
  private let points: PointSet
  private let view: ProjectedView
  private var sections: [PluginGroups] = []
  private var clusters: [Cluster] = []

  private struct Cluster {
    var section: Int
    var number: Int
    var firstMember: UInt32
    var hasMemberInView: Bool
  }

  init(points: PointSet, view: ProjectedView) {
    self.points = points
    self.view = view
  }

  mutating func add(_ groups: PluginGroups) {
    for number in 0..<groups.count {
      let members = groups.members(of: number)
      guard let first = members.first else { continue }
      let isInView = members.contains { view.rect.contains(points.position(Int($0))) }
      let isNear = isInView || groups.positions.map { view.rect.contains($0[number]) } ?? false
      guard isNear || points.mayHaveMarker(of: members, in: view) else { continue }
      clusters.append(
        Cluster(section: sections.count, number: number, firstMember: first, hasMemberInView: isInView))
    }
    sections.append(groups)
  }

  var grouping: Grouping {
    let sorted = clusters.sorted { $0.firstMember < $1.firstMember }
    var permutation: [UInt32] = []
    permutation.reserveCapacity(sections.reduce(0) { $0 + $1.places.count })
    var ranges: [Range<Int>] = []
    for cluster in sorted {
      let start = permutation.count
      for member in sections[cluster.section].members(of: cluster.number) { permutation.append(member) }
      ranges.append(start..<permutation.count)
    }
    let positions = sorted.compactMap { sections[$0.section].positions?[$0.number] }
    var grouping = Grouping(
      order: points.order(permutation, clusters: ranges, around: view.center.x), ranges: ranges,
      positions: positions.count == sorted.count ? positions : nil)
    if sections.contains(where: { !$0.details.isEmpty }) {
      grouping.details = ClusterDetails(sorted.map { (sections[$0.section].details, $0.number) })
    }
    grouping.candidates = sorted.indices.filter { !sorted[$0].hasMemberInView }
    grouping.effectiveSize = sections.lazy.compactMap(\.size).first
    return grouping
  }
}
