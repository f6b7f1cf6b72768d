import Pinfold

/// The sheet of what is drawn upright and turned as a whole, such as meridians and the coast: that of the
/// view, or the upright box around a turned one.
struct UprightSheet {
  /// The view, or the upright box around it.
  let view: ProjectedView
  var viewport: Viewport { view.viewport }

  /// The viewport of the map.
  let map: Viewport

  var isTurned: Bool { map.bearing != viewport.bearing }

  init(_ view: ProjectedView) {
    map = view.viewport
    self.view = view.upright
  }

  /// The northern and southern end of the visible world; the plane goes on.
  var span: (north: Double, south: Double) {
    guard view.projection.wraps else { return (0, viewport.height) }
    func y(_ edge: UInt32) -> Double {
      max(0, min(view.screenPosition(of: WorldPoint(x: view.center.x, y: edge)).y, viewport.height))
    }
    return (y(0), y(.max))
  }

  /// Draws what belongs to the upright box where it lies on the map.
  func draw(to svg: inout SVGWriter, _ draw: (inout SVGWriter) -> Void) {
    guard isTurned else { return draw(&svg) }
    let (x, y) = (SVGWriter.number(map.width / 2), SVGWriter.number(map.height / 2))
    let (west, north) = (
      SVGWriter.number((map.width - viewport.width) / 2), SVGWriter.number((map.height - viewport.height) / 2)
    )
    let turn = "rotate(\(SVGWriter.number(-map.bearing)) \(x) \(y)) translate(\(west) \(north))"
    svg.element("g", ["transform": .text(turn)], draw)
  }
}

extension ProjectedView {
  /// The upright view around what a turned one shows; an upright one itself.
  fileprivate var upright: ProjectedView {
    guard turn.isTurned else { return self }
    var viewport = viewport
    let extents = turn.extents(width: viewport.width, height: viewport.height)
    viewport.bearing = 0
    viewport.width = min(extents.width, Viewport.sizeRange.upperBound)
    viewport.height = min(extents.height, Viewport.sizeRange.upperBound)
    do {
      return try ProjectedView(viewport, on: projection)
    } catch {
      preconditionFailure("a view that can be shown turned cannot be shown upright: \(error)")
    }
  }
}
