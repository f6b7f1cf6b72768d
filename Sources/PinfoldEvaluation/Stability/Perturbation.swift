import Pinfold

/// A small change of the data that should change little of what is shown.
enum Perturbation: Sendable {
  /// Every point moves by a bell-shaped way of this deviation along each axis, in screen points.
  case jitter(Double)

  /// Every point goes with this chance.
  case dropout(Double)

  /// One point more, anywhere in the world.
  case outlier
}

extension PointSet {
  /// The points changed, as columns.
  ///
  /// - Parameters:
  ///   - unit: fixed-point units in a screen point.
  ///   - random: what to draw from, for the points in canonical order.
  /// - Returns: the columns, and the point of this set that each row is, by canonical index; a row past those is new.
  func perturbed(
    by perturbation: Perturbation, unit: Double, random: inout SplitMix64
  ) -> (columns: PointColumns, points: [Int]) {
    switch perturbation {
    case .jitter(let deviation):
      let all = Array(0..<count)
      var columns = columns(in: all)
      for point in all {
        let place = moved(
          point, east: random.bell() * deviation * unit, south: random.bell() * deviation * unit)
        columns.place(row: point, at: projection.unproject(place))
      }
      return (columns, all)
    case .dropout(let chance):
      let kept = (0..<count).filter { _ in random.unit() >= chance }
      return (columns(in: kept), kept)
    case .outlier:
      let all = Array(0..<count)
      guard count > 0 else { return (columns(in: all), all) }
      // A copy of the first point, elsewhere and with an id of its own.
      var columns = columns(in: all + [0])
      let place = WorldPoint(
        x: UInt32(truncatingIfNeeded: random.next() >> 32), y: UInt32(truncatingIfNeeded: random.next() >> 32)
      )
      columns.place(row: count, at: projection.unproject(place))
      columns.ids = ids.appending(freeID)
      return (columns, all)
    }
  }

  private func moved(_ point: Int, east: Double, south: Double) -> WorldPoint {
    let limit: Int64 = 1 << 32
    let place = position(point)
    func clamped(_ value: Int64) -> Int64 { max(0, min(value, limit - 1)) }
    let x = Int64(place.x) + Int64(east.rounded())
    let y = clamped(Int64(place.y) + Int64(south.rounded()))
    return WorldPoint(x: UInt32(truncatingIfNeeded: projection.wraps ? x : clamped(x)), y: UInt32(y))
  }

  /// An id that no point has, of the kind that the others have, so that their order stays.
  private var freeID: PointID {
    var number = Int64(count)
    while true {
      let id: PointID = if case .integers = ids { .integer(number) } else { .text("outlier \(number)") }
      if index(of: id) == nil { return id }
      number += 1
    }
  }
}

extension PointColumns {
  fileprivate mutating func place(row: Int, at coordinate: Coordinate) {
    longitude[row] = coordinate.longitude
    latitude[row] = coordinate.latitude
  }
}

extension PointIDs {
  /// These ids and one more, of a kind that is among them.
  fileprivate func appending(_ id: PointID) -> PointIDs {
    switch (self, id) {
    case (.integers(let values), .integer(let value)): .integers(values + [value])
    case (.texts(let values), .text(let value)): .texts(values + [value])
    default: PointIDs((0..<count).map { self[$0] } + [id])
    }
  }
}
