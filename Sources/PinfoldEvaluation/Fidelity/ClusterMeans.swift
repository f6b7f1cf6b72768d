/// The mean of each cluster's points and their scatter around it.
struct ClusterMeans {
  /// The x of each cluster's mean; of one without points the picture's corner.
  private(set) var x: [Double]
  private(set) var y: [Double]

  /// The sum of the squared distances of each cluster's points from the mean.
  private(set) var squares: [Double]

  /// The sum of the distances of each cluster's points from the mean.
  private(set) var distances: [Double]

  /// - Complexity: O(*n* + *K*).
  init(of picture: FramePicture) {
    let count = picture.sizes.count
    x = [Double](repeating: 0, count: count)
    y = x
    squares = x
    distances = x
    // Offsets are taken from a cluster's first point, so that none are lost to rounding far from the corner,
    // and coincident points have exactly that mean.
    var first = [Int](repeating: -1, count: count)
    for (point, label) in picture.labels.enumerated() {
      let cluster = Int(label)
      if first[cluster] < 0 { first[cluster] = point }
      x[cluster] += picture.x[point] - picture.x[first[cluster]]
      y[cluster] += picture.y[point] - picture.y[first[cluster]]
    }
    for cluster in 0..<count where first[cluster] >= 0 {
      let size = Double(picture.sizes[cluster])
      x[cluster] = picture.x[first[cluster]] + x[cluster] / size
      y[cluster] = picture.y[first[cluster]] + y[cluster] / size
    }
    for (point, label) in picture.labels.enumerated() {
      let cluster = Int(label)
      let (east, south) = (picture.x[point] - x[cluster], picture.y[point] - y[cluster])
      let square = east * east + south * south
      squares[cluster] += square
      distances[cluster] += square.squareRoot()
    }
  }
}
