/// The boxes of the screen that are taken, so that names find free room.
struct Occupancy {
  /// The extent of a box on the screen.
  struct Box {
    let west, north, east, south: Double

    /// Whether two boxes share more than an edge.
    func overlaps(_ other: Box) -> Bool {
      west < other.east && other.west < east && north < other.south && other.north < south
    }
  }

  /// The boxes by the squares of the screen that they touch.
  private var boxes: [Spot: [Box]] = [:]

  /// The side of a square, in screen points.
  private let side: Double

  /// - Parameter side: the largest width and height of most boxes, so that each touches a few squares.
  init(side: Double) { self.side = max(32, side) }

  mutating func insert(_ box: Box) {
    for spot in spots(of: box) { boxes[spot, default: []].append(box) }
  }

  func isFree(_ box: Box) -> Bool {
    !spots(of: box).contains { boxes[$0]?.contains { $0.overlaps(box) } == true }
  }

  private func spots(of box: Box) -> [Spot] {
    func square(_ value: Double) -> Int32 { Int32(clamping: Int((value / side).rounded(.down))) }
    return (square(box.west)...square(box.east)).flatMap { column in
      (square(box.north)...square(box.south)).map { Spot(column: column, row: $0) }
    }
  }
}
