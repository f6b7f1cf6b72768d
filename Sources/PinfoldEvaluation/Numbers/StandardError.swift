/// How far the mean of a few draws may lie from that of all.
enum StandardError {
  /// The standard deviation of the values divided by the root of their number; nil for fewer than two.
  static func ofMean(_ values: [Double]) -> Double? {
    Quantile.variance(of: values).map { ($0 / Double(values.count)).squareRoot() }
  }
}
