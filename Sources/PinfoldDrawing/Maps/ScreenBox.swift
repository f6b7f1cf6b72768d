/// A box to which lines and outlines are cut, so that nothing far off the view is written.
struct ScreenBox {
  /// The north-west and the south-east corner.
  let low: ScreenPosition
  let high: ScreenPosition
}

extension ScreenBox {
  /// The screen and a little more, where the cuts are not seen.
  init(around sheet: MapSheet) {
    let edge = 4.0
    self.init(
      low: ScreenPosition(x: -edge, y: -edge),
      high: ScreenPosition(x: sheet.width + edge, y: sheet.height + edge))
  }

  /// The part of a line in the box (Y. Liang and B. Barsky, "A new concept and method for line clipping",
  /// 1984).
  func cut(_ start: ScreenPosition, _ end: ScreenPosition) -> (start: ScreenPosition, end: ScreenPosition)? {
    let (east, south) = (end.x - start.x, end.y - start.y)
    var (first, last) = (0.0, 1.0)
    for (step, room) in [
      (-east, start.x - low.x), (east, high.x - start.x), (-south, start.y - low.y),
      (south, high.y - start.y),
    ] {
      if step == 0, room < 0 { return nil }
      if step < 0 { first = max(first, room / step) }
      if step > 0 { last = min(last, room / step) }
    }
    guard first <= last else { return nil }
    func place(_ share: Double) -> ScreenPosition {
      ScreenPosition(x: start.x + share * east, y: start.y + share * south)
    }
    return (place(first), last == 1 ? end : place(last))
  }

  /// The corners of the part of a convex polygon in the box (I. Sutherland and G. Hodgman, "Reentrant polygon
  /// clipping", 1974).
  func cut(_ polygon: [ScreenPosition]) -> [ScreenPosition] {
    var corners = polygon
    let sides: [(ScreenPosition) -> Double] = [
      { $0.x - low.x }, { high.x - $0.x }, { $0.y - low.y }, { high.y - $0.y },
    ]
    for inside in sides {
      var kept: [ScreenPosition] = []
      for (index, corner) in corners.enumerated() {
        let before = corners[index == 0 ? corners.count - 1 : index - 1]
        let (a, b) = (inside(before), inside(corner))
        if (a < 0) != (b < 0) {
          let share = a / (a - b)
          kept.append(
            ScreenPosition(
              x: before.x + share * (corner.x - before.x), y: before.y + share * (corner.y - before.y)))
        }
        if b >= 0 { kept.append(corner) }
      }
      corners = kept
    }
    return corners
  }
}
