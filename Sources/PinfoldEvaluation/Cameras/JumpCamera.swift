public import Pinfold

/// Jumps to far locations and back, so that the start is reached in more than one way.
public struct JumpCamera: ConfigurableCamera {
  /// The distance of the locations, in sizes of the view.
  public var distance = 3.0

  /// Creates the path with its defaults.
  public init() {}

  public static let name = "jump"
  public static let summary = "To far locations and back to the start after each."

  public static let parameters: [Parameter<Self>] = [
    Parameter("distance", \.distance, in: 0.1...1000, unit: "views", "How far the locations are.")
  ]

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] {
    let places: [(east: Double, south: Double, zoom: Double)] = [(1, 0, 0), (-1, 1, 2), (0, -1, -2)]
    return [start]
      + places.flatMap { place in
        let east = place.east * distance * start.width
        let south = place.south * distance * start.height
        return [start.moved(east: east, south: south, on: projection).zoomed(by: place.zoom), start]
      }
  }
}

/// Changes the view's size around its middle, as when a window is dragged smaller and large again.
public struct ResizeCamera: ConfigurableCamera {
  /// The number of steps in which the view gets smaller, and of those in which it grows again.
  public var steps = 4

  /// The share of its size that the view keeps at its smallest.
  public var smallest = 0.5

  /// Creates the path with its defaults.
  public init() {}

  public static let name = "resize"
  public static let summary = "Smaller around the middle, and as large as before."

  public static let parameters: [Parameter<Self>] = [
    Parameter("steps", \.steps, in: 1...1000, "Number of steps smaller, and of steps larger again."),
    Parameter("smallest", \.smallest, in: 0.01...1, unit: "share", "Share of its size that the view keeps."),
  ]

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] {
    let way = (0...steps).map { step in
      let share = 1 - (1 - smallest) * Double(step) / Double(steps)
      var view = start
      view.width = max(Viewport.sizeRange.lowerBound, start.width * share)
      view.height = max(Viewport.sizeRange.lowerBound, start.height * share)
      return view
    }
    return way + way.dropLast().reversed()
  }
}
