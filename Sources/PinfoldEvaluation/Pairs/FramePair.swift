import Pinfold

/// Two frames of one camera movement, for metrics of the clusters' fates.
struct FramePair: Sendable {
  let first: Frame
  let second: Frame
  let table: Contingency

  /// Nil if the frames are of different point sets.
  init?(_ first: Frame, _ second: Frame) {
    (self.first, self.second) = (first, second)
    guard first.points.isIdentical(to: second.points) else { return nil }
    table = Contingency(first.labels, second.labels)
  }

  /// The clusters of either frame that only slid out of view or into it: those that share no point with the
  /// other frame, and whose marker is not within the other frame's view and its margin.
  var slides: (first: [Bool], second: [Bool]) {
    func slides(_ frame: Frame, _ shared: [Int], _ other: Frame) -> [Bool] {
      (0..<frame.count).map { shared[$0] == 0 && !other.view.contains(frame.positions[$0]) }
    }
    return (slides(first, table.firstSizes, second), slides(second, table.secondSizes, first))
  }
}

extension Frame {
  /// The number of points of each cluster, whether another frame shows them or not.
  var sizes: [Int] { (0..<count).map { memberCount(of: $0) } }
}
