/// What can be wrong with a transition.
public enum TransitionDefect: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a transition shows before or after it plays.
  public enum Moment: String, Hashable, Sendable {
    /// Before time 0.
    case start

    /// From time 1 on.
    case end
  }

  /// A cluster is not there as one marker of all its points. Clusters are counted from 1, as scripts do.
  case cluster(Int, Moment, markers: Int, points: Int, of: Int)

  /// A marker is there that is none of the frame's.
  case stray(MarkerTransition.Kind, Moment)

  public var description: String {
    switch self {
    case .cluster(let cluster, let moment, let markers, let points, let total):
      "at the \(moment.rawValue), cluster \(cluster) of the \(moment == .start ? "old" : "new") frame has "
        + "\(markers) markers of \(points) points; it takes 1 of \(total)"
    case .stray(let kind, let moment):
      "at the \(moment.rawValue), there is a marker of kind '\(kind.rawValue)' without a cluster"
    }
  }
}

extension Transition {
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
      guard let place = marker[keyPath: cluster], found.indices.contains(place) else {
        throw .stray(marker.kind, moment)
      }
      found[place].markers += 1
      found[place].points += marker.count
    }
    for (place, found) in found.enumerated() where found != (1, frame.memberCount(of: place)) {
      throw .cluster(
        place + 1, moment, markers: found.markers, points: found.points, of: frame.memberCount(of: place))
    }
  }
}
