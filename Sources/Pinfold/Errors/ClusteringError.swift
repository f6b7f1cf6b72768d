/// An error of building or querying clusters.
@nonexhaustive
public enum ClusteringError: Error, Sendable, CustomStringConvertible {
  /// The run's cancellation was asked for.
  case cancelled

  /// The run's deadline passed.
  case deadlineExceeded

  /// A parameter set in Swift is out of its bounds.
  case parameter(ParameterError)

  /// A strategy whose time grows with the square of the points was given more than it takes.
  case tooManyPoints(owner: String, count: Int, limit: Int, instead: String)

  /// An index would take more memory, in bytes, than the process may have.
  case outOfMemory(owner: String, count: Int, bytes: Int)

  /// A viewport cannot be shown.
  case viewport(ViewportError)

  /// Points cannot be edited as asked.
  case points(PointSetError)

  /// A point is selected that is not among the points.
  case unknownSelection(PointID)

  /// An attribute cannot be had.
  case attribute(AttributeError)

  /// A strategy returned something that is not a clustering of the points in view.
  case invalidGrouping(owner: String, GroupingDefect)

  /// A diff returned something that does not begin with the old frame's markers and end with the new one's.
  case invalidTransition(owner: String, TransitionDefect)

  /// Two frames are on different worlds: one on the globe and one on the plane, or on different squares of
  /// it.
  case differentProjections

  /// Two clusters overlap and neither holds the other, so that the frames are not of one tree.
  case notNested(old: ClusterID, new: ClusterID)

  /// Clusters that do not nest do not fall apart into others.
  case noHierarchy(owner: String, instead: String)

  /// Clusters that change as the map is panned make no tiles that fit each other.
  case noTiles(owner: String, instead: String)

  /// Boxes that a strategy has separated with north up may overlap in a turned view.
  case turnedBoxes(owner: String)

  /// A plugin failed; the message says in which file and line.
  case plugin(message: String)

  /// A plugin reached a limit of time or of instructions; to try it again would take as long.
  case pluginLimit(message: String)

  public var description: String {
    switch self {
    case .cancelled: "cancelled"
    case .deadlineExceeded: "the time limit was exceeded"
    case .parameter(let error): error.description
    case .tooManyPoints(let owner, let count, let limit, let instead):
      "\(owner) takes \(limit) different positions at most, not \(count); \(instead)"
    case .outOfMemory(let owner, let count, let bytes):
      "\(owner) may take \(bytes >> 20) MB for \(count) points, which this process cannot have"
    case .viewport(let error): error.description
    case .points(let error): error.description
    case .unknownSelection(let id): "no point has the id \(id), which is selected"
    case .attribute(let error): error.description
    case .invalidGrouping(let owner, let defect): "\(owner) answered nonsense: \(defect)"
    case .invalidTransition(let owner, let defect): "\(owner) answered nonsense: \(defect)"
    case .differentProjections: "the two frames are of different projections"
    case .notNested(let old, let new):
      "the old cluster \(old) and the new cluster \(new) overlap, but neither holds the other; the diff 'ancestry' "
        + "needs frames of one tree, 'membership' takes any"
    case .noHierarchy(let owner, let instead):
      "the clusters of \(owner) do not nest, so that none falls apart into others; \(instead)"
    case .noTiles(let owner, let instead):
      "panning changes the clusters of \(owner), so that tiles would not fit each other; \(instead)"
    case .turnedBoxes(let owner):
      "\(owner) separates boxes with north up, and in a turned view they may overlap; take discs "
        + "(collisionMode=circle), or a separation after another strategy"
    case .plugin(let message), .pluginLimit(let message): message
    }
  }
}
