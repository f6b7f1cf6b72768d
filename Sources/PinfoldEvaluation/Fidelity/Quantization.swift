public import Pinfold

/// The squared error of showing points at their markers, as of a quantiser.
package struct QuantizationError: Hashable, Sendable {
  package var squares: Double
  package var rootMeanSquare: Double

  /// The error without the number of markers: *K* · `squares` / (*n* · area). Squares of one size on uniform
  /// points give 1/6, hexagons 5 / 18√3, the least there is.
  package var constant: Double

  /// Sums the error; nil without points, and where all weights are 0.
  ///
  /// - Parameter weights: how often each point counts; once without them.
  package init?(of picture: FramePicture, weights: [Double]? = nil) {
    let count = weights?.reduce(0, +) ?? Double(picture.count)
    guard count > 0 else { return nil }
    let distances = picture.squaredDistancesToMarkers
    squares = weights.map { zip($0, distances).reduce(0) { $0 + $1.0 * $1.1 } } ?? distances.reduce(0, +)
    rootMeanSquare = (squares / count).squareRoot()
    constant = Double(picture.sizes.count) * squares / (count * picture.area)
  }
}

/// F1: the squared error of showing points at their markers; see ``QuantizationError``.
public struct QuantizationMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "F1", name: "quantization", summary: "Squared error of points shown at their markers.",
    formula: """
      sse = Σ_i ‖s_i − m_c(i)‖²; rmsd = √(sse / n); constant = K · sse / (n · A) for the area A of the \
      view with its margin, which strategies of different K share: 1/6 for squares, 5 / 18√3 for hexagons. \
      weighted…: each point counts as often as its weight says.
      """,
    measures: [
      .amount("constant", .lower, "Error normalized by the number of markers."),
      .amount("rmsd", unit: "screen points", .lower, "Root of the mean squared distance."),
      .amount("sse", unit: "square screen points", .lower, "Sum of squared distances."),
      .amount("weightedConstant", .lower, "Error normalized by the number of markers, by weight."),
      .amount("weightedRmsd", unit: "screen points", .lower, "Root of the mean squared distance, by weight."),
    ],
    undefined: [.noPoints, .noWeights, .noSpread],
    cost: "O(n)", source: "The objective of k-means; the constants are classical second moments.",
    version: "2")

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    let error = QuantizationError(of: picture)
    let weighted = picture.weights.flatMap { QuantizationError(of: picture, weights: $0) }
    return values(
      [error?.constant, error?.rootMeanSquare, error?.squares], else: .noPoints,
      [weighted?.constant, weighted?.rootMeanSquare], else: picture.reasonWithoutWeights)
  }
}
