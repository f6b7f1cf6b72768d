/// A defect of a transition.
@nonexhaustive
public enum TransitionDefect: Error, Hashable, Sendable, CustomStringConvertible {
  /// The frame that a transition shows before or after it plays.
  public enum Moment: String, Hashable, Sendable {
    /// Before time 0.
    case start

    /// From time 1 on.
    case end
  }

  /// A cluster is not one marker with all of its points. Clusters count from 1, as in scripts.
  case cluster(Int, Moment, markers: Int, points: Int, of: Int)

  /// A marker of a kind of `MarkerTransition` matches no marker of the frame.
  case stray(kind: String, Moment)

  /// A marker shows points that do not follow from its clusters and count, or that another marker also shows.
  case unclear(kind: String, points: Int, of: Int)

  public var description: String {
    switch self {
    case .cluster(let cluster, let moment, let markers, let points, let total):
      "at the \(moment.rawValue), cluster \(cluster) of the \(moment == .start ? "old" : "new") frame has "
        + "\(markers) markers of \(points) points; it takes 1 of \(total)"
    case .stray(let kind, let moment):
      "at the \(moment.rawValue), there is a marker of kind '\(kind)' without a cluster"
    case .unclear(let kind, let points, let known):
      "at this moment, there is a marker of kind '\(kind)' with \(points) points, of which its clusters tell "
        + "\(known), or that another marker shows too"
    }
  }
}
