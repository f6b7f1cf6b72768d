package import Pinfold
package import PinfoldEvaluation

/// A movement of the camera from a start.
package struct CameraDefinition: Sendable {
  package let choice: Choice<any CameraPath>
  private let path: any CameraPath
  package private(set) var start = Start.fit

  package enum Start: Hashable, Sendable, CustomStringConvertible {
    /// With all points in view.
    case fit

    /// On a point drawn at random, so that crowded locations come up as often as they hold points.
    case zoom(Double)

    /// The name in reports: "fit", "z10".
    package var description: String {
      switch self {
      case .fit: "fit"
      case .zoom(let zoom): "z\(ParameterValue.number(zoom))"
      }
    }

    init(_ node: Node) throws(DefinitionError) {
      if node.text == "fit" {
        self = .fit
      } else if let zoom = node.number, Viewport.zoomRange.contains(zoom) {
        self = .zoom(zoom)
      } else {
        throw node.mistake("starts", takes: "\"fit\" and zooms in -8…32")
      }
    }
  }

  /// All movements that a definition names, with all points in view at first.
  static func all(_ node: Node, in registry: Registry) throws(DefinitionError) -> [CameraDefinition] {
    try Choice.all(node, kind: .camera, in: registry).map { (choice) throws(DefinitionError) in
      CameraDefinition(choice: choice, path: try choice.make(at: node))
    }
  }

  func starting(_ start: Start) -> CameraDefinition {
    var camera = self
    camera.start = start
    return camera
  }

  /// The name in reports: "pan(steps=4) from z10".
  package var label: String { "\(choice.label) from \(start)" }

  /// The views over some points.
  ///
  /// - Parameters:
  ///   - screen: the size, tile size and margin of every view.
  ///   - seed: the seed of the location where a movement begins that does not begin with all points.
  /// - Throws: ``ClusteringError`` where a plugin fails.
  package func views(
    over points: PointSet, screen: Viewport, seed: UInt64
  ) throws(ClusteringError) -> [Viewport] {
    var screen = screen
    switch start {
    case .fit: screen = screen.fitted(to: points)
    case .zoom(let zoom):
      screen.zoom = zoom
      // Without points the middle is the only location to show.
      guard let view = screen.atRandomPoints(of: points, count: 1, seed: seed).first else {
        screen.center = points.projection.unproject(unitX: 0.5, unitY: 0.5)
        break
      }
      screen = view
    }
    return try path.views(from: screen, on: points.projection)
  }
}

extension CameraDefinition: Equatable {
  /// Whether the movements and starts are equal.
  package static func == (one: CameraDefinition, other: CameraDefinition) -> Bool {
    one.choice == other.choice && one.start == other.start
  }
}
