#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a map shows: a place, a zoom, and a size on the screen.
public struct Viewport: Hashable, Sendable {
  /// The place in the middle.
  public var center: Coordinate

  /// The zoom; fractions are allowed. The world is `tileSize · 2^zoom` screen points wide.
  public var zoom: Double

  /// Width in screen points.
  public var width: Double

  /// Height in screen points.
  public var height: Double

  /// The width of the world at zoom 0, in screen points: 256, or 512 for maps in MapLibre's manner.
  public var tileSize: Double

  /// How much farther than the screen to look, as a share of the view's size added on every side.
  public var margin: Double

  /// Creates a viewport; ``validated()`` tells whether it can be shown.
  public init(
    center: Coordinate, zoom: Double, width: Double = 1280, height: Double = 800, tileSize: Double = 256,
    margin: Double = 0
  ) {
    self.center = center
    self.zoom = zoom
    self.width = width
    self.height = height
    self.tileSize = tileSize
    self.margin = margin
  }

  /// The zooms that can be shown. At zoom 24 a tile of 256 has one screen point per fixed-point unit.
  public static let zoomRange = -8.0...32.0

  /// The sizes that can be shown, in screen points.
  public static let sizeRange = 1.0...100_000.0

  /// The width of the world in screen points.
  public var worldWidth: Double { tileSize * exp2(zoom) }

  /// Checks that the viewport can be shown on the globe or, if `planar`, on planar data.
  public func validated(planar: Bool = false) throws(ViewportError) -> Viewport {
    func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) throws(ViewportError) {
      guard range.contains(value) else { throw ViewportError(field: name, value: value, range: range) }
    }
    let anything = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    try check(planar ? "x" : "longitude", center.longitude, planar ? anything : -540...540)
    try check(planar ? "y" : "latitude", center.latitude, planar ? anything : -90...90)
    try check("zoom", zoom, Self.zoomRange)
    try check("width", width, Self.sizeRange)
    try check("height", height, Self.sizeRange)
    try check("tile size", tileSize, 16...4096)
    try check("margin", margin, 0...10)
    return self
  }
}

/// A field of a viewport is out of its range.
public struct ViewportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field's name.
  public var field: String

  /// Its value.
  public var value: Double

  /// What it may be.
  public var range: ClosedRange<Double>

  public var description: String {
    let low = ParameterValue.number(range.lowerBound)
    let high = ParameterValue.number(range.upperBound)
    let expected = range.upperBound > 1e300 ? "a finite number" : "a number in \(low)…\(high)"
    return "the view's \(field) is \(ParameterValue.number(value)); it takes \(expected)"
  }
}

/// A viewport on the world of one projection: all that a strategy needs to know of it, without degrees.
public struct View: Sendable {
  /// The viewport as given.
  public let viewport: Viewport

  /// The projection of the points to be shown.
  public let projection: Projection

  /// The middle of the view; on the plane, which a view may leave, moved to its edge.
  public let center: WorldPoint

  /// The screen with its margin: what a frame lists clusters for.
  public let rect: WorldRect

  /// Fixed-point units in one screen point; may be less than 1.
  public let unitsPerPoint: Double

  /// The middle in fixed-point units; on the plane it may lie outside the square.
  private let middle: (x: Double, y: Double)

  /// Places a viewport on the world.
  public init(_ viewport: Viewport, on projection: Projection) throws(ViewportError) {
    self.viewport = try viewport.validated(planar: !projection.wraps)
    self.projection = projection
    unitsPerPoint = WorldPoint.worldSize / viewport.worldWidth
    center = projection.project(viewport.center)
    middle = projection.middle(of: viewport)
    rect = Self.rect(of: viewport, margin: viewport.margin, around: middle, wraps: projection.wraps)
  }

  /// The part of the world that the screen alone shows, without the margin.
  public var screen: WorldRect { Self.rect(of: viewport, margin: 0, around: middle, wraps: projection.wraps) }

  /// The screen with its margin and some more screen points on every side.
  public func rect(reach: Double) -> WorldRect {
    Self.rect(of: viewport, margin: viewport.margin, reach: reach, around: middle, wraps: projection.wraps)
  }

  /// A length on the screen in fixed-point units, at least 0.
  public func units(fromPoints points: Double) -> Double { points * unitsPerPoint }

  /// Where a position appears, in screen points from the view's north-west corner, by the short way around
  /// from the middle.
  public func screenPosition(of point: WorldPoint) -> (x: Double, y: Double) {
    let east =
      projection.wraps ? Double(point.eastward(from: center.x)) : Double(point.x) - middle.x
    let south = Double(point.y) - middle.y
    return (east / unitsPerPoint + viewport.width / 2, south / unitsPerPoint + viewport.height / 2)
  }

  private static func rect(
    of viewport: Viewport, margin: Double, reach: Double = 0, around middle: (x: Double, y: Double),
    wraps: Bool
  ) -> WorldRect {
    let limit = WorldPoint.worldSize
    func span(_ middle: Double, _ points: Double) -> (low: Double, length: Double) {
      // A rectangle of no extent would hide a point exactly in the middle of a view at the deepest zooms.
      let length = max(1, ((points * (1 + 2 * margin) + 2 * reach) * limit / viewport.worldWidth).rounded())
      return (middle - (length / 2).rounded(.down), length)
    }
    func clipped(_ span: (low: Double, length: Double)) -> (low: UInt32, length: UInt64) {
      let low = max(0, min(span.low, limit))
      let high = max(0, min(span.low + span.length, limit))
      return low < high ? (UInt32(low), UInt64(high - low)) : (0, 0)
    }
    let x = span(middle.x, viewport.width)
    let y = clipped(span(middle.y, viewport.height))
    guard wraps else {
      let x = clipped(x)
      return WorldRect(west: x.low, width: x.length, north: y.low, height: y.length)
    }
    guard x.length < limit else {
      return WorldRect(west: 0, width: 1 << 32, north: y.low, height: y.length)
    }
    return WorldRect(
      west: UInt32(middle.x) &- UInt32(middle.x - x.low), width: UInt64(x.length), north: y.low,
      height: y.length)
  }
}

extension Projection {
  /// The middle of a view in fixed-point units; on the plane it may lie outside the square.
  fileprivate func middle(of viewport: Viewport) -> (x: Double, y: Double) {
    let inside = project(viewport.center)
    guard case .planar(let extent) = self else { return (Double(inside.x), Double(inside.y)) }
    let unit = extent.unit(viewport.center)
    func place(_ unit: Double, _ inside: UInt32) -> Double {
      (0...1).contains(unit) ? Double(inside) : (unit * WorldPoint.worldSize).rounded()
    }
    return (place(unit.x, inside.x), place(unit.y, inside.y))
  }
}
