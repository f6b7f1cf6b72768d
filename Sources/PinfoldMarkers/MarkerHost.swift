public import Pinfold

/// A map view, as far as markers are concerned: what MKMapView, Google Maps and Mapbox have in common.
///
/// An adapter keeps the SDK's object for each marker by ``ClusterMarker/id``.
@MainActor
public protocol MarkerHost: AnyObject {
  /// Removes, adds and updates markers at once, stops the animations of the step before, and starts the
  /// flights and fades of this one.
  ///
  /// Their easing is ``Pinfold/Easing/smooth``: the cubic curve with the control points (⅓, 0) and (⅔, 1).
  func apply(_ step: MarkerStep)
}

extension Viewport {
  /// Creates the view of a map that reports the upright rectangle around its screen, as MapKit does.
  ///
  /// The rectangle is in shares of Web Mercator's square, from its north-west corner.
  ///
  /// - Parameters:
  ///   - west: its west edge; below 0 or above 1 across ±180°.
  ///   - north: its north edge.
  ///   - worldShare: its width; above 0.
  ///   - height: its height.
  ///   - size: the size of the screen, in screen points.
  ///   - bearing: the direction that is up, in degrees clockwise from north.
  ///   - margin: the margin on each side of the screen, as a share of its size, 0…10.
  public init(
    showing west: Double, north: Double, width worldShare: Double, height: Double,
    on size: (width: Double, height: Double), bearing: Double = 0, margin: Double = 0.25
  ) {
    let bearing = bearing.remainder(dividingBy: 360)
    let extent = ScreenTurn(bearing: bearing).extents(width: size.width, height: size.height).width
    let zoom = Double.log2(extent / worldShare / 256)
    self.init(
      center: Projection.mercator.unproject(
        unitX: west + worldShare / 2, unitY: max(0, min(north + height / 2, 1))),
      zoom: max(Self.zoomRange.lowerBound, min(zoom, Self.zoomRange.upperBound)),
      width: max(1, size.width), height: max(1, size.height), margin: margin, bearing: bearing)
  }
}
