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

struct Spot: Hashable {
  let column: Int32
  let row: Int32
}
