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

  /// A cluster is not there as one marker of all its points. Clusters are counted from 1, as scripts do.
  case cluster(Int, Moment, markers: Int, points: Int, of: Int)

  /// There is a marker, of a kind of `MarkerTransition`, that is none of the frame's.
  case stray(kind: String, Moment)

  /// A marker at some moment shows points that its clusters and its count do not tell, or that another marker
  /// shows too.
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
