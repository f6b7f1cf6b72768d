import Pinfold

@testable import PinfoldEvaluation

extension Conservation {
  /// Checks clusters that are given as lists.
  ///
  /// - Parameters:
  ///   - clusters: the members of each cluster, as indices of points.
  ///   - counts: the count that each cluster declares.
  ///   - pointCount: the number of points of the data; other indices are aliens.
  ///   - numbers: positions and radii, which are checked for being finite.
  init(
    clusters: [[Int]], counts: [Int], wanted: some Sequence<Int>, pointCount: Int, numbers: [Double] = []
  ) {
    precondition(clusters.count == counts.count, "a count for each cluster")
    var tally = ConservationTally(pointCount: pointCount, wanted: wanted)
    for (members, count) in zip(clusters, counts) {
      for member in members { tally.add(member) }
      tally.endCluster(declared: count)
    }
    self = tally.verdict(isFinite: numbers.allSatisfy { $0.isFinite })
  }
}

extension Silhouette {
  /// The mean over all points; nil without points and for fewer than two clusters.
  init?(of picture: FramePicture) throws(ClusteringError) {
    guard let scores = try Self.scores(of: picture, context: RunContext()) else { return nil }
    self.init(ofAll: scores)
  }
}
