public import Pinfold

/// A camera's movement over a map: the first view and all that follow.
///
/// Paths show what one frame cannot: whether clusters are stable under panning, nest under zooming, and are
/// the same when the camera returns. A path is plain data; equal parameters and an equal start give equal
/// views, bit for bit, and a repeated view equals its first visit.
public protocol CameraPath: Sendable {
  /// The views in the order shown, the start among them.
  ///
  /// Centers stay on the map: a path that would leave it to the north or south runs along its edge. Zooms
  /// stay in ``Pinfold/Viewport/zoomRange``.
  ///
  /// - Parameters:
  ///   - start: the first view; valid.
  ///   - projection: the projection of the points that will be shown.
  /// - Throws: ``ClusteringError`` where a plugin fails; paths in Swift need not throw.
  func views(from start: Viewport, on projection: Projection) throws(ClusteringError) -> [Viewport]
}

/// A camera path in Swift, which has a name and parameters of its own.
public protocol ConfigurableCamera: CameraPath, Configurable {
  /// The name that users type.
  static var name: String { get }

  /// A one-line description of the movement.
  static var summary: String { get }
}

extension RegistryKind<any CameraPath> {
  /// The kind of thing that moves a camera.
  public static var camera: Self { Self(name: "camera", plural: "cameras") }
}

extension Registry {
  /// Registers the camera paths of this module.
  public mutating func registerCameras() {
    registerLater(.camera) { registry in
      let types: [any ConfigurableCamera.Type] = [
        StillCamera.self, PanCamera.self, SubcellPanCamera.self, PanLoopCamera.self, ZoomLadderCamera.self,
        RoundTripCamera.self, JumpCamera.self, ResizeCamera.self,
      ]
      for type in types { registry.register(type) }
    }
  }

  /// Registers a camera path under its name.
  public mutating func register<Type: ConfigurableCamera>(_ type: Type.Type) {
    register(Registration(kind: .camera, name: type.name, summary: type.summary, type: type) { $0 })
  }
}

extension Viewport {
  /// This view moved by screen points; the center stops at the map's edge.
  func moved(east: Double, south: Double, on projection: Projection) -> Viewport {
    guard east != 0 || south != 0 else { return self }
    let middle = projection.project(center)
    let unitX = middle.unitX + east / worldWidth
    let unitY = max(0, min(middle.unitY + south / worldWidth, 1))
    var view = self
    view.center = projection.unproject(
      unitX: projection.wraps ? unitX : max(0, min(unitX, 1)), unitY: unitY)
    return view
  }

  /// This view at another zoom, clamped to the valid zooms.
  func zoomed(by steps: Double) -> Viewport {
    var view = self
    view.zoom = max(Self.zoomRange.lowerBound, min(zoom + steps, Self.zoomRange.upperBound))
    return view
  }
}
