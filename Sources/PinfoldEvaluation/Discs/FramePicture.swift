package import Pinfold

/// One frame as a screen shows it with north up, in columns: the input of metrics of a frame.
///
/// Lengths are in screen points from the north-west corner that the view has with north up. The points are
/// all members of the frame's clusters, those out of view too.
package struct FramePicture: Sendable {
  /// The x of each point: next to its marker, by the short way around.
  package let x: [Double]
  package let y: [Double]
  package let labels: [Int32]

  /// A number for the place of each point, equal for equal places.
  private let places: [UInt64]

  /// Finite and not negative; nil where points have none.
  package let weights: [Double]?
  package let markers: Discs
  package let sizes: [Int]

  /// The extent of what the screen shows from west to east: its width where north is up.
  package let width: Double
  package let height: Double

  /// The width of the world, after which it repeats where north is up; nil on a plane.
  package let worldWidth: Double?

  /// The area for which clusters are listed: the screen with its margin, in square screen points.
  package let area: Double

  /// - Precondition: columns of one length, finite numbers, a marker for each label, and a size above 0.
  ///
  /// - Parameter places: numbers for the places of points; nil to take them from `x` and `y`.
  package init(
    x: [Double], y: [Double], labels: [Int32], weights: [Double]? = nil, places: [UInt64]? = nil,
    markers: Discs, width: Double, height: Double, worldWidth: Double? = nil, area: Double? = nil
  ) {
    precondition(x.count == labels.count && y.count == labels.count, "columns of one length")
    precondition(width > 0 && height > 0, "a screen has a size")
    var sizes = [Int](repeating: 0, count: markers.discs.count)
    for label in labels { sizes[Int(label)] += 1 }
    (self.x, self.y, self.labels) = (x, y, labels)
    self.places = places ?? zip(x, y).map { SplitMix64.mix($0.bitPattern) ^ $1.bitPattern }
    (self.weights, self.markers, self.sizes) = (weights, markers, sizes)
    (self.width, self.height, self.worldWidth) = (width, height, worldWidth)
    self.area = area ?? width * height
  }

  /// A picture of a frame; the points in canonical order, each once.
  package init(of frame: Frame, markers: Discs? = nil) {
    let markers = markers ?? Discs(of: frame)
    let (pointX, pointY) = (frame.points.x, frame.points.y)
    let all = frame.labels
    let shown = all.indices.filter { all[$0] >= 0 }
    let wraps = frame.points.projection.wraps
    let unit = frame.view.unitsPerPoint
    let viewport = frame.view.viewport
    let extents = frame.view.turn.extents(width: viewport.width, height: viewport.height)
    self.init(
      x: shown.map { point in
        let (place, marker) = (frame.positions[Int(all[point])], markers.discs[Int(all[point])])
        let east =
          wraps
          ? Double(Int32(bitPattern: pointX[point] &- place.x)) : Double(pointX[point]) - Double(place.x)
        return marker.x + east / unit
      },
      y: shown.map { point in
        let (place, marker) = (frame.positions[Int(all[point])], markers.discs[Int(all[point])])
        return marker.y + (Double(pointY[point]) - Double(place.y)) / unit
      },
      labels: shown.map { all[$0] }, weights: frame.points.weight.map { weight in shown.map { weight[$0] } },
      places: shown.map { UInt64(pointX[$0]) << 32 | UInt64(pointY[$0]) }, markers: markers,
      width: extents.width, height: extents.height, worldWidth: wraps ? viewport.worldWidth : nil,
      area: viewport.width * viewport.height * (1 + 2 * viewport.margin) * (1 + 2 * viewport.margin))
  }

  package var count: Int { labels.count }

  /// Random samples of the points, apart from each other where there are enough. Only where points are
  /// decides which: neither ids nor groups nor the order of rows matter.
  ///
  /// - Complexity: O(*n* + *m* log *m*), where *m* is the number of points in all samples.
  func samples(_ samples: Int, of size: Int) -> [[Int]] {
    guard count > 0 else { return [] }
    var seen: [UInt64: UInt64] = [:]
    let keys = places.map { place in
      seen[place, default: 0] += 1
      return SplitMix64.mix(SplitMix64.mix(place) &+ (seen[place] ?? 0))
    }
    // Twice as many as wanted, so that there are enough of them.
    let share = 2 * Double(samples * size) / Double(count)
    let bound = share < 1 ? UInt64(share * 0x1p64) : .max
    var order = keys.indices.filter { keys[$0] <= bound }
    if order.count < samples * size { order = Array(keys.indices) }
    order.sort { (keys[$0], $0) < (keys[$1], $1) }
    return (0..<samples).map { sample in
      (0..<size).map { order[(sample * order.count / samples + $0) % order.count] }
    }
  }

  var squaredDistancesToMarkers: [Double] {
    labels.indices.map { point in
      let marker = markers.discs[Int(labels[point])]
      let (east, south) = (x[point] - marker.x, y[point] - marker.y)
      return east * east + south * south
    }
  }
}
