extension Moments {
  /// The sums over some points.
  init(of points: some Sequence<TreePoint>) {
    for point in points { add(x: point.x, y: point.y) }
  }

  /// The distance of the mean that outliers weigh on from the plain mean, times ``count``; see
  /// ``SplitRule/gamma``.
  ///
  /// Points nearer to the mean than one fixed-point unit weigh as if they were one away, so no weight is
  /// infinite. Weights are rounded to whole 2⁻¹⁶, and their sums are exact, so no order of the points makes a
  /// difference; nor does the last digit in which one system's power function may differ from another's.
  ///
  /// - Parameters:
  ///   - points: the points of these sums, not all coincident.
  ///   - gamma: at least 0: no point then pulls harder than the farthest, and sums stay below 2¹¹².
  @inline(never)  // Rarely called: kept out of the division of nodes.
  func outlierDeviation(of points: some Sequence<TreePoint>, gamma: Double) -> (x: Double, y: Double) {
    let unit = Double(count)
    func distance(_ x: Int64, _ y: Int64) -> Double {
      max(unit, (Double(x) * Double(x) + Double(y) * Double(y)).squareRoot())
    }
    var farthest = unit
    for point in points {
      let (x, y) = deviation(x: point.x, y: point.y)
      farthest = max(farthest, distance(x, y))
    }
    var (total, east, south) = (Int128(0), Int128(0), Int128(0))
    for point in points {
      let (x, y) = deviation(x: point.x, y: point.y)
      let weight = Int128((Double.pow(distance(x, y) / farthest, gamma - 1) * 0x1p16).rounded())
      total += weight
      east += weight * Int128(x)
      south += weight * Int128(y)
    }
    // The farthest point alone weighs 2¹⁶.
    return (Double(nearest: east) / Double(nearest: total), Double(nearest: south) / Double(nearest: total))
  }
}
