/// The rule by which one frame turns into the next.
public protocol AnimationDiff: Sendable {
  /// Returns the movements of every marker between two frames.
  ///
  /// The frames may have different views, strategies and point sets; points with equal ids are the same.
  ///
  /// - Throws: ``ClusteringError/differentProjections`` for frames of different projections, and errors of
  ///   the diff.
  func transition(from old: Frame, to new: Frame) throws(ClusteringError) -> MarkerTransitions
}

extension Frame {
  /// Throws if the frames have different projections.
  func checkSameWorld(as other: Frame) throws(ClusteringError) {
    guard points.projection == other.points.projection else { throw .differentProjections }
  }
}
