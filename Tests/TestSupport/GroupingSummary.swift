public import Pinfold

extension Grouping {
  /// The members of each cluster with one in view by canonical index, ascending.
  public var members: [[Int]] {
    let candidates = Set(candidates)
    return allMembers.enumerated().filter { !candidates.contains($0.offset) }.map(\.element)
  }

  /// The same of all clusters.
  public var allMembers: [[Int]] { ranges.map { $0.map { order.index(at: $0) }.sorted() } }
}

extension PointSet {
  /// The members of each cluster by id, which does not depend on the canonical order.
  public func ids(of clusters: [[Int]]) -> Set<Set<PointID>> { Set(clusters.map { Set($0.map { ids[$0] }) }) }
}
