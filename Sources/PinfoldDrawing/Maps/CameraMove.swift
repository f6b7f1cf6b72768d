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

  /// The camera at a time: the plane scaled, then moved by x and y.
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

  /// The zoom changes evenly along the easing; a position that both views show at the same place stays there.
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

  /// The way of a marker on the plane.
  struct Way {
    let start: ScreenPosition
    let end: ScreenPosition

    /// The shifts around the globe in which it is seen at some moment.
    var shifts: [Double] = []

    fileprivate let bend: (x: Double, y: Double)
    fileprivate let progress: (Double) -> Double

    /// Where it is at a time, a share of the duration.
    func position(at time: Double) -> ScreenPosition {
      let progress = progress(time)
      let share = 2 * progress * (1 - progress)
      return ScreenPosition(
        x: start.x + (end.x - start.x) * progress + bend.x * share,
        y: start.y + (end.y - start.y) * progress + bend.y * share)
    }
  }

  /// The way of a marker of a transition on the plane.
  func way(of marker: MarkerTransition, in transition: MarkerTransitions, radius: Double) -> Way {
    let unit = square.side / WorldPoint.worldSize
    let start = ScreenPosition(
      x: square.corner.x + Double(marker.start.x) * unit, y: square.corner.y + Double(marker.start.y) * unit)
    let east = Double(square.projection.eastward(from: marker.start, to: marker.end))
    let south = Double(marker.end.y) - Double(marker.start.y)
    let end = ScreenPosition(x: start.x + east * unit, y: start.y + south * unit)
    let bend = marker.bend(on: square.projection).map { (x: $0.east * unit, y: $0.south * unit) }
    var way = Way(start: start, end: end, bend: bend ?? (0, 0)) { transition.progress(of: marker, at: $0) }
    let places = Self.times.map { (view: moment(at: $0), place: way.position(at: $0)) }
    let xs = places.map(\.place.x)
    let reach = radius / min(old.scale, new.scale)
    var shifts: [Double] = []
    square.forEachTurn(west: (xs.min() ?? start.x) - reach, east: (xs.max() ?? start.x) + reach) { shift in
      let isSeen = places.contains { view, place in
        let x = view.x + view.scale * (place.x + shift)
        let y = view.y + view.scale * place.y
        return x >= -radius && x <= width + radius && y >= -radius && y <= height + radius
      }
      if isSeen { shifts.append(shift) }
    }
    way.shifts = shifts
    return way
  }
}
