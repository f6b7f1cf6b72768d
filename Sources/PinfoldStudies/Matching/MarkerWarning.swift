import Pinfold

/// The warning that strategies show very different numbers of markers.
package enum MarkerWarning {
  /// The warning; nil where no number is more than half as much again as another.
  ///
  /// - Parameter medians: the number of markers of each strategy.
  package static func text(_ medians: [Double]) -> String? {
    guard let low = medians.min(), let high = medians.max(), high > 1.5 * low else { return nil }
    return
      "Strategies show from \(ReportNumber.text(low)) to \(ReportNumber.text(high)) markers, and most measures "
      + "grow or fall with them: they are fairly compared at equal numbers"
  }
}
