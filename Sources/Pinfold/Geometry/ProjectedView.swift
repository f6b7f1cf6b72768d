/// A viewport on the world of one projection: what strategies need of it, without degrees.
public struct ProjectedView: Sendable {
  /// The viewport.
  public let viewport: Viewport

  /// The projection of the points.
  public let projection: Projection

  /// The center of the view; on the plane, clamped to the square.
  public let center: WorldPoint

  /// The rectangle that strategies return clusters for: the smallest upright one around the screen with its
  /// margin, or the view's box with ``Viewport/Clip/markers``. It may exceed a turned view; see
  /// ``contains(_:)``.
  public let rect: WorldRect

  /// Fixed-point units in one screen point; may be less than 1.
  public let unitsPerPoint: Double

  package let turn: ScreenTurn

  /// Whether ``rect`` is larger than the view.
  package let isTurned: Bool

  private let middle: (x: Double, y: Double)

  /// Projects a viewport.
  ///
  /// - Throws: ``ViewportError`` if the viewport is out of range.
  public init(_ viewport: Viewport, on projection: Projection) throws(ViewportError) {
    self.viewport = try viewport.validated(planar: !projection.wraps)
    self.projection = projection
    unitsPerPoint = WorldPoint.worldSize / viewport.worldWidth
    turn = ScreenTurn(bearing: viewport.bearing)
    center = projection.project(viewport.center)
    middle = projection.middle(of: viewport)
    let box = viewport.clip == .markers ? viewport.box?.rect(on: projection, closed: false) : nil
    isTurned = turn.isTurned && box == nil
    rect =
      box?.outset(by: viewport.margin, 0, wraps: projection.wraps)
      ?? Self.rect(of: viewport, turn, margin: viewport.margin, around: middle, wraps: projection.wraps)
  }

  /// The smallest upright rectangle around the screen, without the margin.
  public var screen: WorldRect {
    Self.rect(of: viewport, turn, margin: 0, around: middle, wraps: projection.wraps)
  }

  /// ``rect`` extended by `reach` screen points on each side.
  public func rect(reach: Double) -> WorldRect {
    guard viewport.clip == .members || viewport.box == nil else {
      return rect.outset(by: 0, units(fromPoints: reach), wraps: projection.wraps)
    }
    return Self.rect(
      of: viewport, turn, margin: viewport.margin, reach: reach, around: middle, wraps: projection.wraps)
  }

  /// Whether a position is in the view: on the screen with its margin, or in the view's box with
  /// ``Viewport/Clip/markers``.
  public func contains(_ point: WorldPoint) -> Bool {
    rect.contains(point) && (!isTurned || isInside(point, margin: viewport.margin))
  }

  /// Whether a position is on the screen, without its margin.
  public func isOnScreen(_ point: WorldPoint) -> Bool {
    turn.isTurned ? isInside(point, margin: 0) : screen.contains(point)
  }

  /// A length in screen points, converted to fixed-point units.
  public func units(fromPoints points: Double) -> Double { points * unitsPerPoint }

  /// The position on the screen in points from its upper left corner, by the shorter way around from the
  /// center.
  public func screenPosition(of point: WorldPoint) -> (x: Double, y: Double) {
    let (right, down) = onScreen(offset(of: point))
    return (right + viewport.width / 2, down + viewport.height / 2)
  }

  /// The position on the screen by the shorter way around from another one, where that is by the shorter way
  /// from the center.
  package func screenPosition(of point: WorldPoint, beside other: WorldPoint) -> (x: Double, y: Double) {
    let start = offset(of: other)
    let east = start.east + Double(projection.eastward(from: other, to: point))
    let (right, down) = onScreen((east, offset(of: point).south))
    return (right + viewport.width / 2, down + viewport.height / 2)
  }

  /// The position on the screen with north up.
  package func uprightPosition(of point: WorldPoint) -> (x: Double, y: Double) {
    let (east, south) = offset(of: point)
    return (east / unitsPerPoint + viewport.width / 2, south / unitsPerPoint + viewport.height / 2)
  }

  /// Converts an offset in fixed-point units to screen points.
  package func onScreen(_ offset: (east: Double, south: Double)) -> (right: Double, down: Double) {
    turn.onScreen(east: offset.east / unitsPerPoint, south: offset.south / unitsPerPoint)
  }

  /// The offset from the center, in fixed-point units.
  private func offset(of point: WorldPoint) -> (east: Double, south: Double) {
    let east = projection.wraps ? Double(point.eastward(from: center.x)) : Double(point.x) - middle.x
    return (east, Double(point.y) - middle.y)
  }

  /// Whether a position is on the turned screen with a margin; the right and lower edges are exclusive.
  private func isInside(_ point: WorldPoint, margin: Double) -> Bool {
    let (east, south) = offset(of: point)
    let (right, down) = turn.onScreen(east: east, south: south)
    func isWithin(_ distance: Double, _ points: Double) -> Bool {
      // At least one unit, as with north up: the center is always in view.
      let half = max(1, points * (1 + 2 * margin) * unitsPerPoint) / 2
      return distance >= -half && distance < half
    }
    return isWithin(right, viewport.width) && isWithin(down, viewport.height)
  }

  private static func rect(
    of viewport: Viewport, _ turn: ScreenTurn, margin: Double, reach: Double = 0,
    around middle: (x: Double, y: Double), wraps: Bool
  ) -> WorldRect {
    let (limit, worldWidth) = (WorldPoint.worldSize, viewport.worldWidth)
    func span(_ middle: Double, _ points: Double) -> (low: Double, length: Double) {
      // At least one unit, or a point at the center would be out of view at the deepest zooms.
      let length = max(1, (points * limit / worldWidth).rounded())
      // The corners of a turned screen are between units.
      let slack = turn.isTurned ? 2.0 : 0
      return (middle - (length / 2).rounded(.down) - slack, length + 2 * slack)
    }
    func clipped(_ span: (low: Double, length: Double)) -> (low: UInt32, length: UInt64) {
      let low = max(0, min(span.low, limit))
      let high = max(0, min(span.low + span.length, limit))
      return low < high ? (UInt32(low), UInt64(high - low)) : (0, 0)
    }
    let extents = turn.extents(
      width: viewport.width * (1 + 2 * margin) + 2 * reach,
      height: viewport.height * (1 + 2 * margin) + 2 * reach)
    let x = span(middle.x, extents.width)
    let y = clipped(span(middle.y, extents.height))
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
  /// The corner from which all points in view lie east without wrapping: that of ``rect``, or for a view all
  /// around the globe, the meridian opposite its center.
  var corner: WorldPoint {
    let isAllAround = projection.wraps && rect.width == 1 << 32
    return WorldPoint(x: isAllAround ? center.x &+ 1 << 31 : rect.west, y: rect.north)
  }
}

extension Projection {
  /// The center of a view in fixed-point units; it may lie outside the planar square.
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
