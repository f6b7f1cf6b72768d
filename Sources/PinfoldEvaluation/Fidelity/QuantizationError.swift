/// How much is lost by showing points at their markers, as the squared error of a quantiser.
public struct QuantizationError: Hashable, Sendable {
  /// The sum of the squared distances of points from their markers.
  public var squares: Double

  /// The root of the mean squared distance.
  public var rootMeanSquare: Double

  /// The error without the number of markers: *K* · `squares` / (*n* · area).
  ///
  /// Squares of one size on uniform points give 1/6, hexagons 5 / 18√3, the least there is.
  public var constant: Double

  /// Sums the error; nil without points.
  ///
  /// - Complexity: O(*n*).
  public init?(of picture: FramePicture) {
    guard picture.count > 0 else { return nil }
    let count = Double(picture.count)
    squares = picture.squaredDistancesToMarkers.reduce(0, +)
    rootMeanSquare = (squares / count).squareRoot()
    constant = Double(picture.sizes.count) * squares / (count * picture.area)
  }
}
