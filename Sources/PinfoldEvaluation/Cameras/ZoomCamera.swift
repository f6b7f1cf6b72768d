public import Pinfold

/// Zooms in on the middle of the view, step by step.
public struct ZoomLadderCamera: ConfigurableCamera {
  /// The number of steps.
  public var steps = 6

  /// The zoom levels of a step: 1 for a ladder of whole zooms, 0.25 for one of quarters; below 0 zooms out.
  public var step = 1.0

  /// Creates the path with its defaults.
  public init() {}

  public static let name = "zoom-ladder"
  public static let summary = "In on the middle of the view, step by step."

  public static let parameters: [Parameter<Self>] = [
    Parameter("steps", \.steps, in: 1...1000, "Number of steps."),
    Parameter("step", \.step, in: -8...8, unit: "zooms", "Zoom levels of a step; below 0 zooms out."),
  ]

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] {
    (0...steps).map { start.zoomed(by: Double($0) * step) }
  }
}

/// Zooms in on the middle of the view and out again.
public struct RoundTripCamera: ConfigurableCamera {
  /// The number of steps in, and of steps out.
  public var steps = 3

  /// The zoom levels of a step.
  public var step = 1.0

  /// Creates the path with its defaults.
  public init() {}

  public static let name = "round-trip"
  public static let summary = "In on the middle of the view and out again."

  public static let parameters: [Parameter<Self>] = [
    Parameter("steps", \.steps, in: 1...1000, "Number of steps in, and of steps out."),
    Parameter("step", \.step, in: -8...8, unit: "zooms", "Zoom levels of a step; below 0 zooms out first."),
  ]

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] {
    let way = (0...steps).map { start.zoomed(by: Double($0) * step) }
    return way + way.dropLast().reversed()
  }
}
