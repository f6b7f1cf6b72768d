/// The points in the order of their ids, for lookups by id.
final class IDLookup: Sendable {
  private let ids: PointIDs
  private let byRank: [UInt32]

  /// - Complexity: O(*n*).
  init(_ ids: PointIDs, ranks: [UInt32]) {
    self.ids = ids
    var byRank = [UInt32](repeating: 0, count: ranks.count)
    for (point, rank) in ranks.enumerated() { byRank[Int(rank)] = UInt32(point) }
    self.byRank = byRank
  }

  /// Returns the number of lower ids, and the point with this one. A set of integers contains no string, and
  /// vice versa.
  ///
  /// - Complexity: O(log *n*).
  func find(_ id: PointID) -> (rank: Int, point: Int?) {
    let rank: Int
    switch (ids, id) {
    case (.integers(let values), .integer(let id)):
      rank = byRank.indices.partitioningIndex { values[Int(byRank[$0])] >= id }
    case (.texts(let values), .text(let id)):
      rank = byRank.indices.partitioningIndex {
        !values[Int(byRank[$0])].utf8.lexicographicallyPrecedes(id.utf8)
      }
    case (.mixed(let values), _):
      rank = byRank.indices.partitioningIndex { !values[Int(byRank[$0])].precedesInMixedSet(id) }
    default:
      return (0, nil)
    }
    guard rank < byRank.count, ids[Int(byRank[rank])] == id else { return (rank, nil) }
    return (rank, Int(byRank[rank]))
  }
}
