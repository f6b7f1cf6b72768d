public import Pinfold

/// Does not move: one frame, for metrics of single frames.
public struct StillCamera: ConfigurableCamera {
  /// Creates the path.
  public init() {}

  public static let name = "still"
  public static let summary = "One view, without a movement."
  public static let parameters: [Parameter<Self>] = []

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] { [start] }
}
