/// A position in screen points, from the view's north-west corner.
struct ScreenPosition: Hashable {
  var x: Double
  var y: Double

  static func + (a: ScreenPosition, b: ScreenPosition) -> ScreenPosition {
    ScreenPosition(x: a.x + b.x, y: a.y + b.y)
  }

  /// The square of two screen points that holds the position: things of equal look in one square count as
  /// one.
  var spot: Spot { Spot(column: Int32(clamping: Int(x / 2 + 1e9)), row: Int32(clamping: Int(y / 2 + 1e9))) }
}

extension [ScreenPosition] {
  /// The positions at least half a screen point from the previous kept one, the first, and optionally the
  /// end.
  func thinned(keepsEnd: Bool) -> [ScreenPosition] {
    var kept: [ScreenPosition] = []
    for (index, place) in enumerated() {
      let isEnd = keepsEnd && index == count - 1
      if !isEnd, let last = kept.last, abs(place.x - last.x) < 0.5, abs(place.y - last.y) < 0.5 { continue }
      kept.append(place)
    }
    return kept
  }
}

struct Spot: Hashable {
  let column: Int32
  let row: Int32
}
