import Pinfold
import PinfoldEvaluation

/// A movement of the camera from a start, as a study's definition names them.
public struct PlannedCamera: Sendable {
  /// What reports say of it.
  public let about: StudiedCamera

  /// Every parameter with its value.
  let parameters: [StudiedParameter]

  private let path: any CameraPath
  private let start: Start

  /// Where a movement begins.
  private enum Start: Sendable {
    /// With all points in view.
    case fit

    /// On a point drawn at random, so that crowded places come up as often as they hold points.
    case zoom(Double)
  }

  /// Every movement from every start.
  static func all(
    _ nodes: [PlanNode], starts: [PlanNode], in registry: Registry
  ) throws(StudyPlanError) -> [PlannedCamera] {
    var cameras: [PlannedCamera] = []
    for node in nodes {
      for choice in try PlannedChoice.all(node, kind: .camera, in: registry) {
        for start in starts { cameras.append(try PlannedCamera(choice, from: start)) }
      }
    }
    return cameras
  }

  private init(_ choice: PlannedChoice<any CameraPath>, from node: PlanNode) throws(StudyPlanError) {
    path = try choice.make()
    parameters = choice.parameters
    let name: String
    if node.text == "fit" {
      (start, name) = (.fit, "fit")
    } else if let zoom = node.number, Viewport.zoomRange.contains(zoom) {
      (start, name) = (.zoom(zoom), "z\(ParameterValue.number(zoom))")
    } else {
      throw node.mistake("starts", takes: "\"fit\" and zooms in -8…32")
    }
    about = StudiedCamera(
      label: "\(choice.label()) from \(name)", name: choice.registration.name, start: name)
  }

  /// The views over some points.
  ///
  /// - Parameters:
  ///   - screen: the size, tile size and margin of every view.
  ///   - seed: of the place where a movement begins that does not begin with all points.
  func views(over points: PointSet, screen: Viewport, seed: UInt64) -> [Viewport] {
    var screen = screen
    switch start {
    case .fit: screen = screen.fitted(to: points)
    case .zoom(let zoom):
      screen.zoom = zoom
      // Without points there is nowhere to look but at the middle.
      guard let view = screen.atRandomPoints(of: points, count: 1, seed: seed).first else {
        screen.center = points.projection.unproject(unitX: 0.5, unitY: 0.5)
        break
      }
      screen = view
    }
    return path.views(from: screen, on: points.projection)
  }
}
