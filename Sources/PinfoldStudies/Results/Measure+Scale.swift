package import PinfoldEvaluation

extension Measure {
  /// Whether values are shares, rates or coefficients: both ends of the range are finite.
  package var isShare: Bool { range.lowerBound.isFinite && range.upperBound.isFinite }

  /// How several values are reduced to one: "mean" or "median".
  package var reduction: String { isShare ? "mean" : "median" }

  /// One number of several values: the mean of shares, the median of sizes; nil without values.
  ///
  /// A median of shares hides whatever happens on fewer than half of the frames, such as a pan that replaces
  /// all markers once in six steps; a mean of sizes is decided by its outliers.
  package func reduced(_ values: [Double]) -> Double? {
    isShare ? Quantile.mean(of: values) : Quantile.median(of: values)
  }

  /// The same of values some of which are undefined: the first one's reason where all are.
  package func reduced(_ values: [MeasuredValue]) -> MeasuredValue {
    .number(reduced(values.compactMap(\.number)), else: values.reason ?? .notMeasured)
  }

  /// The difference below which two values tie: a thousandth of the range of a share, a hundredth of a screen
  /// point; 0 for other units.
  package var resolution: Double {
    if isShare { return (range.upperBound - range.lowerBound) / 1000 }
    return unit == "screen points" ? 0.01 : 0
  }

  /// A difference of two values; 0 where they tie, by ``resolution`` or by the rounding of large numbers.
  package func difference(_ first: Double, _ second: Double) -> Double {
    let difference = first - second
    let rounding = 1e-9 * max(first.magnitude, second.magnitude)
    return difference.magnitude < max(resolution, rounding) ? 0 : difference
  }

  /// The best value there can be; nil where there is none.
  package var ideal: Double? {
    let value = better == .higher ? range.upperBound : range.lowerBound
    return better == .descriptive || !value.isFinite ? nil : value
  }
}

extension [MeasuredValue] {
  /// The first reason of a value that is undefined; nil where none is.
  var reason: UndefinedReason? { lazy.compactMap(\.reason).first }
}
