/// The part of the world that a map shows: a center, a zoom, and a size on the screen.
public struct Viewport: Hashable, Sendable {
  /// The location at the center.
  public var center: Coordinate { didSet { box = nil } }

  /// The zoom; fractions are allowed. The world is `tileSize · 2^zoom` screen points wide.
  public var zoom: Double { didSet { box = nil } }

  /// Width in screen points.
  public var width: Double { didSet { box = nil } }

  /// Height in screen points.
  public var height: Double { didSet { box = nil } }

  /// The width of the world at zoom 0, in screen points: 256, or 512 as in MapLibre.
  public var tileSize: Double { didSet { box = nil } }

  /// The margin on each side of the screen, as a share of the view's size.
  public var margin: Double

  /// The direction that is up on the screen, in degrees clockwise from north; see ``bearingRange``.
  ///
  /// A turned view shows the globe once, each point by the shorter way around from the center.
  public var bearing: Double { didSet { box = nil } }

  /// The clusters that a frame of the view lists.
  public var clip = Clip.members

  /// The clusters that a frame of a view lists.
  public enum Clip: String, Hashable, Sendable, CaseIterable {
    /// Clusters with a member or the marker in the view with its margin.
    case members

    /// Clusters whose marker is in the view with its margin, or in the view's ``Viewport/box``. Adjacent
    /// boxes list each point once: a marker on a common edge belongs to the east or south. Clusters of
    /// strategies that depend on the view have no members out of it, and counts, weights and means without
    /// these, although `pca` divides at lines through the means of all points.
    case markers
  }

  /// The box that the view was created from; nil for other views, and after a change of center, zoom, size or
  /// bearing.
  public internal(set) var box: CoordinateBounds?

  /// Creates a viewport; ``ProjectedView`` checks its ranges.
  public init(
    center: Coordinate, zoom: Double, width: Double = 1280, height: Double = 800, tileSize: Double = 256,
    margin: Double = 0, bearing: Double = 0
  ) {
    self.center = center
    self.zoom = zoom
    self.width = width
    self.height = height
    self.tileSize = tileSize
    self.margin = margin
    self.bearing = bearing
  }

  /// The whole world at a zoom, in its size there.
  package static func world(
    atZoom zoom: Int, of projection: Projection, tileSize: Double = 256
  ) -> Viewport {
    let side = tileSize * .exp2(Double(zoom))
    return Viewport(
      center: projection.unproject(unitX: 0.5, unitY: 0.5), zoom: Double(zoom), width: side, height: side,
      tileSize: tileSize)
  }

  /// The supported zooms. At zoom 24, a 256-point tile has one screen point per fixed-point unit.
  public static let zoomRange = -8.0...32.0

  /// The supported sizes, in screen points.
  public static let sizeRange = 1.0...1e9

  /// The supported widths of tiles, in screen points.
  package static let tileSizeRange = 16.0...4096

  /// The range of ``standardZoom``.
  static let standardZoomRange =
    zoomRange.lowerBound + .log2(tileSizeRange.lowerBound / 256)...zoomRange.upperBound
    + .log2(tileSizeRange.upperBound / 256)

  /// The supported bearings, in degrees; whole turns make no difference.
  public static let bearingRange = -360.0...360.0

  /// The width of the world in screen points.
  public var worldWidth: Double { tileSize * .exp2(zoom) }

  /// The zoom of the same scale with 256-point tiles, which sizes given by zoom refer to.
  public var standardZoom: Double { zoom + .log2(tileSize / 256) }

  /// Checks the ranges of all fields, for the globe or, if `planar`, for planar data.
  package func validated(planar: Bool = false) throws(ViewportError) -> Viewport {
    func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) throws(ViewportError) {
      guard range.contains(value) else { throw ViewportError(field: name, value: value, range: range) }
    }
    try check(planar ? "x" : "longitude", center.longitude, planar ? .finite : -540...540)
    try check(planar ? "y" : "latitude", center.latitude, planar ? .finite : -90...90)
    try check("zoom", zoom, Self.zoomRange)
    try check("width", width, Self.sizeRange)
    try check("height", height, Self.sizeRange)
    try check("tile size", tileSize, Self.tileSizeRange)
    try check("margin", margin, 0...10)
    try check("bearing", bearing, Self.bearingRange)
    return self
  }
}

/// A field of a viewport is out of its range.
public struct ViewportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field's name.
  public var field: String

  /// Its value.
  public var value: Double

  /// Its valid range.
  public var range: ClosedRange<Double>

  public var description: String {
    let expected = range == .finite ? "a finite number" : ParameterKind.number(range).expectation
    return "the view's \(field) is \(ParameterValue.number(value)); it takes \(expected)"
  }
}
