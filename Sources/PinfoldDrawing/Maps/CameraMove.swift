import Pinfold

/// The movement of a camera from one upright view to another, over a plane in screen points of the closer
/// one, with the origin in the middle of that view.
struct CameraMove {
  let sheet: MapSheet
  let square: WorldSquare

  private let easing: Easing
  private let old: Stop
  private let new: Stop

  var width: Double { sheet.width }
  var height: Double { sheet.height }

  /// One end of the movement; the scale is at most 1.
  private struct Stop {
    let middle: ScreenPosition
    let scale: Double
  }

  /// What the camera shows at a moment: the plane scaled, then moved by x and y.
  struct Moment {
    let x: Double
    let y: Double
    let scale: Double

    /// The zoom of maps with tiles of 256 screen points.
    let zoom: Double
  }

  init(from old: ProjectedView, to new: ProjectedView, easing: Easing) {
    let closer = old.unitsPerPoint < new.unitsPerPoint ? old : new
    let (projection, side) = (closer.projection, closer.viewport.worldWidth)
    let sheet = MapSheet(closer)
    let whole = WorldSquare(
      projection: projection, corner: ScreenPosition(x: 0, y: 0), side: side, box: ScreenBox(around: sheet))
    let origin = whole.position(of: closer.viewport.center)
    func stop(_ view: ProjectedView) -> Stop {
      let place = whole.position(of: view.viewport.center)
      let east = place.x - origin.x
      // By the short way around the globe.
      let x = projection.wraps ? east.remainder(dividingBy: side) : east
      return Stop(
        middle: ScreenPosition(x: x, y: place.y - origin.y), scale: view.viewport.worldWidth / side)
    }
    let stops = [stop(old), stop(new)]
    (self.old, self.new) = (stops[0], stops[1])
    self.sheet = sheet
    self.easing = easing
    let (xs, ys) = (stops.map(\.middle.x), stops.map(\.middle.y))
    let farther = stops.map(\.scale).min() ?? 1
    let (halfWidth, halfHeight) = ((sheet.width / 2 + 4) / farther, (sheet.height / 2 + 4) / farther)
    square = WorldSquare(
      projection: projection, corner: ScreenPosition(x: -origin.x, y: -origin.y), side: side,
      box: ScreenBox(
        low: ScreenPosition(x: (xs.min() ?? 0) - halfWidth, y: (ys.min() ?? 0) - halfHeight),
        high: ScreenPosition(x: (xs.max() ?? 0) + halfWidth, y: (ys.max() ?? 0) + halfHeight)))
  }

  /// The zoom goes evenly along the easing, and a position that neither view moves stays where it is.
  func moment(at time: Double) -> Moment {
    let progress = easing.progress(at: time)
    let scale = old.scale * Double.pow(new.scale / old.scale, progress)
    let way =
      old.scale == new.scale ? progress : (1 / old.scale - 1 / scale) / (1 / old.scale - 1 / new.scale)
    let x = old.middle.x + (new.middle.x - old.middle.x) * way
    let y = old.middle.y + (new.middle.y - old.middle.y) * way
    return Moment(
      x: width / 2 - scale * x, y: height / 2 - scale * y, scale: scale,
      zoom: .log2(scale * square.side / 256))
  }

  /// The keyframes of the movement, as shares of the duration.
  static let times = (0...24).map { Double($0) / 24 }

  /// The way of a marker on the plane, and its shifts around the globe in which it is seen at some moment.
  func way(
    of marker: MarkerTransition, radius: Double
  ) -> (start: ScreenPosition, end: ScreenPosition, shifts: [Double]) {
    let unit = square.side / WorldPoint.worldSize
    let start = ScreenPosition(
      x: square.corner.x + Double(marker.start.x) * unit, y: square.corner.y + Double(marker.start.y) * unit)
    let east = Double(square.projection.eastward(from: marker.start, to: marker.end))
    let south = Double(marker.end.y) - Double(marker.start.y)
    let end = ScreenPosition(x: start.x + east * unit, y: start.y + south * unit)
    let views = Self.times.map { (time: $0, view: moment(at: $0)) }
    var shifts: [Double] = []
    let reach = radius / min(old.scale, new.scale)
    square.forEachTurn(west: min(start.x, end.x) - reach, east: max(start.x, end.x) + reach) { shift in
      let isSeen = views.contains { time, view in
        let progress = easing.progress(at: time)
        let x = view.x + view.scale * (start.x + (end.x - start.x) * progress + shift)
        let y = view.y + view.scale * (start.y + (end.y - start.y) * progress)
        return x >= -radius && x <= width + radius && y >= -radius && y <= height + radius
      }
      if isSeen { shifts.append(shift) }
    }
    return (start, end, shifts)
  }
}
