/// An error of building or querying clusters.
@nonexhaustive
public enum ClusteringError: Error, Sendable, CustomStringConvertible {
  /// The run was cancelled.
  case cancelled

  /// The run's deadline passed.
  case deadlineExceeded

  /// A parameter set in Swift is out of its bounds.
  case parameter(ParameterError)

  /// A strategy of quadratic time was given more points than its limit.
  case tooManyPoints(owner: String, count: Int, limit: Int, instead: String)

  /// An index would take more memory, in bytes, than the process may have.
  case outOfMemory(owner: String, count: Int, bytes: Int)

  /// The viewport is invalid.
  case viewport(ViewportError)

  /// An edit of points is invalid.
  case points(PointSetError)

  /// A selected id is unknown.
  case unknownSelection(PointID)

  /// An attribute is unknown or has an unsuitable type.
  case attribute(AttributeError)

  /// A strategy returned something that is not a clustering of the points in view.
  case invalidGrouping(owner: String, GroupingDefect)

  /// A diff returned a transition that does not begin with the old frame or end with the new one.
  case invalidTransition(owner: String, TransitionDefect)

  /// Two frames have different projections, or different planar squares.
  case differentProjections

  /// Two clusters overlap and neither contains the other, so the frames are not of one tree.
  case notNested(old: ClusterID, new: ClusterID)

  /// The operation needs nested clusters.
  case noHierarchy(owner: String, instead: String)

  /// Tiles need clusters that do not depend on the view.
  case noTiles(owner: String, instead: String)

  /// Boxes that were separated with north up may overlap in a turned view.
  case turnedBoxes(owner: String)

  /// A plugin failed; the message names the file and line.
  case plugin(message: String)

  /// A plugin exceeded a limit of time or instructions; a retry would take as long.
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
      "the clusters of \(owner) do not nest, so none splits into others; \(instead)"
    case .noTiles(let owner, let instead):
      "panning changes the clusters of \(owner), so that tiles would not fit each other; \(instead)"
    case .turnedBoxes(let owner):
      "\(owner) separates boxes with north up, and in a turned view they may overlap; take discs "
        + "(collisionMode=circle), or a separation after another strategy"
    case .plugin(let message), .pluginLimit(let message): message
    }
  }
}
