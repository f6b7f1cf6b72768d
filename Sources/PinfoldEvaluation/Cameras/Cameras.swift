public import Pinfold

/// Does not move: one frame, for metrics of single frames.
public struct StillCamera: ConfigurableCamera {
  /// Creates the path.
  public init() {}

  public static let name = "still"
  public static let summary = "One view, without movement."
  public static let parameters: [Parameter<Self>] = []

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] { [start] }
}

/// Moves the view over the map in equal steps, at one zoom.
public struct PanCamera: ConfigurableCamera {
  /// The number of steps.
  public var steps = 8

  /// The eastward part of a step, in screen points.
  public var east = 320.0

  /// The southward part of a step, in screen points.
  public var south = 0.0

  /// Creates the path with its defaults.
  public init() {}

  public static let name = "pan"
  public static let summary = "Pans over the map in long steps, at one zoom."

  public static let parameters: [Parameter<Self>] = [
    Parameter("steps", \.steps, in: 1...10_000, "Number of steps."),
    Parameter("east", \.east, in: -100_000...100_000, unit: "screen points", "Eastward part of a step."),
    Parameter("south", \.south, in: -100_000...100_000, unit: "screen points", "Southward part of a step."),
  ]

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] {
    (0...steps).map { start.moved(east: Double($0) * east, south: Double($0) * south, on: projection) }
  }
}

/// Moves the view by less than a cell at a time, so that any grid laid from the view's corner shifts against
/// the points.
public struct SubcellPanCamera: ConfigurableCamera {
  /// The number of steps.
  public var steps = 20

  /// The eastward and southward part of a step, in screen points. 7 is prime to any common size of cells, so
  /// that it takes many steps to add up to a whole cell.
  public var step = 7.0

  /// Creates the path with its defaults.
  public init() {}

  public static let name = "subcell-pan"
  public static let summary = "Pans to the south-east by less than a cell at a time."

  public static let parameters: [Parameter<Self>] = [
    Parameter("steps", \.steps, in: 1...10_000, "Number of steps."),
    Parameter(
      "step", \.step, in: 0.01...1000, unit: "screen points", "Eastward and southward part of a step."),
  ]

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] {
    (0...steps).map { start.moved(east: Double($0) * step, south: Double($0) * step, on: projection) }
  }
}

/// Moves the view around a square, back to where it began.
public struct PanLoopCamera: ConfigurableCamera {
  /// The side of the square, in screen points.
  public var side = 640.0

  /// The number of steps along a side.
  public var stepsPerSide = 2

  /// Creates the path with its defaults.
  public init() {}

  public static let name = "pan-loop"
  public static let summary = "Pans around a square, back to the start."

  public static let parameters: [Parameter<Self>] = [
    Parameter("side", \.side, in: 1...100_000, unit: "screen points", "Side of the square."),
    Parameter("stepsPerSide", \.stepsPerSide, in: 1...1000, "Number of steps along a side."),
  ]

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] {
    // Corners as multiples of the side; the last is the first.
    let corners: [(east: Double, south: Double)] = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]
    var views = [start]
    for (from, to) in zip(corners, corners.dropFirst()) {
      for step in 1...stepsPerSide {
        let share = Double(step) / Double(stepsPerSide)
        views.append(
          start.moved(
            east: side * (from.east + share * (to.east - from.east)),
            south: side * (from.south + share * (to.south - from.south)), on: projection))
      }
    }
    return views
  }
}

/// Zooms in on the middle of the view, step by step.
public struct ZoomLadderCamera: ConfigurableCamera {
  /// The number of steps.
  public var steps = 6

  /// The zoom levels of a step: 1 for a ladder of whole zooms, 0.25 for one of quarters; below 0 zooms out.
  public var step = 1.0

  /// Creates the path with its defaults.
  public init() {}

  public static let name = "zoom-ladder"
  public static let summary = "Zooms in on the center of the view, step by step."

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
  public static let summary = "Zooms in on the center of the view and out again."

  public static let parameters: [Parameter<Self>] = [
    Parameter("steps", \.steps, in: 1...1000, "Number of steps in, and of steps out."),
    Parameter("step", \.step, in: -8...8, unit: "zooms", "Zoom levels of a step; below 0 zooms out first."),
  ]

  public func views(from start: Viewport, on projection: Projection) -> [Viewport] {
    let way = (0...steps).map { start.zoomed(by: Double($0) * step) }
    return way + way.dropLast().reversed()
  }
}

/// Jumps to far locations and back, so that the start is reached in more than one way.
public struct JumpCamera: ConfigurableCamera {
  /// The distance of the locations, in sizes of the view.
  public var distance = 3.0

  /// Creates the path with its defaults.
  public init() {}

  public static let name = "jump"
  public static let summary = "Jumps to distant locations, and back to the start after each."

  public static let parameters: [Parameter<Self>] = [
    Parameter("distance", \.distance, in: 0.1...1000, unit: "views", "Distance of the locations.")
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
  public static let summary = "Shrinks the view around its center, then restores it."

  public static let parameters: [Parameter<Self>] = [
    Parameter("steps", \.steps, in: 1...1000, "Number of steps smaller, and of steps larger again."),
    Parameter("smallest", \.smallest, in: 0.01...1, unit: "share", "Smallest size, as a share of the first."),
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
