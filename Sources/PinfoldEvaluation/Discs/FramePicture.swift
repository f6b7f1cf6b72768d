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

  /// Finite and not negative; nil where points have none.
  package let weights: [Double]?
  package let markers: Discs
  package let sizes: [Int]

  /// The extent of what the screen shows from west to east: its width where north is up.
  package let width: Double
  package let height: Double

  /// The area for which clusters are listed: the screen with its margin, in square screen points.
  package let area: Double

  /// - Precondition: columns of one length, finite numbers, a marker for each label, and a size above 0.
  package init(
    x: [Double], y: [Double], labels: [Int32], weights: [Double]? = nil, markers: Discs, width: Double,
    height: Double, area: Double? = nil
  ) {
    precondition(x.count == labels.count && y.count == labels.count, "columns of one length")
    precondition(width > 0 && height > 0, "a screen has a size")
    var sizes = [Int](repeating: 0, count: markers.discs.count)
    for label in labels { sizes[Int(label)] += 1 }
    self.x = x
    self.y = y
    self.labels = labels
    self.weights = weights
    self.markers = markers
    self.sizes = sizes
    self.width = width
    self.height = height
    self.area = area ?? width * height
  }

  /// A picture of a frame; the points in canonical order, each once.
  package init(of frame: Frame, markers: Discs? = nil) {
    let markers = markers ?? Discs(of: frame)
    let (pointX, pointY) = (frame.points.x, frame.points.y)
    let all = frame.labels
    var x: [Double] = []
    var y: [Double] = []
    var labels: [Int32] = []
    let count = all.count { $0 >= 0 }
    x.reserveCapacity(count)
    y.reserveCapacity(count)
    labels.reserveCapacity(count)
    var weights = frame.points.weight.map { _ in [Double]() }
    let allWeights = frame.points.weight ?? []
    let wraps = frame.points.projection.wraps
    let unit = frame.view.unitsPerPoint
    for point in all.indices where all[point] >= 0 {
      let cluster = Int(all[point])
      let place = frame.positions[cluster]
      let marker = markers.discs[cluster]
      let east =
        wraps
        ? Double(Int32(bitPattern: pointX[point] &- place.x)) : Double(pointX[point]) - Double(place.x)
      x.append(marker.x + east / unit)
      y.append(marker.y + (Double(pointY[point]) - Double(place.y)) / unit)
      labels.append(all[point])
      weights?.append(allWeights[point])
    }
    let viewport = frame.view.viewport
    let extents = frame.view.turn.extents(width: viewport.width, height: viewport.height)
    self.init(
      x: x, y: y, labels: labels, weights: weights, markers: markers, width: extents.width,
      height: extents.height,
      area: viewport.width * viewport.height * (1 + 2 * viewport.margin) * (1 + 2 * viewport.margin))
  }

  package var count: Int { labels.count }

  /// A sample of the points by an even stride.
  func sample(_ size: Int) -> [Int] { count == 0 ? [] : (0..<size).map { $0 * count / size } }

  var squaredDistancesToMarkers: [Double] {
    labels.indices.map { point in
      let marker = markers.discs[Int(labels[point])]
      let (east, south) = (x[point] - marker.x, y[point] - marker.y)
      return east * east + south * south
    }
  }
}
