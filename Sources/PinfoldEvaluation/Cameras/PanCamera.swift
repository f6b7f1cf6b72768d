public import Pinfold

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
  public static let summary = "Over the map in long steps, at one zoom."

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
  public static let summary = "To the south-east by less than a cell at a time."

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
  public static let summary = "Around a square, back to the start."

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
