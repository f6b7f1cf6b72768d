/// What can go wrong while clusters are built or queried.
public enum ClusteringError: Error, Sendable, CustomStringConvertible {
  /// The run's cancellation was asked for.
  case cancelled

  /// The run's deadline passed.
  case deadlineExceeded

  /// A parameter set in Swift is out of its bounds.
  case parameter(ParameterError)

  /// A viewport cannot be shown.
  case viewport(ViewportError)

  /// Points cannot be edited as asked.
  case points(PointSetError)

  /// A strategy answered something that is not a clustering of the points in view.
  case invalidGrouping(owner: String, GroupingDefect)

  /// A plugin failed; the message carries its place.
  case plugin(message: String)

  public var description: String {
    switch self {
    case .cancelled: "cancelled"
    case .deadlineExceeded: "the time limit was exceeded"
    case .parameter(let error): error.description
    case .viewport(let error): error.description
    case .points(let error): error.description
    case .invalidGrouping(let owner, let defect): "\(owner) answered nonsense: \(defect)"
    case .plugin(let message): message
    }
  }
}
