extension MarkerTransitions {
  /// Throws where the transition does not begin with the old frame's markers or not end with the new frame's.
  public func check(from old: Frame, to new: Frame) throws(TransitionDefect) {
    try Self.check(markers.filter { $0.addedAt == nil }, \.old, show: old, .start)
    try Self.check(markers.filter { $0.removedAt == nil }, \.new, show: new, .end)
  }

  private static func check(
    _ markers: [MarkerTransition], _ cluster: KeyPath<MarkerTransition, Int?>, show frame: Frame,
    _ moment: TransitionDefect.Moment
  ) throws(TransitionDefect) {
    var found = [(markers: Int, points: Int)](repeating: (0, 0), count: frame.count)
    for marker in markers {
      guard let cluster = marker[keyPath: cluster], found.indices.contains(cluster) else {
        throw .stray(kind: marker.kind.rawValue, moment)
      }
      found[cluster].markers += 1
      found[cluster].points += marker.count
    }
    for (cluster, found) in found.enumerated() where found != (1, frame.memberCount(of: cluster)) {
      throw .cluster(
        cluster + 1, moment, markers: found.markers, points: found.points, of: frame.memberCount(of: cluster))
    }
  }
}
