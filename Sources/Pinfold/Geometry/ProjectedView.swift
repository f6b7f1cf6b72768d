/// A viewport on the world of one projection: all that a strategy needs to know of it, without degrees.
public struct ProjectedView: Sendable {
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
  public var screen: WorldRect {
    Self.rect(of: viewport, margin: 0, around: middle, wraps: projection.wraps)
  }

  /// The screen with its margin and `reach` more screen points on every side.
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
      let extent = points * (1 + 2 * margin) + 2 * reach
      let length = max(1, (extent * limit / viewport.worldWidth).rounded())
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

extension ProjectedView {
  /// The north-west corner of ``rect``, from which the view's points lie east without a wrap; where it shows
  /// the globe all around, on the meridian opposite the middle.
  var corner: WorldPoint {
    let isAllAround = projection.wraps && rect.width == 1 << 32
    return WorldPoint(x: isAllAround ? center.x &+ 1 << 31 : rect.west, y: rect.north)
  }
}

extension Projection {
  /// The middle of a view in fixed-point units; on the plane it may lie outside the square.
  fileprivate func middle(of viewport: Viewport) -> (x: Double, y: Double) {
    let inside = project(viewport.center)
    guard case .planar(let extent) = self else { return (Double(inside.x), Double(inside.y)) }
    let unit = extent.unit(viewport.center)
    func fixedPoint(_ unit: Double, _ inside: UInt32) -> Double {
      (0...1).contains(unit) ? Double(inside) : (unit * WorldPoint.worldSize).rounded()
    }
    return (fixedPoint(unit.x, inside.x), fixedPoint(unit.y, inside.y))
  }
}
