/// How far the mean of a few draws may lie from that of all.
enum StandardError {
  /// The standard deviation of the values divided by the root of their number; nil for fewer than two.
  static func ofMean(_ values: [Double]) -> Double? {
    guard values.count > 1, let mean = Quantile.mean(of: values) else { return nil }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1) / Double(values.count)).squareRoot()
  }
}
